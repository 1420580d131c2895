//! What the server wants to know, as it is put before the person.

use anyhow::bail;
use rmcp::model::ElicitRequestParams;

use crate::field::Field;

/// A question of the server.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Its key in the round; the handshake's `elicitation/create` has none.
    pub key: Option<String>,
    /// The server's words, safe to print.
    pub message: String,
    /// What is asked for.
    pub ask: Ask,
}

/// What a question asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Form mode: the fields to fill in.
    Form(Vec<Field>),
    /// URL mode: the address to visit, safe to print.
    Visit(String),
}

impl Question {
    /// Reads a question off the wire.
    ///
    /// # Errors
    ///
    /// A form with a property that this client cannot ask, or a mode that it does not know.
    pub fn new(key: Option<&str>, params: &ElicitRequestParams) -> anyhow::Result<Self> {
        let (message, ask) = match params {
            ElicitRequestParams::FormElicitationParams {
                message,
                requested_schema,
                ..
            } => (message, Ask::Form(Field::all(requested_schema)?)),
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
                (message, Ask::Visit(printable(url)))
            }
            _ => bail!("the server asks in a mode that this client does not know"),
        };
        Ok(Self {
            key: key.map(str::to_owned),
            message: printable(message),
            ask,
        })
    }
}

/// The text with everything escaped that could steer a terminal or turn the reading direction.
/// Line breaks stay.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        let steers = char.is_control() && char != '\n';
        let turns = matches!(char, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
        if steers || turns {
            shown.extend(char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_url_question_shows_message_and_whole_url() {
        let params =
            json!({ "mode": "url", "message": "Connect\u{7}", "url": "https://example.com/a?b" });
        let question =
            Question::new(Some("link"), &serde_json::from_value(params).unwrap()).unwrap();
        assert_eq!(question.key.as_deref(), Some("link"));
        assert_eq!(question.message, "Connect\\u{7}");
        assert_eq!(question.ask, Ask::Visit("https://example.com/a?b".into()));
    }

    #[test]
    fn line_breaks_and_letters_of_any_script_stay() {
        assert_eq!(printable("Größe:\n年 \u{9b}"), "Größe:\n年 \\u{9b}");
    }
}
