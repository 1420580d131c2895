//! What a question says: the author's words, and the values shown in them.

use std::cell::RefCell;
use std::fmt;

use super::escape;

/// The most code points of a whole message.
pub const MESSAGE_LIMIT: usize = 2_000;

/// By what a link is recognised.
const LINK: &str = "://";

/// The text of a question, with the values that were shown in it.
///
/// Made from a string by `From`, or by the macros from a literal. Characters that could mislead its reader are escaped as
/// `\u{…}`; in interpolated values the backtick is too.
#[derive(Clone)]
pub struct Message {
    template: String,
    values: Vec<String>,
    text: String,
    /// Whether the template is the author's own literal.
    literal: bool,
    refused: Option<Unfit>,
}

/// Why a message must not be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// A gate would show a value of more than 256 code points.
    #[error(
        "a value shown in it is longer than 256 characters; bind it with `covers` instead of showing it"
    )]
    ValueTooLong,
    /// A gate would show `://` that is none of the author's words.
    #[error("a value shown in it makes a link, with `://`; a confirmation shows no links")]
    Link,
    /// The message has more than 2,000 code points.
    #[error("its message is longer than 2000 characters")]
    MessageTooLong,
}

impl Message {
    /// The text to show.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The author's words, before any value was put in.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.template
    }

    /// The author's words, where they are known to be nobody else's.
    pub(crate) fn literal(&self) -> Option<&str> {
        self.literal.then_some(self.template.as_str())
    }

    /// The values shown, as they were before escaping, in order of appearance.
    pub(crate) fn values(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(String::as_str)
    }

    /// Why this message must not be shown, if so. The rules on values are a gate's only.
    pub(crate) fn unfit(&self, gate: bool) -> Option<Unfit> {
        match self.refused {
            Some(reason) if gate => Some(reason),
            _ => (self.text.chars().count() > MESSAGE_LIMIT).then_some(Unfit::MessageTooLong),
        }
    }
}

impl fmt::Debug for Message {
    /// Shows the template, not the values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("template", &self.template)
            .finish_non_exhaustive()
    }
}

/// A text that was put together elsewhere. What in it is a value cannot be told: it is escaped as a whole, so that line
/// feeds and backticks stay, and a confirmation refuses it with a `://` in it.
impl From<String> for Message {
    fn from(text: String) -> Self {
        let refused = text.contains(LINK).then_some(Unfit::Link);
        Self {
            literal: false,
            refused,
            ..Self::from(text.as_str())
        }
    }
}

/// A text of the author's, escaped as a whole.
impl From<&str> for Message {
    fn from(text: &str) -> Self {
        Self {
            text: escape::message(text),
            template: text.to_owned(),
            values: Vec::new(),
            literal: true,
            refused: None,
        }
    }
}

/// A message whose values are shown safely: `message!("Drop `{table}` of {}?", owner.name)`.
///
/// For questions that are asked as the body goes; a literal of `#[ask("…")]` is one by itself. A literal with names inline and
/// values after it: `{name}`, `{}`, each also as `{:?}` and `{:.2}`. Values are escaped, backticks and line feeds included, so
/// that none can pretend to be the author's words. A value of more than 256 characters is cut, and says so; a confirmation
/// refuses it, and a `://` that values bring in, alone or together.
///
/// ```
/// let table = "users`? Nothing is lost.";
/// let message = askback::message!("Drop `{table}`, {} rows?", 1 + 1);
/// assert_eq!(message.text(), r"Drop `users\u{60}? Nothing is lost.`, 2 rows?");
/// ```
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! message {
    ($($tokens:tt)*) => {
        $crate::__private::message!($crate, $($tokens)*)
    };
}

/// Collects the values that a literal message shows. Used by the expansion of the macros.
#[doc(hidden)]
#[derive(Default)]
pub struct Values {
    shown: RefCell<Vec<String>>,
    refused: std::cell::Cell<Option<Unfit>>,
}

impl Values {
    /// A value as it is shown.
    pub fn show<'a, T: ?Sized>(&'a self, value: &'a T) -> Shown<'a, T> {
        Shown {
            value,
            values: self,
        }
    }

    /// The finished message.
    #[must_use]
    pub fn message(self, template: &str, text: String) -> Message {
        // Values can make a link together, or with what stands between them.
        let links = |text: &str| text.matches(LINK).count();
        let linked = (links(&text) > links(template)).then_some(Unfit::Link);
        Message {
            template: template.to_owned(),
            values: self.shown.into_inner(),
            text,
            literal: true,
            refused: self.refused.get().or(linked),
        }
    }

    fn write(&self, raw: String, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Elsewhere than on a gate it is cut.
        if raw.chars().count() > escape::SHOWN {
            self.refused.set(Some(Unfit::ValueTooLong));
        }
        f.write_str(&escape::cut(&raw))?;
        self.shown.borrow_mut().push(raw);
        Ok(())
    }
}

/// A value that escapes itself when it is shown, and is remembered.
#[doc(hidden)]
pub struct Shown<'a, T: ?Sized> {
    value: &'a T,
    values: &'a Values,
}

impl<T: fmt::Display + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raw = match f.precision() {
            Some(digits) => format!("{:.*}", digits, self.value),
            None => format!("{}", self.value),
        };
        self.values.write(raw, f)
    }
}

impl<T: fmt::Debug + ?Sized> fmt::Debug for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.write(format!("{:?}", self.value), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(table: &str) -> Message {
        let values = Values::default();
        let text = {
            let table = values.show(table);
            format!("Delete `{table}`?")
        };
        values.message("Delete `{table}`?", text)
    }

    #[test]
    fn values_are_escaped_and_kept() {
        let message = ask("a`b");
        assert_eq!(message.text(), "Delete `a\\u{60}b`?");
        assert_eq!(message.template(), "Delete `{table}`?");
        assert_eq!(message.values().collect::<Vec<_>>(), ["a`b"]);
        assert_eq!(message.unfit(true), None);
    }

    #[test]
    fn a_gate_refuses_what_it_cannot_show() {
        assert_eq!(ask(&"x".repeat(257)).unfit(true), Some(Unfit::ValueTooLong));
        assert_eq!(ask("https://example.org").unfit(true), Some(Unfit::Link));
        assert_eq!(ask("https://example.org").unfit(false), None);
    }

    #[test]
    fn values_make_no_link_together_either() {
        for (template, values, unfit) in [
            ("{}/{}", ["https:/", "example.org"], Some(Unfit::Link)),
            ("{}{}", ["https", "://example.org"], Some(Unfit::Link)),
            ("{}{}", ["https:", "//example.org"], Some(Unfit::Link)),
            ("{}:{}", ["https", "//example.org"], Some(Unfit::Link)),
            ("{}:{}", ["https", "/example.org"], None),
            ("https://{}/{}", ["example.org", "a"], None),
            ("https://{}/{}", ["example.org:", "/a"], Some(Unfit::Link)),
        ] {
            let [first, second] = values;
            let shown = Values::default();
            let text = template
                .replacen("{}", &shown.show(first).to_string(), 1)
                .replacen("{}", &shown.show(second).to_string(), 1);
            let message = shown.message(template, text);
            assert_eq!(message.unfit(true), unfit, "{template} {values:?}");
            assert_eq!(message.unfit(false), None, "{template} {values:?}");
        }
    }

    #[test]
    fn a_form_cuts_what_is_too_long() {
        assert!(
            ask(&"x".repeat(300))
                .text()
                .contains("(44 more characters)")
        );
    }

    #[test]
    fn a_gate_refuses_a_link_in_a_text_put_together_elsewhere() {
        let put_together = Message::from("Open https://example.org?".to_owned());
        assert_eq!(put_together.unfit(true), Some(Unfit::Link));
        assert_eq!(put_together.unfit(false), None);
        assert_eq!(
            Message::from("As in https://example.org?").unfit(true),
            None
        );
    }

    #[test]
    fn precision_is_kept() {
        let values = Values::default();
        let text = format!("{:.2}", values.show(&1.234_f64));
        assert_eq!(values.message("{:.2}", text).text(), "1.23");
    }

    #[test]
    fn a_message_has_a_limit() {
        assert_eq!(
            Message::from("x".repeat(2_001)).unfit(false),
            Some(Unfit::MessageTooLong)
        );
        assert_eq!(Message::from("x".repeat(2_000)).unfit(false), None);
    }
}
