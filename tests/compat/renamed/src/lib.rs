//! Case crate-renamed-dependency: the crate is called otherwise in `Cargo.toml`, and `crate = …` says how.

use std::collections::BTreeMap;

use asking::{Choice, Confirmed, Field, Form, interactive, message, operation};
use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};

type Arguments = BTreeMap<String, u32>;

#[derive(Form)]
#[form(crate = asking, json_schema)]
pub struct Deletion {
    #[form(length = 3..=200)]
    pub reason: String,
    pub severity: Severity,
    pub rows: Option<Rows>,
}

#[derive(Choice)]
#[choice(crate = "asking")]
pub enum Severity {
    /// Low: can wait
    Low,
    High,
}

#[derive(Field)]
#[field(crate = ::asking, range = 1..)]
pub struct Rows(pub u32);

pub struct Server;

#[tool_router(vis = "pub")]
impl Server {
    #[interactive(crate = asking)]
    #[tool]
    async fn purge(
        &self,
        Parameters(arguments): Parameters<Arguments>,
        #[step(arguments.len())] rows: usize,
        #[ask("Why {rows}?", sensitive = "a number")] details: Deletion,
        #[ask("Purge {}?", details.reason)] confirmed: Confirmed,
    ) -> Result<String, asking::Error> {
        drop(confirmed);
        Ok(details.reason)
    }
}

#[operation(crate = ::asking)]
pub async fn tidy(
    arguments: Arguments,
    #[ask("Why {}?", arguments.len())] details: Deletion,
    ask: &mut asking::Ask,
) -> Result<String, asking::Error> {
    let rows: Deletion = ask
        .form("more", message!("More than {}?", details.reason))
        .await?;
    drop(rows);
    Ok(details.reason)
}

#[test]
fn every_macro_finds_the_crate() {
    assert_eq!(Deletion::schema().fields().len(), 3);
    assert_eq!(Server::tool_router().list_all().len(), 1);
    assert_eq!(Server::purge_plan().rounds().len(), 2);
    assert_eq!(asking::Operation::<()>::name(tidy()), "tidy");
}
