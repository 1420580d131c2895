//! Which revision of the protocol the person's client speaks.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::question::{Mode, Modes};

/// Which revision of the protocol the person's client speaks. Shown as its date.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Era {
    /// 2026-07-28: a call that asks ends with `input_required`, and is retried with the answers.
    Modern,
    /// 2025-11-25: the server asks while the call waits.
    Handshake,
    /// 2025-06-18: the same with the first forms, which know neither URL mode nor lists. The kit answers a list of choices
    /// as such a client does, by one yes or no for each choice.
    FirstHandshake,
}

impl Era {
    /// Every revision that can ask.
    pub const ALL: [Self; 3] = [Self::Modern, Self::Handshake, Self::FirstHandshake];
    /// Those that know URL mode: all but 2025-06-18.
    pub const WITH_URLS: [Self; 2] = [Self::Modern, Self::Handshake];

    /// The revision's date, as it goes over the wire.
    #[must_use]
    pub const fn revision(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Handshake => "2025-11-25",
            Self::FirstHandshake => "2025-06-18",
        }
    }

    /// What a client of this revision declares that can be asked this.
    pub(super) fn capabilities(self, modes: Modes) -> Value {
        let mut declared = Map::new();
        let mut elicitation = Map::new();
        if modes.contains(Mode::Form) && self != Self::FirstHandshake {
            elicitation.insert("form".to_owned(), json!({}));
        }
        if modes.contains(Mode::Url) && self != Self::FirstHandshake {
            elicitation.insert("url".to_owned(), json!({}));
        }
        if !elicitation.is_empty() || modes.contains(Mode::Form) {
            declared.insert("elicitation".to_owned(), Value::Object(elicitation));
        }
        for (mode, name) in [(Mode::Sampling, "sampling"), (Mode::Roots, "roots")] {
            if modes.contains(mode) {
                declared.insert(name.to_owned(), json!({}));
            }
        }
        Value::Object(declared)
    }
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.revision())
    }
}

impl fmt::Debug for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.revision())
    }
}
