//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use lexopt::{Arg, Parser, ValueExt as _};

use crate::places::Death;

pub(crate) const USAGE: &str = "\
Three server processes share one ledger. Every leg of a conversation lands on another process.

usage: fleet [--store redis|sqlite]
       fleet [--store redis|sqlite] [--conversations N] [--chaos SECONDS] [--seed N]

Without --conversations and --chaos it tells the story of one conversation. With them it carries on N conversations (default 100)
while for SECONDS (default 0) processes are killed and started again, and Redis is paused, killed and started again. The last line
on standard output is one line of JSON:

  conversations   how many there were
  finished        ended with the effect, or with the no that the person gave
  refused         ended with a plain reason why not; `reasons` counts them
  lost_answers    an answer that was acknowledged, and had to be given again or came out otherwise
  forks           two next prompts for one token
  double_effects  more than one effect in one conversation
  kills           processes that were killed; `kills_between` counts between what
  seed            gives the same dice again

  --store redis   the default: needs `redis-server`, and starts its own in a folder of its own
  --store sqlite  one file, for processes of one host

exit code: 0 if nothing was lost, forked or done twice and every conversation ended; 1 if not, and when anything fails;
2 for a wrong command line; 3 if there is no `redis-server`.";

/// What is to be done.
pub(crate) enum Options {
    Help,
    /// The story of one conversation.
    Story {
        store: Kind,
    },
    Chaos(Chaos),
    /// Be one of the processes.
    Serve(Serve),
}

/// What kind of store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Redis,
    Sqlite,
}

/// Many conversations, and what befalls them.
pub(crate) struct Chaos {
    pub(crate) store: Kind,
    pub(crate) conversations: u32,
    pub(crate) time: Duration,
    pub(crate) seed: u64,
}

/// What a server process is told.
pub(crate) struct Serve {
    /// `redis://…` or `sqlite:…`.
    pub(crate) store: String,
    pub(crate) journal: PathBuf,
    pub(crate) death: Option<Death>,
}

impl Options {
    /// Reads the arguments, the program's name not among them.
    pub(crate) fn read(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<Self> {
        let mut parser = Parser::from_args(args);
        let (mut kind, mut store, mut journal, mut death) = (Kind::Redis, None, None, None);
        let (mut conversations, mut seconds, mut seed) = (None, None, None);
        let mut serve = false;
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("help") | Arg::Short('h') => return Ok(Self::Help),
                Arg::Value(word) if word == "serve" => serve = true,
                Arg::Long("store") => {
                    let text = parser.value()?.string()?;
                    match text.as_str() {
                        "redis" => kind = Kind::Redis,
                        "sqlite" => kind = Kind::Sqlite,
                        _ if serve => store = Some(text),
                        _ => bail!("`--store {text}` is neither redis nor sqlite"),
                    }
                }
                Arg::Long("journal") if serve => journal = Some(parser.value()?.into()),
                Arg::Long("die") if serve => {
                    death = Some(Death::read(&parser.value()?.string()?)?);
                }
                Arg::Long("conversations") => conversations = Some(parser.value()?.parse()?),
                Arg::Long("chaos") => seconds = Some(parser.value()?.parse()?),
                Arg::Long("seed") => seed = Some(parser.value()?.parse()?),
                unknown => return Err(unknown.unexpected().into()),
            }
        }
        if serve {
            return Ok(Self::Serve(Serve {
                store: store.context("`serve` needs a `--store`")?,
                journal: journal.context("`serve` needs a `--journal`")?,
                death,
            }));
        }
        if (conversations, seconds, seed) == (None, None, None) {
            return Ok(Self::Story { store: kind });
        }
        let conversations = conversations.unwrap_or(100);
        ensure!(
            (1..=100_000).contains(&conversations),
            "`--conversations` is 1 to 100000"
        );
        let seconds = seconds.unwrap_or(0);
        ensure!(seconds <= 3_600, "`--chaos` is at most 3600 seconds");
        Ok(Self::Chaos(Chaos {
            store: kind,
            conversations,
            time: Duration::from_secs(seconds),
            seed: seed.unwrap_or_else(|| fastrand::u64(..1_000_000)),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> anyhow::Result<Options> {
        Options::read(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn every_form_of_the_line_is_read() {
        assert!(matches!(read("--help").unwrap(), Options::Help));
        let story = read("--store sqlite").unwrap();
        assert!(matches!(
            story,
            Options::Story {
                store: Kind::Sqlite
            }
        ));
        let Options::Chaos(chaos) = read("--conversations 7 --chaos 3 --seed 5").unwrap() else {
            panic!("not chaos");
        };
        assert_eq!((chaos.conversations, chaos.seed), (7, 5));
        assert_eq!((chaos.store, chaos.time.as_secs()), (Kind::Redis, 3));
        let serve = read("serve --store redis://there/ --journal j --die effect-finish:2");
        assert!(matches!(
            serve.unwrap(),
            Options::Serve(Serve { death: Some(_), .. })
        ));
    }

    #[test]
    fn what_is_not_meant_is_refused() {
        for line in [
            "--conversations 0",
            "--conversations many",
            "--chaos 3601",
            "--store nowhere",
            "--journal j",
            "serve",
            "serve --store redis://there/ --journal j --die anywhere:1",
            "serve --store redis://there/ --journal j --die effect-finish",
            "story",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
