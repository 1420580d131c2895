//! Cases hyg-prelude-names-shadowed, hyg-result-alias and hyg-inherent-method-shadows-trait, for all macros: what the author has in
//! scope is called like everything that expansions use.
#![allow(dead_code, clippy::wrong_self_convention)]

use std::collections::BTreeMap;

use askback::{Confirmed, interactive, operation};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

type Text = std::string::String;
type Maybe<T> = std::option::Option<T>;
type Result<T> = std::result::Result<T, askback::Error>;

struct String;
struct Vec;
struct Sync;
struct Sized;
struct Default;
mod core {}
mod askback_macros {}

/// A method by value comes before one by reference, whoever has it.
macro_rules! takes_all {
    ($($method:ident)*) => {
        trait TakesAll: std::marker::Sized {
            $(fn $method(self) -> Caught { Caught })*
        }
        impl<T> TakesAll for T {}
    };
}

struct Caught;

takes_all! {
    begin_pass end_pass enter judge look put recovery redeem unchecked visited message values context open
    open_state stated_context keep recall hold lease lost value show is_of entry read title description
    limit format to_schemars is_some as_ref
}

#[derive(askback::Form)]
#[form(json_schema, check = consistent)]
pub struct Form {
    #[form(length = 3..=200, default = "moved", check = brief, title = "Reason")]
    pub reason: Text,
    pub choice: Maybe<Choice>,
    pub field: Field,
}

#[derive(askback::Choice)]
pub enum Choice {
    Ok,
    Err,
    Some,
    None,
}

#[derive(askback::Field)]
#[field(range = 1..)]
pub struct Field(pub u32);

impl Form {
    pub fn schema() {}
    pub fn decode() {}
}

impl Choice {
    pub fn options() {}
    pub fn value(&self) {}
}

fn brief(_: &Text) -> std::result::Result<(), Text> {
    Ok(())
}

fn consistent(_: &Form) -> std::result::Result<(), Text> {
    Ok(())
}

pub struct Server;

impl Server {
    fn open(&self) {}
    fn context(&self) {}
    async fn found(&self, _: &askback::Recovery<'_>) -> Result<Text> {
        Ok(Text::new())
    }
}

#[tool_router(vis = "pub")]
impl Server {
    #[interactive(once, recover = Self::found)]
    #[tool]
    async fn purge(
        &self,
        Parameters(arguments): Parameters<BTreeMap<Text, u32>>,
        #[step(arguments.len())] rows: usize,
        #[ask("Why {rows}?", check = brief(&details.reason))] details: Form,
        #[ask("Go, {}?", details.reason)] confirmed: Confirmed,
    ) -> Result<Text> {
        drop(confirmed);
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn configure(&self, #[state] draft: &mut u32) -> Result<rmcp::model::CallToolResult> {
        *draft += 1;
        Ok(rmcp::model::CallToolResult::success(std::vec::Vec::new()))
    }
}

async fn found(_: &askback::Recovery<'_>) -> Result<Text> {
    Ok(Text::new())
}

#[operation(once, recover = found)]
pub async fn tidy(
    arguments: BTreeMap<Text, u32>,
    #[step(arguments.len())] rows: usize,
    #[ask("Why {rows}?", check = brief(&details.reason))] details: Form,
    #[ask("Go?")] confirmed: Confirmed,
) -> Result<Text> {
    drop(confirmed);
    Ok(details.reason)
}

#[test]
fn nothing_stands_in_the_way() {
    assert_eq!(<Form as askback::Form>::schema().fields().len(), 3);
    assert_eq!(Server::tool_router().list_all().len(), 2);
    assert_eq!(askback::Operation::<()>::name(self::tidy()), "tidy");
}
