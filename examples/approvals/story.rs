//! The story of one approval: each command opens everything anew, as after a restart.

use std::path::Path;

use anyhow::{bail, ensure};
use serde_json::Value;

use crate::{Line, run};

/// Shows a command line, and what is said.
async fn command(directory: &Path, line: &str) -> anyhow::Result<String> {
    println!("\n$ approvals {line}");
    let words = line.split_whitespace().map(Into::into);
    let arguments = ["--dir".into(), directory.into()].into_iter().chain(words);
    let Line::Command(directory, command) = Line::read(arguments)? else {
        bail!("this is no command");
    };
    let said = run(&directory, &command).await;
    match &said {
        Ok(said) => println!("{said}"),
        Err(error) => println!("{error:#}"),
    }
    said
}

/// Tells it; an error if anything goes otherwise than it should.
pub(crate) async fn tell(directory: &Path) -> anyhow::Result<()> {
    let asked = command(directory, "request 30").await?;
    ensure!(
        asked.contains("ticket"),
        "this should have asked for the ticket"
    );
    let again = command(directory, "list").await?;
    ensure!(again == asked, "this should have been the same question");
    let gate = command(directory, "answer 1 id=OPS-7").await?;
    ensure!(
        gate.contains("Delete 3 backups"),
        "this should have asked for the confirmation"
    );
    let done = command(directory, "answer 1 confirm=true").await?;
    ensure!(done.contains("OPS-7"), "this should have been the outcome");

    println!("\nAn approval that was answered cannot be answered twice.");
    let looked_up = command(directory, "answer 1 confirm=true").await?;
    ensure!(looked_up == done, "this should have been looked up");
    if command(directory, "decline 1").await.is_ok() {
        bail!("this should have been a conflict");
    }
    let backups = std::fs::read(directory.join("backups.json"))?;
    let backups: Value = serde_json::from_slice(&backups)?;
    let deletions = backups.pointer("/purged").and_then(Value::as_object);
    ensure!(
        deletions.is_some_and(|all| all.len() == 1),
        "there should have been one deletion"
    );

    println!("\nAnd one that is declined:");
    command(directory, "request 10").await?;
    let declined = command(directory, "decline 2").await?;
    ensure!(declined.contains("declined"), "this should have ended");
    let ended = command(directory, "list").await?;
    ensure!(
        ended.matches(". ended: ").count() == 2,
        "both should have ended"
    );
    Ok(())
}
