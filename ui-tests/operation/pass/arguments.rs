//! The arguments are whatever serde reads and schemars describes.

use std::collections::BTreeMap;

use askback::{Form, Operation, operation};
use serde_json::{Map, Value, json};

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// How old they are at least.
    older_than_days: u32,
    #[serde(default)]
    tags: Vec<String>,
    kind: Option<Kind>,
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Full,
    Part,
}

#[derive(Form)]
struct Details {
    reason: String,
}

// Case: taken apart, moved out of by the body, and lent to expressions.
#[operation]
async fn pattern(
    Args { older_than_days: days, mut tags, kind }: Args,
    #[step(tags.len())] count: usize,
    #[ask("Why {days} days, {count} of {kind:?}?")] details: Details,
) -> Result<Vec<String>, askback::Error> {
    tags.push(details.reason);
    Ok(tags)
}

#[operation]
async fn whole(args: Args, #[ask("{}?", args.older_than_days)] details: Details) -> Result<usize, askback::Error> {
    let Args { tags, .. } = args;
    Ok(tags.len() + details.reason.len())
}

// Case: not looked at in the body.
#[operation]
async fn unused(_: Args) -> Result<(), askback::Error> {
    Ok(())
}

#[operation]
async fn any(args: Map<String, Value>) -> Result<usize, askback::Error> {
    Ok(args.len())
}

#[operation]
async fn map(mut args: BTreeMap<String, u64>) -> Result<u64, askback::Error> {
    args.insert(String::new(), 1);
    Ok(args.values().sum())
}

fn schema(operation: impl Operation<()>) -> Value {
    Value::Object(operation.input_schema())
}

fn main() {
    let described = schema(pattern);
    assert_eq!(described["properties"]["olderThanDays"]["description"], "How old they are at least.");
    assert_eq!(described["required"], json!(["olderThanDays"]));
    assert_eq!(described["additionalProperties"], false);
    assert_eq!(schema(whole), described);
    assert_eq!(schema(unused), described);
    assert_eq!(schema(any)["type"], "object");
    assert_eq!(schema(map)["additionalProperties"]["type"], "integer");
    let _ = (Kind::Full, Kind::Part);
}
