//! Approvals on the command line: an operation asks, its question waits in a directory, and another process answers it hours later, up to a day.
//! No MCP is in it.
//!
//! ```sh
//! cargo run --example approvals                       # the story, by itself
//! cargo run --example approvals -- request 30         # says in which directory
//! cargo run --example approvals -- --dir DIR list
//! cargo run --example approvals -- --dir DIR answer 1 id=OPS-7
//! cargo run --example approvals -- --dir DIR answer 1 confirm=yes
//! cargo run --example approvals -- --help
//! ```

mod files;
mod operation;
mod story;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use askback::clock::SystemClock;
use askback::ledger::{Limits, SqliteStore};
use askback::registry::{Call, Outcome, Pending, Registry};
use askback::{Askback, Modes};
use lexopt::{Arg, Parser, ValueExt as _};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::files::{Approval, Approvals};
use crate::operation::{Db, purge_backups};

const USAGE: &str = "\
Approvals that wait in a directory: each command is a process of its own.

usage: approvals [--dir DIR] request DAYS             ask for old backups to be deleted
       approvals --dir DIR list                       what is asked, and how the rest ended
       approvals --dir DIR answer NUMBER FIELD=TEXT…  answer what is asked
       approvals --dir DIR decline NUMBER             say no
       approvals [--dir DIR]                          the story of one approval, by itself

DIR is made if it is not there; without it `request` takes a new one in the temporary directory and names it, and so does the
story, which removes it. In it are the ledger (ledger.sqlite), the key that seals it (key), what is waited for (approvals.json) and the backups (backups.json),
for their owner's eyes alone. A question can be answered for a day.

exit code: 0 if the command was carried out; 1 if it was not, with the reason; 2 for a wrong command line.";

/// What the command line says.
pub(crate) enum Line {
    Help,
    /// In this directory, or in one that is gone at the end.
    Story(Option<PathBuf>),
    Command(PathBuf, Command),
}

pub(crate) enum Command {
    Request {
        days: u32,
    },
    List,
    Answer {
        number: usize,
        fields: Vec<(String, String)>,
    },
    Decline {
        number: usize,
    },
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let line = match Line::read(std::env::args_os().skip(1)) {
        Ok(line) => line,
        Err(error) => {
            eprintln!("{error:#}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match carry_out(line).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn carry_out(line: Line) -> anyhow::Result<()> {
    match line {
        Line::Help => println!("{USAGE}"),
        Line::Story(None) => {
            let directory = new_directory()?;
            println!(
                "in {}, which is gone at the end",
                directory.path().display()
            );
            story::tell(directory.path()).await?;
        }
        Line::Story(Some(directory)) => story::tell(&directory).await?,
        Line::Command(directory, command) => println!("{}", run(&directory, &command).await?),
    }
    Ok(())
}

fn new_directory() -> io::Result<TempDir> {
    let mut named = tempfile::Builder::new();
    named.prefix("askback-approvals-").tempdir()
}

impl Line {
    /// Reads the arguments, the program's name not among them.
    pub(crate) fn read(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<Self> {
        let mut parser = Parser::from_args(args);
        let mut directory = None;
        let mut words = Vec::new();
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("help") | Arg::Short('h') => return Ok(Self::Help),
                Arg::Long("dir") => directory = Some(PathBuf::from(parser.value()?)),
                Arg::Value(word) => words.push(word.string()?),
                unknown => return Err(unknown.unexpected().into()),
            }
        }
        if let Some(directory) = &directory {
            std::fs::create_dir_all(directory).context("the directory cannot be made")?;
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(command) = Command::read(&words)? else {
            return Ok(Self::Story(directory));
        };
        let directory = match (directory, &command) {
            (Some(directory), _) => directory,
            (None, Command::Request { .. }) => {
                let directory = new_directory()?.keep();
                println!("in --dir {}", directory.display());
                directory
            }
            _ => bail!("say `--dir DIR`: `request` names it"),
        };
        Ok(Self::Command(directory, command))
    }
}

impl Command {
    fn read(words: &[&str]) -> anyhow::Result<Option<Self>> {
        Ok(Some(match *words {
            [] => return Ok(None),
            ["request", days] => Self::Request {
                days: days.parse().context("DAYS")?,
            },
            ["list"] => Self::List,
            ["answer", number, ref fields @ ..] => {
                let fields = fields.iter().map(|field| {
                    let (name, text) = field
                        .split_once('=')
                        .with_context(|| format!("`{field}` has no `=`; it goes FIELD=TEXT"))?;
                    Ok((name.to_owned(), text.to_owned()))
                });
                Self::Answer {
                    number: number.parse().context("NUMBER")?,
                    fields: fields.collect::<anyhow::Result<_>>()?,
                }
            }
            ["decline", number] => Self::Decline {
                number: number.parse().context("NUMBER")?,
            },
            _ => bail!("`{}` is no command", words.join(" ")),
        }))
    }
}

/// Opens everything anew, as a process does that was just started.
fn open(directory: &Path) -> anyhow::Result<Registry<Db>> {
    let file = directory.join("ledger.sqlite");
    let store = SqliteStore::open(file, Arc::new(SystemClock), Limits::default())?;
    let askback = Askback::builder()
        .key(files::key(directory)?)
        .audience("approvals.example.com")
        .ttl(Duration::from_secs(24 * 60 * 60))
        .ledger(store)
        .build()?;
    Ok(Registry::new(Db::open(directory), askback).register(purge_backups))
}

/// Carries a command out; gives what is to be said.
pub(crate) async fn run(directory: &Path, command: &Command) -> anyhow::Result<String> {
    let registry = open(directory)?;
    let mut approvals = Approvals::open(directory)?;
    match command {
        Command::Request { days } => {
            let approval = Approval {
                operation: "purge_backups".to_owned(),
                arguments: json!({ "older_than_days": days }),
                continuation: String::new(),
                ended: None,
            };
            let call = registry.call(&approval.operation, approval.arguments.clone());
            invoke(call, &mut approvals, None, approval).await
        }
        Command::List => list(&registry, &approvals).await,
        Command::Answer { number, fields } => {
            let approval = approvals.get(*number)?.clone();
            let call = resume(&registry, &approval);
            // What is asked says how a text is read.
            let answer = match resume(&registry, &approval).invoke().await {
                Outcome::Pending(pending) => filled(&pending, fields)?,
                // It was answered before: then it is the texts that count.
                _ => texts(fields),
            };
            invoke(call.accept(answer), &mut approvals, Some(*number), approval).await
        }
        Command::Decline { number } => {
            let approval = approvals.get(*number)?.clone();
            let call = resume(&registry, &approval).decline();
            invoke(call, &mut approvals, Some(*number), approval).await
        }
    }
}

/// The call that an approval is of, as far as it has got.
fn resume(registry: &Registry<Db>, approval: &Approval) -> Call<Db> {
    let call = registry.call(&approval.operation, approval.arguments.clone());
    call.modes(Modes::FORM).resume(&approval.continuation)
}

/// Makes a call, and keeps what it came to.
async fn invoke(
    call: Call<Db>,
    approvals: &mut Approvals,
    number: Option<usize>,
    mut approval: Approval,
) -> anyhow::Result<String> {
    match call.modes(Modes::FORM).invoke().await {
        Outcome::Pending(pending) => {
            pending
                .continuation()
                .clone_into(&mut approval.continuation);
            let number = approvals.keep(number, approval)?;
            Ok(shown(number, &pending))
        }
        Outcome::Finished(value) => {
            approval.ended = Some(value.to_string());
            let number = approvals.keep(number, approval)?;
            Ok(format!("{number}. done: {value}"))
        }
        // The person's no is an end. After anything else the same question may still be open.
        Outcome::Failed(failure) if failure.is_refused() => {
            approval.ended = Some(failure.to_string());
            let number = approvals.keep(number, approval)?;
            Ok(format!("{number}. {failure}"))
        }
        Outcome::Failed(failure) => {
            let reasons = failure.errors().iter().map(|error| format!("\n   {error}"));
            bail!("{failure}{}", reasons.collect::<String>())
        }
    }
}

async fn list(registry: &Registry<Db>, approvals: &Approvals) -> anyhow::Result<String> {
    let mut lines = Vec::new();
    for (number, approval) in approvals.iter() {
        lines.push(match &approval.ended {
            Some(ended) => format!("{number}. ended: {ended}"),
            // A call that says nothing gets the open question.
            None => match resume(registry, approval).invoke().await {
                Outcome::Pending(pending) => shown(number, &pending),
                Outcome::Finished(value) => format!("{number}. done: {value}"),
                Outcome::Failed(failure) => format!("{number}. {failure}"),
            },
        });
    }
    if lines.is_empty() {
        lines.push("nothing was requested".to_owned());
    }
    Ok(lines.join("\n"))
}

fn shown(number: usize, pending: &Pending<Db>) -> String {
    let fields = pending.fields().iter().map(|field| {
        let name = field.name();
        let text = field.description().or(field.title()).unwrap_or(name);
        format!("\n   {name}=…  {text}")
    });
    let fields: String = fields.collect();
    format!("{number}. {}{fields}", pending.message())
}

/// The texts as the form's fields read them.
fn filled(pending: &Pending<Db>, texts: &[(String, String)]) -> anyhow::Result<Map<String, Value>> {
    let mut answer = Map::new();
    for (name, text) in texts {
        let field = pending.fields().iter().find(|field| field.name() == name);
        let field = field.with_context(|| format!("there is no field `{name}`"))?;
        if let Some(value) = field.parse(text)? {
            answer.insert(name.clone(), value);
        }
    }
    Ok(answer)
}

/// The same where no form says how they are read: a yes or no as one, else as JSON, if they are some.
fn texts(texts: &[(String, String)]) -> Map<String, Value> {
    let read = |text: &str| match text {
        "yes" | "y" => json!(true),
        "no" | "n" => json!(false),
        _ => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    };
    texts
        .iter()
        .map(|(name, text)| (name.clone(), read(text)))
        .collect()
}
