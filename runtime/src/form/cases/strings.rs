//! The rows on lengths and formats.

use super::Outcome::{Decoded, Invalid};
use super::{Case, Typed};
use crate::form::decode::tests::typed;

const DATE: &str =
    r#"{"type":"object","properties":{"d":{"type":"string","format":"date"}},"required":["d"]}"#;
const DATE_TIME: &str = r#"{"type":"object","properties":{"t":{"type":"string","format":"date-time"}},"required":["t"]}"#;
const URI: &str =
    r#"{"type":"object","properties":{"u":{"type":"string","format":"uri"}},"required":["u"]}"#;

pub(super) fn cases() -> Vec<Case> {
    let with = |case: Case, typed: Option<Typed>, outcome| match typed {
        Some(typed) => case.typed(typed, outcome),
        None => case,
    };
    vec![
        Case::new(
            "str-maxlength-cjk",
            r#"{"type":"object","properties":{"s":{"type":"string","maxLength":3}},"required":["s"]}"#,
            r#"{"s":"日本語"}"#,
            Decoded(r#"{"s":"日本語"}"#),
        )
        .typed(typed::<String>, Decoded("\"日本語\"")),
        Case::new(
            "str-maxlength-astral",
            r#"{"type":"object","properties":{"s":{"type":"string","maxLength":1}},"required":["s"]}"#,
            r#"{"s":"🐲"}"#,
            Decoded(r#"{"s":"🐲"}"#),
        )
        .typed(typed::<char>, Decoded("'🐲'")),
        Case::new("fmt-date-impossible-day", DATE, r#"{"d":"2026-02-30"}"#, Invalid(&[("d", "format")])),
        with(
            Case::new("fmt-date-unpadded", DATE, r#"{"d":"2026-2-3"}"#, Invalid(&[("d", "format")])),
            naive_date(),
            Invalid(&[("d", "format")]),
        ),
        Case::new(
            "fmt-datetime-without-offset",
            DATE_TIME,
            r#"{"t":"2026-07-28T10:00:00"}"#,
            Invalid(&[("t", "format")]),
        ),
        with(
            Case::new(
                "fmt-datetime-offset-without-colon",
                DATE_TIME,
                r#"{"t":"2026-07-28T10:00:00+0200"}"#,
                Invalid(&[("t", "format")]),
            ),
            utc(),
            Invalid(&[("t", "format")]),
        ),
        with(
            Case::new(
                "fmt-datetime-lowercase-t-z",
                DATE_TIME,
                r#"{"t":"2026-07-28t10:00:00z"}"#,
                Decoded(r#"{"t":"2026-07-28t10:00:00z"}"#),
            ),
            utc(),
            Decoded("2026-07-28T10:00:00Z"),
        ),
        Case::new(
            "fmt-datetime-leap-second-wrong-minute",
            DATE_TIME,
            r#"{"t":"2026-07-28T10:00:60Z"}"#,
            Invalid(&[("t", "format")]),
        ),
        Case::new(
            "fmt-email-not-enforced-by-client",
            r#"{"type":"object","properties":{"e":{"type":"string","format":"email"}},"required":["e"]}"#,
            r#"{"e":"bob at example.com"}"#,
            Invalid(&[("e", "format")]),
        ),
        Case::new("fmt-uri-relative", URI, r#"{"u":"example.org/path"}"#, Invalid(&[("u", "format")])),
        // What was sent stays as it was sent: digests are taken over that, not over the parsed URL.
        with(
            Case::new(
                "fmt-uri-typed-url-keeps-raw-for-digest",
                URI,
                r#"{"u":"https://www.example.org"}"#,
                Decoded(r#"{"u":"https://www.example.org"}"#),
            ),
            url(),
            Decoded("https://www.example.org/"),
        ),
    ]
}

fn naive_date() -> Option<Typed> {
    #[cfg(feature = "chrono")]
    return Some(typed::<chrono::NaiveDate>);
    #[cfg(not(feature = "chrono"))]
    None
}

fn utc() -> Option<Typed> {
    #[cfg(feature = "chrono")]
    return Some(typed::<chrono::DateTime<chrono::Utc>>);
    #[cfg(not(feature = "chrono"))]
    None
}

fn url() -> Option<Typed> {
    #[cfg(feature = "url")]
    return Some(|content, schema, policy| {
        crate::form::decode::tests::read::<url::Url>(content, schema, policy)
            .map(|url| url.to_string())
    });
    #[cfg(not(feature = "url"))]
    None
}
