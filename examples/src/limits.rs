//! A form's limits: in words, and those that are more than a count.

use std::fmt::Display;

use email_address::EmailAddress;
use iri_string::types::UriStr;
use jiff::{Timestamp, civil::Date};
use rmcp::model::StringFormat;

use crate::field::{Field, Input};

impl Field {
    /// The field's limits in words, where it has any.
    #[must_use]
    pub fn limits(&self) -> Option<String> {
        match &self.input {
            Input::Text {
                format: Some(format),
                ..
            } => Some(example(*format).to_owned()),
            Input::Text { min, max, .. } => lengths("character", *min, *max),
            Input::Integer { min, max, .. } => span(*min, *max),
            Input::Number { min, max, .. } => span(*min, *max),
            Input::Many { min, max, .. } => lengths("choice", *min, *max),
            Input::YesNo { .. } | Input::One { .. } => None,
        }
    }
}

pub(crate) fn counted(count: usize, unit: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

fn lengths(unit: &str, min: usize, max: Option<usize>) -> Option<String> {
    let min = (min > 0).then_some(min);
    match (min, max) {
        (Some(min), None) => Some(format!("at least {}", counted(min, unit))),
        (min, Some(max)) => span(min.map(|min| min.to_string()), Some(counted(max, unit))),
        (None, None) => None,
    }
}

fn span<T: Display>(min: Option<T>, max: Option<T>) -> Option<String> {
    match (min, max) {
        (Some(min), Some(max)) => Some(format!("{min} to {max}")),
        (Some(min), None) => Some(format!("at least {min}")),
        (None, Some(max)) => Some(format!("at most {max}")),
        (None, None) => None,
    }
}

/// # Errors
///
/// What would be right, with an example.
pub(crate) fn formatted(text: &str, format: StringFormat) -> Result<(), String> {
    let right = match format {
        StringFormat::Email => EmailAddress::is_valid(text),
        StringFormat::Uri => UriStr::new(text).is_ok(),
        // RFC 3339 has one spelling of a date, the parser several.
        StringFormat::Date => text
            .parse::<Date>()
            .is_ok_and(|date| date.to_string() == text),
        StringFormat::DateTime => {
            text.as_bytes()
                .get(10)
                .is_some_and(|mark| mark.eq_ignore_ascii_case(&b'T'))
                && text.parse::<Timestamp>().is_ok()
        }
        _ => true,
    };
    if right {
        Ok(())
    } else {
        Err(example(format).to_owned())
    }
}

fn example(format: StringFormat) -> &'static str {
    match format {
        StringFormat::Email => "an e-mail address, like ada@example.com",
        StringFormat::Uri => "a URI, like https://example.com",
        StringFormat::Date => "a date, like 2026-07-28",
        StringFormat::DateTime => "a date and time with offset, like 2026-07-28T12:00:00Z",
        _ => "text of a particular form",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(min: usize, max: Option<usize>, format: Option<StringFormat>) -> Field {
        let input = Input::Text {
            min,
            max,
            format,
            default: None,
        };
        field(input)
    }

    fn field(input: Input) -> Field {
        Field {
            name: "x".into(),
            label: "x".into(),
            help: None,
            required: true,
            input,
        }
    }

    #[test]
    fn the_four_formats_are_checked() {
        let cases = [
            (
                StringFormat::Email,
                "ada@example.com",
                ["ada", "ada@", "a b@example.com"],
            ),
            (
                StringFormat::Uri,
                "https://example.com/x?y#z",
                ["example.com", "//x", "https://a b"],
            ),
            (
                StringFormat::Date,
                "2028-02-29",
                ["2027-02-29", "20280229", "2028-02-29T00:00"],
            ),
            (
                StringFormat::DateTime,
                "2026-07-28T12:00:00+02:00",
                ["2026-07-28", "2026-07-28T12:00:00", "2026-07-28 12:00:00Z"],
            ),
        ];
        for (format, good, bad) in cases {
            assert_eq!(formatted(good, format), Ok(()));
            for bad in bad {
                assert!(formatted(bad, format).is_err(), "{bad}");
            }
        }
    }

    #[test]
    fn limits_read_as_words() {
        assert_eq!(
            text(3, Some(200), None).limits().as_deref(),
            Some("3 to 200 characters")
        );
        assert_eq!(
            text(0, Some(9), None).limits().as_deref(),
            Some("at most 9 characters")
        );
        assert_eq!(
            text(1, None, None).limits().as_deref(),
            Some("at least 1 character")
        );
        assert_eq!(text(0, None, None).limits(), None);
        let number = Input::Integer {
            min: Some(1),
            max: None,
            default: None,
        };
        assert_eq!(field(number).limits().as_deref(), Some("at least 1"));
    }
}
