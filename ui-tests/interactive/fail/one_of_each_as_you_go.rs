//! A mistake of each kind in what is asked as the body goes: each gives one error, and all are told in one compile.

use askback::{Ask, Consent, Form, Pause};
use serde_json::{Map, Value, json};

#[derive(Form)]
struct Details {
    reason: String,
}

// What is asked for.

async fn nobody_takes_it(ask: &mut Ask<'_>) -> Result<(), Pause> {
    ask.confirm("sure", "Sure?").await?; //~
    Ok(())
}

async fn no_form(ask: &mut Ask<'_>) -> Result<u8, Pause> {
    ask.form("number", "How many?").await //~
}

async fn no_gate(ask: &mut Ask<'_>) -> Result<Details, Pause> {
    ask.confirm("sure", "Sure?").await //~
}

async fn no_visit(ask: &mut Ask<'_>) -> Result<Details, Pause> {
    ask.url("visit", "https://example.com/", "There").await //~
}

async fn without_its_schema(ask: &mut Ask<'_>) -> Result<Map<String, Value>, Pause> {
    ask.form("fields", "What?").await //~
}

// What the question takes.

async fn a_schema_too_many(ask: &mut Ask<'_>) -> Result<Details, Pause> {
    ask.form("why", "Why?").schema(json!({})).await //~
}

async fn a_default_of_a_visit(ask: &mut Ask<'_>) -> Result<Consent, Pause> {
    ask.url("visit", "https://example.com/", "There").default("reason", "x").await //~
}

async fn a_typed_form(ask: &mut Ask<'_>) -> Result<Details, Pause> {
    ask.form("why", "Why?").typed("yes").await //~
}

async fn a_rule_that_is_not_awaited(ask: &mut Ask<'_>) -> Result<Details, Pause> {
    ask.form("why", "Why?").check(|_| Ok::<(), &str>(())).await //~
}

async fn an_end_that_is_not_awaited(ask: &mut Ask<'_>) -> Result<Consent, Pause> {
    ask.url("visit", "https://example.com/", "There").until(|| true).await //~
}

// How far the work is.

async fn progress(ask: &mut Ask<'_>) {
    let progress = ask.progress();
    progress.report("3", 10, "copying"); //~
    progress.report(3, Some(10_u8), "copying"); //~
    progress.report(3, 10, Some(String::from("copying"))); //~
}

fn main() {}
