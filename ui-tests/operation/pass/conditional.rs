//! An operation that a `cfg` takes away leaves no type, no value and no implementation behind.

use askback::registry::Registry;
use askback::{Askback, Form, Modes, Recovery, operation};
use serde_json::json;

#[derive(Form)]
struct Details {
    reason: String,
}

// Case cfg-inside-attribute-macro-impl.
#[operation(recover = no_such_function)]
#[cfg(any())]
async fn gone_below(state: &NoSuchType, #[ask("Why?")] details: NoSuchType) -> NoSuchType {
    no_such_function()
}

#[cfg(any())]
#[operation]
async fn gone_above(#[step(no_such_function())] value: NoSuchType) -> NoSuchType {
    value
}

// Its name is free for something else.
#[cfg(any())]
#[operation]
async fn here(#[ask("Why?")] details: NoSuchType) -> NoSuchType {}

async fn found(_: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok("found".to_owned())
}

#[cfg(all())]
#[operation(recover = found)]
#[cfg_attr(all(), doc = "Here.")]
#[cfg_attr(any(), doc = "Gone.")]
#[cfg(all())]
async fn here(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    #[cfg(any())]
    let details = no_such_function();
    Ok(details.reason)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let askback = Askback::builder().ledger(askback::ledger::MemoryStore::default()).build().unwrap();
    let registry = Registry::new((), askback).register(here);
    let described: Vec<_> = registry.operations().map(|operation| operation.description().map(str::to_owned)).collect();
    assert_eq!(described, [Some("Here.".to_owned())]);
    let asked = registry.call("here", json!({})).modes(Modes::FORM).invoke().await.pending().unwrap();
    assert_eq!(asked.accept(json!({ "reason": "x" })).invoke().await.finished(), Some(json!("x")));
}
