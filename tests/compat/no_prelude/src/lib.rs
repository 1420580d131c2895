//! Case hyg-no-implicit-prelude, for a whole crate.
#![no_implicit_prelude]

use ::askback::{
    Answer, Ask, Choice, Confirmed, Consent, Field, Form, interactive, message, operation,
};
use ::rmcp::{self, handler::server::wrapper::Parameters, tool, tool_router};
// What rmcp's own macros want.
use ::std::{self, boxed::Box, marker::Send, option::Option::None, panic};

type Arguments = ::std::collections::BTreeMap<::std::string::String, ::std::primitive::u32>;
type Ended = ::std::result::Result<::std::string::String, ::askback::Error>;

#[derive(Form)]
#[form(json_schema)]
pub struct Deletion {
    #[form(length = 3..=200, default = "moved")]
    pub reason: ::std::string::String,
    pub severity: ::std::option::Option<Severity>,
    #[form(range = 1..=9)]
    pub rows: Rows,
}

#[derive(Choice)]
pub enum Severity {
    /// Low: can wait
    Low,
}

#[derive(Field)]
pub struct Rows(pub ::std::primitive::u32);

pub struct Server;

#[tool_router(vis = "pub")]
impl Server {
    #[interactive(ttl = 60, rounds = 5, once, guidance = "Call", recover = Self::found)]
    #[tool]
    async fn purge(
        &self,
        Parameters(arguments): Parameters<Arguments>,
        #[step(arguments.len())] rows: ::std::primitive::usize,
        #[ask("Why {rows}?", check = brief(&details))] details: Deletion,
        #[ask("More?", when = rows > 3)] more: ::std::option::Option<Answer<Deletion>>,
        #[ask(url = "https://example.com/{ask.ticket}", message = "Look", until = rows > 1)]
        _looked: Consent,
        #[ask("Go?", typed = "go", label = "Go", covers = more.is_some())] confirmed: Confirmed,
        ask: &mut Ask,
    ) -> Ended {
        ::std::mem::drop(confirmed);
        let last: Deletion = ask.form("last", message!("Last {rows}?")).await?;
        ::std::result::Result::Ok(last.reason)
    }

    async fn found(&self, _: &::askback::Recovery<'_>) -> Ended {
        ::std::result::Result::Ok(::std::string::String::new())
    }
}

fn brief(_: &Deletion) -> ::std::result::Result<(), ::std::string::String> {
    ::std::result::Result::Ok(())
}

#[operation(name = "tidy-up", non_destructive)]
pub async fn tidy(
    arguments: Arguments,
    #[ask("Why {}?", arguments.len())] details: Deletion,
) -> Ended {
    ::std::result::Result::Ok(details.reason)
}

#[test]
fn everything_is_found() {
    ::std::assert_eq!(Deletion::schema().fields().len(), 3);
    ::std::assert_eq!(Server::tool_router().list_all().len(), 1);
    ::std::assert_eq!(::askback::Operation::<()>::name(tidy()), "tidy-up");
}
