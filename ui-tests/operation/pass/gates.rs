//! Every kind of confirmation that an operation may have, each opened by what opens it and by nothing else.

use askback::registry::Registry;
use askback::{Askback, Confirmed, Modes, operation};
use serde_json::{Map, json};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Table {
    table: String,
    rows: Vec<u64>,
}

enum Empty {}
enum Archive {}

fn empty(_: Confirmed<'_, Empty>) -> &'static str {
    "emptied"
}

fn archive(_: Confirmed<'_, Archive>) -> &'static str {
    "archived"
}

#[operation]
async fn both(
    Table { table, rows }: Table,
    #[ask("Type `{table}`", typed = &table, label = format!("Name of {}", table.len()))] first: Confirmed<Archive>,
    #[ask("Empty `{table}`?", label = "Yes, empty it", covers = (rows, &table))] second: Confirmed<Empty>,
) -> Result<[&'static str; 2], askback::Error> {
    Ok([archive(first), empty(second)])
}

#[operation(non_destructive)]
async fn plain(#[ask("Read on?", plain)] sure: Confirmed) -> Result<bool, askback::Error> {
    drop(sure);
    Ok(true)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let registry = Registry::new((), Askback::builder().build().unwrap()).register(both).register(plain);
    let call = || registry.call("both", json!({ "table": "users", "rows": [1, 2] })).modes(Modes::FORM);
    let typed = call().invoke().await.pending().unwrap();
    let field = typed.fields()[0].name().to_owned();
    // What is typed wrongly opens nothing, and can be typed again.
    assert!(typed.accept(Map::from_iter([(field.clone(), json!("user"))])).invoke().await.failed().is_some());
    let asked = typed.accept(Map::from_iter([(field, json!("users"))])).invoke().await.pending().unwrap();
    assert!(asked.is_gate());
    assert_eq!(asked.message(), "Empty `users`?");
    let field = asked.fields()[0].name().to_owned();
    assert!(asked.accept(Map::from_iter([(field.clone(), json!(false))])).invoke().await.finished().is_none());
    let typed = call().invoke().await.pending().unwrap();
    let typed = typed.accept(Map::from_iter([(typed.fields()[0].name().to_owned(), json!("users"))]));
    let asked = typed.invoke().await.pending().unwrap();
    let done = asked.accept(Map::from_iter([(field, json!(true))])).invoke().await;
    assert_eq!(done.finished(), Some(json!(["archived", "emptied"])));
    let asked = registry.call("plain", json!({})).modes(Modes::FORM).invoke().await.pending().unwrap();
    assert!(asked.fields().is_empty());
    assert_eq!(asked.accept(json!({})).invoke().await.finished(), Some(json!(true)));
}
