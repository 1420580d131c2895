//! Lifetimes that are elided, written out and named, of the state, of a confirmation and of what asks.

use askback::registry::Registry;
use askback::{Answer, Ask, Askback, Confirmed, Form, Modes, operation};
use serde_json::json;

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db {
    name: String,
}

enum Purge {}

type Sure<'a> = Confirmed<'a, Purge>;

fn shorter<'a>(left: &'a str, _: &str) -> &'a str {
    left
}

async fn purge(_: Sure<'_>, name: &str) -> String {
    format!("{name} purged")
}

#[operation]
async fn elided(db: &Db, #[ask("{}?", shorter(&db.name, ""))] sure: Sure<'_>, ask: &mut Ask<'_>) -> Result<String, askback::Error> {
    let details: Details = ask.form("why", "Why?").await?;
    Ok(purge(sure, shorter(&db.name, &details.reason)).await)
}

#[operation]
async fn named<'db>(
    db: &'db Db,
    #[ask("Why?")] details: Details,
    #[ask("Go?")] sure: Answer<Confirmed<'_, Purge>>,
) -> Result<String, askback::Error> {
    let name: &'db str = shorter(&db.name, &details.reason);
    match sure.accepted() {
        Some(sure) => Ok(purge(sure, name).await),
        None => Ok(name.to_owned()),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let db = Db { name: "users".to_owned() };
    let registry = Registry::new(db, Askback::builder().build().unwrap()).register(elided).register(named);
    let asked = registry.call("elided", json!({})).modes(Modes::FORM).invoke().await.pending().unwrap();
    assert_eq!(asked.message(), "users?");
    let asked = named::plan();
    assert_eq!(asked.rounds()[1].questions()[0].covers(), ["details"]);
}
