//! Return types: any error that lets a pause out, any outcome that is JSON, aliases.

use std::collections::BTreeMap;

use askback::{Ask, Form, Operation, Pause, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

#[derive(Debug)]
enum OwnError {
    Io(std::io::Error),
    Pause(Pause),
}

impl std::fmt::Display for OwnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Pause(pause) => pause.fmt(f),
        }
    }
}

impl std::error::Error for OwnError {}

impl From<Pause> for OwnError {
    fn from(pause: Pause) -> Self {
        Self::Pause(pause)
    }
}

impl From<std::io::Error> for OwnError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

type Outcome<T> = Result<T, OwnError>;

fn read() -> Result<u8, std::io::Error> {
    Ok(1)
}

#[operation]
async fn own(#[step(read()?)] one: u8, #[ask("Why?")] details: Details, ask: &mut Ask) -> Outcome<(u8, String)> {
    let more: Details = ask.form("more", "More?").await?;
    Ok((one + read()?, details.reason + &more.reason))
}

#[operation]
async fn text(#[ask("Why?")] details: Details) -> Result<Option<String>, String> {
    Err(details.reason)
}

#[operation]
async fn boxed(#[ask("Why?")] details: Details) -> Result<BTreeMap<String, u8>, Box<dyn std::error::Error + Send + Sync>> {
    Ok([(details.reason, read()?)].into())
}

#[operation]
async fn never(#[ask("Why?")] details: Details) -> Result<(), askback::Error> {
    Err(format!("never: {}", details.reason))?
}

fn fits(_: impl Operation<()>) {}

fn main() {
    fits(own);
    fits(text);
    fits(boxed);
    fits(never);
}
