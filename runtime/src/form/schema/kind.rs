//! What a field holds, and the string formats.

use super::{MAX_TEXT_LENGTH, Options};

/// What a field holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Free text.
    Text {
        /// Fewest Unicode code points.
        min_length: Option<u32>,
        /// Most Unicode code points.
        max_length: Option<u32>,
        /// A format, asserted on the answer.
        format: Option<Format>,
    },
    /// An integer. Bounds are compared exactly.
    Integer {
        /// Least value.
        minimum: Option<i128>,
        /// Greatest value.
        maximum: Option<i128>,
    },
    /// A number that may have a fraction.
    Number {
        /// Least value.
        minimum: Option<f64>,
        /// Greatest value.
        maximum: Option<f64>,
    },
    /// True or false.
    Boolean,
    /// One of the options.
    Single {
        /// What there is to choose from.
        options: Options,
    },
    /// Several of the options. Duplicates are allowed on the wire.
    Multi {
        /// What there is to choose from.
        options: Options,
        /// Fewest items.
        min_items: Option<u32>,
        /// Most items.
        max_items: Option<u32>,
    },
}

impl Kind {
    /// Text of at most [`MAX_TEXT_LENGTH`] code points.
    pub const fn text() -> Self {
        Self::Text {
            min_length: None,
            max_length: Some(MAX_TEXT_LENGTH),
            format: None,
        }
    }

    /// Text whose format bounds it.
    pub const fn formatted(format: Format) -> Self {
        Self::Text {
            min_length: None,
            max_length: None,
            format: Some(format),
        }
    }

    /// The options of a single or multiple choice.
    pub const fn options(&self) -> Option<&Options> {
        match self {
            Self::Single { options } | Self::Multi { options, .. } => Some(options),
            _ => None,
        }
    }

    /// A word for it, for `Debug`.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Text { .. } => "text",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::Boolean => "boolean",
            Self::Single { .. } => "single",
            Self::Multi { .. } => "multi",
        }
    }
}

/// The four string formats of the profile. All are asserted on the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// A mailbox (RFC 5321 section 4.1.2), without a display name.
    Email,
    /// An absolute URI (RFC 3986): with a scheme, and perhaps a fragment.
    Uri,
    /// A date (RFC 3339 `full-date`).
    Date,
    /// A date and time with offset (RFC 3339 `date-time`).
    DateTime,
}

impl Format {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// The format with this wire name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Email, Self::Uri, Self::Date, Self::DateTime]
            .into_iter()
            .find(|format| format.as_str() == name)
    }
}
