//! What an example is told on the command line.

use std::{ffi::OsString, str::FromStr};

use anyhow::{Context as _, anyhow, bail};
use lexopt::{Arg, Parser, ValueExt as _};
use rmcp::model::ProtocolVersion;

use crate::script::Refusal;

/// How the command line goes.
pub(crate) const USAGE: &str = "\
[--scripted [decline[=KEY] | cancel[=KEY]]] [--era 2026-07-28|2025-11-25|2025-06-18] [--arg NAME=TEXT]…

--scripted   a script answers, not the person at the terminal; it declines or cancels its first question, or the one named
--era        the protocol revision that the client speaks
--arg        another text for an argument of the call";

/// What an example is told on the command line; `--help` tells what that may be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Who answers.
    pub mode: Mode,
    /// The protocol that the client speaks.
    pub era: Era,
    /// Arguments of the call that are others than the example's own: names and texts.
    pub arguments: Vec<(String, String)>,
}

/// Who answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Mode {
    /// The person at the terminal.
    #[default]
    Terminal,
    /// The script, and what it refuses.
    Scripted(Option<Refusal>),
    /// Nobody: what the command line may be is printed.
    Help,
}

/// The protocol revision that the client speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Era {
    /// `2026-07-28`: the server asks by its result, and the call is made again with the answers.
    #[default]
    Modern,
    /// `2025-11-25`: the server asks by `elicitation/create` while the call is open.
    Handshake,
    /// `2025-06-18`: the same, with forms only.
    FirstHandshake,
}

impl Era {
    /// The revision's name.
    #[must_use]
    pub fn version(self) -> ProtocolVersion {
        match self {
            Self::Modern => ProtocolVersion::V_2026_07_28,
            Self::Handshake => ProtocolVersion::V_2025_11_25,
            Self::FirstHandshake => ProtocolVersion::V_2025_06_18,
        }
    }
}

impl FromStr for Era {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        [Self::Modern, Self::Handshake, Self::FirstHandshake]
            .into_iter()
            .find(|era| era.version().as_str() == name)
            .ok_or_else(|| anyhow!("`--era {name}` is none of 2026-07-28, 2025-11-25, 2025-06-18"))
    }
}

impl Options {
    /// Reads the arguments, the program's name not among them.
    ///
    /// # Errors
    ///
    /// An argument that is not known, or a revision that is not spoken.
    pub fn read(args: impl IntoIterator<Item = OsString>) -> anyhow::Result<Self> {
        let mut options = Self::default();
        let mut parser = Parser::from_args(args);
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("scripted") => options.mode = Mode::Scripted(None),
                Arg::Long("help") | Arg::Short('h') => options.mode = Mode::Help,
                Arg::Long("era") => options.era = parser.value()?.string()?.parse()?,
                Arg::Long("arg") => {
                    let pair = parser.value()?.string()?;
                    let (name, text) = pair
                        .split_once('=')
                        .with_context(|| format!("`--arg {pair}` has no `=`; it goes NAME=TEXT"))?;
                    options.arguments.push((name.to_owned(), text.to_owned()));
                }
                Arg::Value(word) => options.mode = options.mode.word(&word.string()?)?,
                unknown => return Err(unknown.unexpected().into()),
            }
        }
        Ok(options)
    }
}

impl Mode {
    /// A bare word belongs to `--scripted`.
    fn word(self, word: &str) -> anyhow::Result<Self> {
        match (self, Refusal::read(word)) {
            (Self::Scripted(None), Some(refusal)) => Ok(Self::Scripted(Some(refusal))),
            _ => bail!(
                "`{word}` is not expected here; it goes `--scripted [decline[=KEY] | cancel[=KEY]]`"
            ),
        }
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
        let options = |mode, era| Options {
            mode,
            era,
            ..Options::default()
        };
        let scripted = Mode::Scripted;
        let cases = [
            ("", Mode::Terminal, Era::Modern),
            ("--scripted", scripted(None), Era::Modern),
            (
                "--scripted decline",
                scripted(Some(Refusal::decline(None))),
                Era::Modern,
            ),
            (
                "--era 2025-11-25 --scripted decline=confirmed",
                scripted(Some(Refusal::decline(Some("confirmed")))),
                Era::Handshake,
            ),
            (
                "--scripted cancel=details --era=2025-06-18",
                scripted(Some(Refusal::cancel(Some("details")))),
                Era::FirstHandshake,
            ),
            (
                "--scripted cancel",
                scripted(Some(Refusal::cancel(None))),
                Era::Modern,
            ),
            ("--era 2026-07-28", Mode::Terminal, Era::Modern),
            ("--help", Mode::Help, Era::Modern),
        ];
        for (line, mode, era) in cases {
            assert_eq!(read(line).unwrap(), options(mode, era), "{line}");
        }
    }

    #[test]
    fn arguments_of_the_call_are_texts_by_name() {
        let arguments = read("--arg env=staging --arg=note=a=b --arg x=")
            .unwrap()
            .arguments;
        let expected = [("env", "staging"), ("note", "a=b"), ("x", "")];
        assert_eq!(
            arguments,
            expected.map(|(name, text)| (name.to_owned(), text.to_owned()))
        );
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for line in [
            "decline",
            "--scripted accept",
            "--scripted decline=",
            "--scripted decline confirmed",
            "--scripted decline cancel",
            "--era",
            "--era 2024-11-05",
            "--arg",
            "--arg staging",
            "--loud",
            "-s",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
