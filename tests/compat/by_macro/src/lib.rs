//! Everything that is declared comes out of `macro_rules!`, in fragments of every kind.

use std::collections::BTreeMap;

use askback::{Choice, Confirmed, Field, Form, interactive, operation};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

macro_rules! form {
    ($(#[$meta:meta])* $vis:vis $name:ident { $($(#[$own:meta])* $field:ident: $ty:ty),* $(,)? }) => {
        #[derive(Form)]
        $(#[$meta])*
        $vis struct $name { $($(#[$own])* $vis $field: $ty),* }
    };
}

macro_rules! choice {
    ($name:ident: $($variant:ident = $title:literal / $value:expr),*) => {
        #[derive(Choice)]
        pub enum $name { $(#[choice(title = $title, rename = $value)] $variant),* }
    };
}

macro_rules! field {
    ($name:ident($inner:ty), $least:expr, $check:path) => {
        #[derive(Field)]
        #[field(range = $least.., check = $check)]
        pub struct $name(pub $inner);
    };
}

macro_rules! handlers {
    ($name:ident, $pat:pat, $ty:ty, $step:expr, $message:literal, $form:ty, $gate:ty, $ended:ty, $body:block, $ttl:literal) => {
        pub struct Server;

        #[tool_router(vis = "pub")]
        impl Server {
            #[interactive(ttl = $ttl)]
            #[tool]
            async fn $name(
                &self,
                Parameters($pat): Parameters<$ty>,
                #[step($step)] _rows: usize,
                #[ask($message, default(reason = $message))] _details: $form,
                #[ask($message)] _confirmed: $gate,
            ) -> $ended $body
        }

        #[operation(guidance = $message)]
        pub async fn tidy($pat: $ty, #[ask($message)] _details: $form) -> $ended $body
    };
}

form! {
    /// Documented.
    #[form(rename_all = "camelCase", check = consistent)]
    pub Deletion {
        #[form(length = 3..=200)]
        reason: String,
        not_before: Option<Severity>,
        rows: Rows,
    }
}
choice!(Severity: Low = "Low: can wait" / "low", High = "High: now" / "high");
field!(Rows(u32), 1, known);
handlers!(purge, _arguments, BTreeMap<String, u32>, 2 + 1, "Why?", Deletion, Confirmed, Result<String, askback::Error>, { Ok(String::new()) }, 60);

fn consistent(_: &Deletion) -> Result<(), String> {
    Ok(())
}

fn known(_: &u32) -> Result<(), String> {
    Ok(())
}

#[test]
fn fragments_are_read() {
    let text = Deletion::schema().json_text();
    assert!(
        text.contains(
            r#""notBefore":{"type":"string","oneOf":[{"const":"low","title":"Low: can wait"}"#
        ),
        "{text}"
    );
    assert!(
        text.contains(r#""rows":{"type":"integer","minimum":1"#),
        "{text}"
    );
    assert_eq!(Server::purge_plan().rounds().len(), 2);
    assert_eq!(askback::Operation::<()>::name(tidy()), "tidy");
}
