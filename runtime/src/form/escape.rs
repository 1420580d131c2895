//! Text of others, made safe to stand in a sentence of ours: one line, visible characters, bounded.

use std::fmt::{self, Write as _};

use unicode_general_category::{GeneralCategory, get_general_category};

/// How many Unicode code points of a foreign text are kept.
pub(crate) const MAX_SHOWN: usize = 256;

/// What `text` displays, with everything invisible as `\u{…}` and cut after 256 code points. A `Display` that fails
/// keeps what it wrote before; one that writes without end is stopped.
pub(crate) fn bounded(text: &dyn fmt::Display) -> String {
    bounded_to(text, MAX_SHOWN)
}

/// As [`bounded`], with another limit in code points.
pub(crate) fn bounded_to(text: &dyn fmt::Display, limit: usize) -> String {
    let mut sink = Sink {
        shown: String::new(),
        left: limit,
    };
    // The error only says that the limit was reached or that the text gave up: both keep what is there.
    let _ = write!(sink, "{text}");
    sink.shown
}

struct Sink {
    shown: String,
    left: usize,
}

impl fmt::Write for Sink {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for c in part.chars() {
            let wide = if visible(c) {
                1
            } else {
                c.escape_unicode().count()
            };
            if wide > self.left {
                self.shown.push('…');
                self.left = 0;
                return Err(fmt::Error);
            }
            self.left -= wide;
            if visible(c) {
                self.shown.push(c)
            } else {
                self.shown.extend(c.escape_unicode())
            }
        }
        Ok(())
    }
}

/// Whether a character shows as itself: no control, format, bidi, separator, tag, private or unassigned character, and
/// no backtick, which ends a quotation.
fn visible(c: char) -> bool {
    use GeneralCategory as G;
    match c {
        ' ' => true,
        '`' => false,
        ' '..='~' => true,
        _ => !matches!(
            get_general_category(c),
            G::Control
                | G::Format
                | G::Surrogate
                | G::PrivateUse
                | G::Unassigned
                | G::LineSeparator
                | G::ParagraphSeparator
                | G::SpaceSeparator
        ),
    }
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
        assert_eq!(cut.chars().count(), MAX_SHOWN + 1);
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
    }
}
