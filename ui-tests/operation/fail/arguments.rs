//! The arguments are one parameter, by value.

use askback::operation;
use rmcp::handler::server::wrapper::Parameters;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    days: u32,
}

// Case: as if they were those of a function.
#[operation]
async fn two(days: u32, name: String) -> Result<String, askback::Error> {
    Ok(format!("{name} {days}"))
}

// Case: each one too many is said.
#[operation]
async fn three(days: u32, name: String, force: bool) -> Result<String, askback::Error> {
    Ok(format!("{name} {days} {force}"))
}

// Case: rmcp's extractor.
#[operation]
async fn extracted(Parameters(Args { days }): Parameters<Args>) -> Result<u32, askback::Error> {
    Ok(days)
}

// Case: a type parameter in other words.
#[operation]
async fn any_args(args: impl serde::de::DeserializeOwned) -> Result<u8, askback::Error> {
    drop(args);
    Ok(1)
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Borrowed<'a> {
    name: &'a str,
}

// Case: they are read for the call.
#[operation]
async fn borrowed<'a>(args: Borrowed<'a>) -> Result<usize, askback::Error> {
    Ok(args.name.len())
}

fn main() {}
