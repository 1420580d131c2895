//! Case crate-re-exported-by-facade: the only dependency is a crate that re-exports askback and rmcp.

use std::collections::BTreeMap;

use facade::asking::{self, Choice, Confirmed, Field, Form, interactive, operation};
use facade::rmcp::{self, handler::server::wrapper::Parameters, tool, tool_router};

#[derive(Form)]
#[form(crate = facade::asking)]
pub struct Deletion {
    pub reason: String,
    pub severity: Severity,
    pub rows: Option<Rows>,
}

#[derive(Choice)]
#[choice(crate = asking)]
pub enum Severity {
    Low,
}

#[derive(Field)]
#[field(crate = ::facade::asking, range = 1..)]
pub struct Rows(pub u32);

// Its macro finds askback by `$crate`.
facade::one_question! {
    /// How many?
    pub struct Count { rows: u8 = 3 }
}

pub struct Server;

#[tool_router(vis = "pub")]
impl Server {
    #[interactive(crate = facade::asking)]
    #[tool]
    async fn purge(
        &self,
        Parameters(arguments): Parameters<BTreeMap<String, u32>>,
        #[ask("Why {}?", arguments.len())] details: Deletion,
        #[ask("Go?")] confirmed: Confirmed,
    ) -> Result<String, asking::Error> {
        drop(confirmed);
        Ok(details.reason)
    }
}

#[operation(crate = facade::asking)]
pub async fn tidy(#[ask("How many?")] count: Count) -> Result<u8, asking::Error> {
    Ok(count.rows)
}

#[test]
fn every_macro_finds_the_crate() {
    assert_eq!(Deletion::schema().fields().len(), 3);
    let text = Count::schema().json_text();
    assert!(text.contains(r#""default":3"#), "{text}");
    assert_eq!(Server::purge_plan().rounds().len(), 2);
    assert_eq!(asking::Operation::<()>::name(tidy()), "tidy");
}
