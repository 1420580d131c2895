//! Text of others, made safe to show: one line, visible characters, bounded.

use std::fmt::{self, Write as _};

use unicode_general_category::{GeneralCategory as Category, get_general_category};

/// How many Unicode code points of a foreign text are kept.
pub(crate) const MAX_SHOWN: usize = 256;

/// What `text` displays, with everything that [`is_unsafe`] and the backtick as `\u{…}`, and at most 256 code points of
/// it. A `Display` that fails keeps what it wrote before; one that writes without end is stopped.
pub(crate) fn bounded(text: &dyn fmt::Display) -> String {
    bounded_to(text, MAX_SHOWN)
}

/// As [`bounded`], with another limit in code points, the mark of the cut included.
pub(crate) fn bounded_to(text: &dyn fmt::Display, limit: usize) -> String {
    let mut sink = Sink {
        shown: String::new(),
        count: 0,
        limit,
        keep: 0,
    };
    // The error only says that the limit was reached or that the text gave up: both keep what is there.
    let _ = write!(sink, "{text}");
    sink.shown
}

/// Text of a schema that came as JSON: as it is, but for what [`is_unsafe`]. Line feeds and backticks are its author's.
pub(crate) fn prose(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && is_unsafe(c) {
            shown.extend(c.escape_unicode())
        } else {
            shown.push(c)
        }
    }
    shown
}

/// Whether every character of it shows as itself.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c == '`' || is_unsafe(c))
}

struct Sink {
    shown: String,
    count: usize,
    limit: usize,
    /// How many bytes stay when the text turns out to be too long: room for the mark is left.
    keep: usize,
}

impl fmt::Write for Sink {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for c in part.chars() {
            let escaped = c == '`' || is_unsafe(c);
            let wide = if escaped {
                c.escape_unicode().count()
            } else {
                1
            };
            if self.count + wide > self.limit {
                self.shown.truncate(self.keep);
                self.shown.push('…');
                return Err(fmt::Error);
            }
            if escaped {
                self.shown.extend(c.escape_unicode())
            } else {
                self.shown.push(c)
            }
            self.count += wide;
            if self.count < self.limit {
                self.keep = self.shown.len();
            }
        }
        Ok(())
    }
}

/// Whether a character could mislead its reader: control, format, bidirectional, separator, tag, private and unassigned
/// characters, and letters and marks that are drawn as nothing.
pub(crate) fn is_unsafe(c: char) -> bool {
    if matches!(c, ' '..='~') {
        return false;
    }
    // Letters that are drawn as nothing, and combining marks that are none.
    if matches!(
        c,
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{34f}' | '\u{17b4}' | '\u{17b5}'
    ) || matches!(c, '\u{fe00}'..='\u{fe0e}' | '\u{e0100}'..='\u{e01ef}')
    {
        return true;
    }
    matches!(
        get_general_category(c),
        Category::Control
            | Category::Format
            | Category::LineSeparator
            | Category::ParagraphSeparator
            | Category::SpaceSeparator
            | Category::PrivateUse
            | Category::Surrogate
            | Category::Unassigned
    )
}

/// Whether a character is drawn on the one before it.
pub(crate) fn is_mark(c: char) -> bool {
    matches!(
        get_general_category(c),
        Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_spelled_out() {
        assert_eq!(bounded(&"a\nb\u{202e}c`"), "a\\u{a}b\\u{202e}c\\u{60}");
        assert_eq!(bounded(&"Zwölf 日本 🐲"), "Zwölf 日本 🐲");
    }

    #[test]
    fn long_text_is_cut_with_a_mark() {
        let cut = bounded(&"x".repeat(1000));
        assert_eq!(cut.chars().count(), MAX_SHOWN);
        assert!(cut.ends_with('…'));
        assert_eq!(bounded(&"x".repeat(MAX_SHOWN)).chars().count(), MAX_SHOWN);
    }

    #[test]
    fn a_display_without_end_is_stopped() {
        struct Endless;
        impl fmt::Display for Endless {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                loop {
                    f.write_str("again ")?;
                }
            }
        }
        assert!(bounded(&Endless).starts_with("again again"));
    }

    #[test]
    fn an_escape_is_never_cut_in_half() {
        assert_eq!(bounded_to(&"ab\u{202e}", 4), "ab…");
        assert_eq!(bounded_to(&"\u{202e}", 4), "…");
        assert_eq!(bounded_to(&"abcde", 4), "abc…");
        assert_eq!(bounded_to(&"abcd", 4), "abcd");
    }

    #[test]
    fn prose_keeps_its_lines_and_quotations() {
        assert_eq!(prose("a `b`\nc\u{202e}\td"), "a `b`\nc\\u{202e}\\u{9}d");
        assert!(is_plain("Größe 日本語 🐲"));
        assert!(!is_plain("a`"));
        assert!(!is_plain("a\u{3164}"));
    }
}
