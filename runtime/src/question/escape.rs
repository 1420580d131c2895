//! Text that came from somewhere else, made safe to show.
//!
//! A person decides by what they read. Whatever could reorder, hide or fake text is shown as `\u{…}`: control, format,
//! bidirectional, separator, tag, private and unassigned characters, and the backtick, which our messages use as a quotation mark.

use std::fmt::Write as _;

pub(crate) use crate::form::escape::{is_mark, is_unsafe};

/// The most code points of one interpolated value that are shown.
pub(crate) const SHOWN: usize = 256;

/// Escapes one interpolated value. Nothing is cut.
///
/// No two values look the same: what could be taken for an escape is escaped too. And none draws on the words before it: a
/// combining mark that it starts with would.
pub(crate) fn value(text: &str) -> String {
    escape(text, |at, c| {
        c == '`' || is_unsafe(c) || at == 0 && is_mark(c) || c == '\\' && is_escape(text, at)
    })
}

/// Escapes a whole message that the author made: line feeds and backticks are the author's own.
pub(crate) fn message(text: &str) -> String {
    escape(text, |_, c| c != '\n' && is_unsafe(c))
}

fn is_escape(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with("\\u{"))
}

/// Escapes one interpolated value and cuts it after [`SHOWN`] code points, saying by how much.
pub(crate) fn cut(text: &str) -> String {
    let mut rest = text.char_indices().skip(SHOWN);
    match rest.next() {
        None => value(text),
        Some((at, _)) => {
            let head = text.get(..at).unwrap_or_default();
            format!("{}… ({} more characters)", value(head), rest.count() + 1)
        }
    }
}

fn escape(text: &str, unsafe_char: impl Fn(usize, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if unsafe_char(at, c) {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_characters_are_shown_as_code_points() {
        for (text, shown) in [
            ("users", "users"),
            ("a`b", "a\\u{60}b"),
            (r"a\u{60}b", r"a\u{5c}u{60}b"),
            (r"C:\users\", r"C:\users\"),
            ("\u{338}a\u{338}", "\\u{338}a\u{338}"),
            ("a\nb", "a\\u{a}b"),
            ("\u{202e}drop", "\\u{202e}drop"),
            ("a\u{2066}b", "a\\u{2066}b"),
            ("a\u{200b}b", "a\\u{200b}b"),
            ("a\u{2028}b", "a\\u{2028}b"),
            ("a\u{a0}b", "a\\u{a0}b"),
            ("\u{e0041}", "\\u{e0041}"),
            ("\u{e000}", "\\u{e000}"),
            ("\u{378}", "\\u{378}"),
            ("\u{3164}", "\\u{3164}"),
            ("Größe 日本語 🐲", "Größe 日本語 🐲"),
        ] {
            assert_eq!(value(text), shown, "{text:?}");
        }
    }

    #[test]
    fn a_long_value_is_cut_and_says_by_how_much() {
        assert_eq!(cut(&"a".repeat(256)), "a".repeat(256));
        assert_eq!(
            cut(&"ä".repeat(300)),
            format!("{}… (44 more characters)", "ä".repeat(256))
        );
    }

    #[test]
    fn an_authors_own_line_feeds_stay() {
        assert_eq!(message("a `b`\nc\u{202e}"), "a `b`\nc\\u{202e}");
    }
}
