//! The functions of a gate by hand: what they take, and that nobody is warned of them.
#![deny(warnings, missing_docs, unused, unreachable_pub, unused_qualifications, single_use_lifetimes)]
#![deny(elided_lifetimes_in_paths, let_underscore_drop, unused_lifetimes, private_interfaces)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]

use askback::{Answer, Confirmed, Form, GateError, GateQuestion, Verified, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

/// The gate of `drop_table`.
#[derive(Debug)]
pub enum DropTable {}

/// What to drop.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Drop {
    /// The table.
    pub table: String,
    /// How.
    pub how: How,
}

/// How.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub enum How {
    /// Now.
    Now,
    /// Later.
    Later,
}

// Private, and in a function that is not.
#[derive(Form)]
struct Details {
    reason: String,
}

/// A server.
#[derive(Debug)]
pub struct Server<T> {
    limit: T,
}

#[tool_router]
impl<T: Send + Sync + std::fmt::Display + 'static> Server<T> {
    /// Drops a table.
    ///
    /// # Errors
    ///
    /// When it cannot.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    pub async fn drop_table(
        &self,
        Parameters(Drop { mut table, how: r#type }): Parameters<Drop>,
        #[step(u64::try_from(table.len()).unwrap_or_default())] rows: u64,
        #[step(vec![1, 2])] ids: Vec<u64>,
        #[ask("Why?")] details: Details,
        #[ask("Why not?")] _others: Answer<Details>,
        #[ask(
            "Drop {} rows of `{table}` {type:?} {}? {}",
            if rows > 3 && r#type == How::Now { rows + 1 } else { rows },
            matches!(r#type, How::Later),
            details.reason,
            typed = table.to_uppercase(),
            label = format!("Of {}, {first}", ids.iter().filter(|id| **id > rows).count(), first = ids[0]),
            covers = (ids, r#type, Covered { rows, how: r#type }),
            when = rows > 0,
        )]
        _confirmed: Option<Confirmed<'_, DropTable>>,
    ) -> Result<String, askback::Error> {
        table.push('!');
        Ok(table)
    }

    /// Mentions the server.
    ///
    /// # Errors
    ///
    /// When it cannot.
    #[interactive]
    #[tool]
    pub async fn below(
        &self,
        #[ask("Go below {}?", self.limit)] _confirmed: Answer<Confirmed>,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    /// Mentions nothing.
    ///
    /// # Errors
    ///
    /// When it cannot.
    #[interactive]
    #[tool]
    pub async fn r#move(&self, #[ask("Go?")] _confirmed: Confirmed<'_>) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    /// Waits for what it shows, so that it is not asked by hand.
    ///
    /// # Errors
    ///
    /// When it cannot.
    #[interactive]
    #[tool]
    pub async fn awaited(
        &self,
        #[ask("Go, {}?", std::future::ready(1).await)] _confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

#[derive(serde::Serialize)]
struct Covered {
    rows: u64,
    how: How,
}

fn asked(server: &Server<u8>, parameters: &Parameters<Drop>) -> [GateQuestion; 3] {
    let details = Details { reason: String::new() };
    [
        Server::<u8>::drop_table_ask(parameters, &3, &vec![1], &details),
        server.below_ask(),
        Server::<u8>::move_ask(),
    ]
}

fn decided(verified: &Verified) -> Result<Confirmed<'_, DropTable>, GateError> {
    drop(Server::<u8>::below_decide(verified)?);
    drop(Server::<u8>::move_decide(verified)?);
    Server::<u8>::drop_table_decide(verified)
}

fn main() {
    let parameters = Parameters(Drop { table: "users".to_owned(), how: How::Now });
    let questions = asked(&Server { limit: 3 }, &parameters);
    assert_eq!(format!("{:?}", questions[0]), "GateQuestion { key: \"confirmed\", .. }");
    let _: fn(&Verified) -> Result<Confirmed<'_, DropTable>, GateError> = decided;
    assert_eq!(Server::<u8>::tool_router().list_all().len(), 4);
}
