//! What an example is told on the command line.

use std::{ffi::OsString, str::FromStr};

use anyhow::{anyhow, bail};
use lexopt::{Arg, Parser, ValueExt as _};
use rmcp::model::ProtocolVersion;

use crate::script::Decline;

/// What an example is told on the command line:
/// `[--scripted [decline [KEY]]] [--era 2026-07-28|2025-11-25|2025-06-18]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Who answers.
    pub mode: Mode,
    /// The protocol that the client speaks.
    pub era: Era,
}

/// Who answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Mode {
    /// The person at the terminal.
    #[default]
    Terminal,
    /// The script.
    Scripted(Decline),
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
                Arg::Long("scripted") => options.mode = Mode::Scripted(Decline::Nothing),
                Arg::Long("era") => options.era = parser.value()?.string()?.parse()?,
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
        match (self, word) {
            (Self::Scripted(Decline::Nothing), "decline") => Ok(Self::Scripted(Decline::First)),
            (Self::Scripted(Decline::First), key) => Ok(Self::Scripted(Decline::Key(key.into()))),
            _ => bail!("`{word}` is not expected here; it goes `--scripted [decline [KEY]]`"),
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
        let options = |mode, era| Options { mode, era };
        let cases = [
            ("", Mode::Terminal, Era::Modern),
            ("--scripted", Mode::Scripted(Decline::Nothing), Era::Modern),
            (
                "--scripted decline",
                Mode::Scripted(Decline::First),
                Era::Modern,
            ),
            (
                "--era 2025-11-25 --scripted decline confirmed",
                Mode::Scripted(Decline::Key("confirmed".into())),
                Era::Handshake,
            ),
            (
                "--scripted --era=2025-06-18",
                Mode::Scripted(Decline::Nothing),
                Era::FirstHandshake,
            ),
            ("--era 2026-07-28", Mode::Terminal, Era::Modern),
        ];
        for (line, mode, era) in cases {
            assert_eq!(read(line).unwrap(), options(mode, era), "{line}");
        }
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for line in [
            "decline",
            "--scripted accept",
            "--era",
            "--era 2024-11-05",
            "--loud",
            "-s",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
