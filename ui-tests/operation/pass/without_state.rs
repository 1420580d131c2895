//! Without a `&S` an operation fits every registry, unsized states included.

use askback::{Form, Operation, Recovery, operation};

#[derive(Form)]
struct Name {
    name: String,
}

/// Greets.
#[operation]
async fn greet(#[ask("Who are you?")] name: Name) -> Result<String, askback::Error> {
    Ok(format!("Hello {}", name.name))
}

async fn known(recovery: &Recovery<'_>) -> Result<String, askback::Error> {
    Ok(recovery.answer::<Name>("name").map(|name| name.name).unwrap_or_default())
}

#[operation(recover = known)]
async fn keep(#[ask("Who are you?")] name: Name) -> Result<String, askback::Error> {
    Ok(name.name)
}

#[operation]
async fn nothing() -> Result<(), askback::Error> {
    Ok(())
}

struct Db;

fn fits<S: ?Sized + 'static>(operation: &dyn Operation<S>) -> &str {
    operation.name()
}

fn main() {
    assert_eq!(fits::<()>(&greet), "greet");
    assert_eq!(fits::<Db>(&greet), "greet");
    assert_eq!(fits::<str>(&keep), "keep");
    assert_eq!(fits::<dyn Send + Sync>(&keep), "keep");
    let operation: &dyn Operation<()> = &nothing;
    assert_eq!(operation.description(), None);
    let nothing_at_all = serde_json::json!({ "type": "object", "additionalProperties": false });
    assert_eq!(serde_json::Value::Object(operation.input_schema()), nothing_at_all);
}
