//! Servers and forms with type parameters, lifetimes and where clauses.

use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use serde::de::DeserializeOwned;

trait Store: Send + Sync + 'static {
    type Row: serde::Serialize + DeserializeOwned + std::fmt::Display + Send + Sync;
    type Question: Form + std::fmt::Debug + Send + Sync;
    fn first(&self) -> Self::Row;
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    table: String,
}

struct Server<S, const N: usize> {
    store: S,
}

#[tool_router]
impl<S: Store, const N: usize> Server<S, N> {
    #[interactive]
    #[tool]
    async fn go<'server>(
        &'server self,
        Parameters(arguments): Parameters<Arguments>,
        #[step(self.store.first())] row: S::Row,
        #[step(Self::width())] width: usize,
        #[ask("Why {row}, {width}, {}?", arguments.table)] question: S::Question,
        #[ask("Go?")] confirmed: Confirmed<'_, Self>,
    ) -> Result<String, askback::Error>
    where
        S: Sized,
    {
        drop(confirmed);
        Ok(format!("{row} {width} {question:?} {}", arguments.table))
    }

    fn width() -> usize {
        N
    }
}

struct Memory;

#[derive(Debug, Form)]
struct Why {
    reason: String,
}

impl Store for Memory {
    type Row = String;
    type Question = Why;
    fn first(&self) -> String {
        "first".to_owned()
    }
}

fn main() {
    assert_eq!(Server::<Memory, 3>::tool_router().list_all().len(), 1);
    assert_eq!(Server::<Memory, 3>::go_plan().rounds().len(), 2);
    let _ = Server::<Memory, 3> { store: Memory };
}
