//! What a client can be asked.

use std::fmt;

/// One kind of request that a client may be able to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Elicitation in form mode.
    Form,
    /// Elicitation in URL mode.
    Url,
    /// `sampling/createMessage`.
    Sampling,
    /// `roots/list`.
    Roots,
}

impl Mode {
    const ALL: [Self; 4] = [Self::Form, Self::Url, Self::Sampling, Self::Roots];

    pub(crate) fn of_method(method: &str) -> Option<Self> {
        match method {
            "sampling/createMessage" => Some(Self::Sampling),
            "roots/list" => Some(Self::Roots),
            _ => None,
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of [`Mode`]s.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Modes(u8);

impl Modes {
    /// Nothing: the client cannot be asked.
    pub const NONE: Self = Self(0);
    /// Elicitation in form mode.
    pub const FORM: Self = Self(Mode::Form.bit());
    /// Elicitation in URL mode.
    pub const URL: Self = Self(Mode::Url.bit());
    /// Sampling.
    pub const SAMPLING: Self = Self(Mode::Sampling.bit());
    /// Roots.
    pub const ROOTS: Self = Self(Mode::Roots.bit());

    /// Whether `mode` is in the set.
    #[must_use]
    pub fn contains(self, mode: Mode) -> bool {
        self.0 & mode.bit() != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The modes of the set.
    pub fn iter(self) -> impl Iterator<Item = Mode> {
        Mode::ALL
            .into_iter()
            .filter(move |mode| self.contains(*mode))
    }
}

impl From<Mode> for Modes {
    fn from(mode: Mode) -> Self {
        Self(mode.bit())
    }
}

impl std::ops::BitOr for Modes {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Mode> for Modes {
    fn from_iter<I: IntoIterator<Item = Mode>>(modes: I) -> Self {
        modes
            .into_iter()
            .fold(Self::NONE, |set, mode| set | mode.into())
    }
}

impl fmt::Debug for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
