//! What a ledger keeps beside the state: the questions as they went out, and how a call ended that the person refused.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::deliver::{Content, Delivered};
use super::journal::Journal;
use super::stop::Stop;
use crate::form::{FieldErrors, Schema};
use crate::question::InputRequest;

/// A question as it went out.
#[derive(Serialize, Deserialize)]
struct Shown {
    #[serde(rename = "k")]
    key: String,
    #[serde(rename = "m")]
    message: String,
    #[serde(rename = "c")]
    content: ShownContent,
    #[serde(rename = "g", default, skip_serializing_if = "std::ops::Not::not")]
    gate: bool,
}

#[derive(Serialize, Deserialize)]
enum ShownContent {
    #[serde(rename = "f")]
    Form(Value),
    #[serde(rename = "u")]
    Url(String),
    #[serde(rename = "i")]
    Input(String, Value),
}

/// The questions of a round, to be given out again word for word.
pub(super) fn encode(questions: &[Delivered]) -> serde_json::Result<Vec<u8>> {
    let shown = questions.iter().map(|question| Shown {
        key: question.key.clone(),
        message: question.message.clone(),
        gate: question.gate,
        content: match &question.content {
            Content::Form(schema) => ShownContent::Form(schema.to_json()),
            Content::Url(url) => ShownContent::Url(url.clone()),
            Content::Input(request) => {
                ShownContent::Input(request.method.clone(), request.params.clone())
            }
        },
    });
    serde_json::to_vec(&shown.collect::<Vec<_>>())
}

/// `None` when these are no questions.
pub(super) fn decode(shown: &[u8]) -> Option<Vec<Delivered>> {
    let shown: Vec<Shown> = serde_json::from_slice(shown).ok()?;
    let questions = shown.into_iter().map(|shown| {
        Some(Delivered {
            key: shown.key,
            message: shown.message,
            gate: shown.gate,
            content: match shown.content {
                ShownContent::Form(schema) => Content::Form(Schema::from_sent(&schema).ok()?),
                ShownContent::Url(url) => Content::Url(url),
                ShownContent::Input(method, params) => {
                    Content::Input(InputRequest::new(method, params))
                }
            },
        })
    });
    questions.collect()
}

/// The state once an answer was accepted: what recovery goes by.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct Answered {
    #[serde(rename = "j")]
    pub(super) journal: Journal,
    /// Answers to what the body asks itself, which has not taken them yet.
    #[serde(rename = "a", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) responses: BTreeMap<String, Value>,
}

/// The same, borrowed.
#[derive(Serialize)]
pub(super) struct Answering<'a> {
    #[serde(rename = "j")]
    pub(super) journal: &'a Journal,
    #[serde(rename = "a", skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) responses: &'a BTreeMap<String, Value>,
}

/// How a call ended that the person refused: a replay is told the same.
#[derive(Serialize, Deserialize)]
enum Refusal {
    #[serde(rename = "d")]
    Declined(String, bool),
    #[serde(rename = "c")]
    Cancelled(String),
    #[serde(rename = "i")]
    Invalid(Vec<String>),
}

/// `None` when the person has not refused anything.
pub(super) fn encode_refusal(stop: &Stop) -> Option<Vec<u8>> {
    let refusal = match stop {
        Stop::Declined { key, by_itself } => Refusal::Declined(key.clone(), *by_itself),
        Stop::Cancelled { key } => Refusal::Cancelled(key.clone()),
        Stop::Invalid(_) => Refusal::Invalid(stop.keys()),
        _ => return None,
    };
    serde_json::to_vec(&refusal).ok()
}

/// The end that was told before.
pub(super) fn decode_refusal(text: &[u8]) -> Option<Stop> {
    Some(match serde_json::from_slice(text).ok()? {
        Refusal::Declined(key, by_itself) => Stop::Declined { key, by_itself },
        Refusal::Cancelled(key) => Stop::Cancelled { key },
        Refusal::Invalid(keys) => {
            let errors = |key| (key, FieldErrors::default());
            Stop::Invalid(keys.into_iter().map(errors).collect())
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn question(key: &str, content: Content) -> Delivered {
        Delivered {
            key: key.to_owned(),
            message: format!("{key}?\n\u{1f600}"),
            gate: matches!(content, Content::Form(_)),
            content,
        }
    }

    #[test]
    fn questions_come_back_word_for_word() {
        let schema = json!({
            "type": "object",
            "properties": {
                "password": { "type": "string", "title": "Not `one`", "description": "\u{202e}", "maxLength": 7 },
                "team": { "type": "string", "oneOf": [{ "const": "a", "title": "The `A`" }, { "const": "b", "title": "B" }] },
                "tags": { "type": "array", "items": { "type": "string", "enum": ["x", "y"] }, "maxItems": 2 },
                "old": { "type": "string", "enum": ["1"], "enumNames": ["One"], "default": "1" },
                "n": { "type": "integer", "minimum": -9_007_199_254_740_991_i64, "maximum": 5 },
                "ratio": { "type": "number", "minimum": 0.5 },
                "day": { "type": "string", "format": "date" },
                "ok": { "type": "boolean" }
            },
            "required": ["password", "ok"]
        });
        let form = Schema::from_sent(&schema).unwrap();
        let asked = [
            question("a", Content::Form(form)),
            question("b", Content::Url("https://example.com/x?y=%20".to_owned())),
            question("c", Content::Input(InputRequest::roots())),
        ];
        let back = decode(&encode(&asked).unwrap()).unwrap();
        assert_eq!(back.len(), asked.len());
        for (one, other) in asked.iter().zip(&back) {
            assert_eq!((&one.key, &one.message), (&other.key, &other.message));
            assert_eq!(one.gate, other.gate);
            match (&one.content, &other.content) {
                (Content::Form(one), Content::Form(other)) => {
                    assert_eq!(one.json_text(), other.json_text());
                }
                (Content::Url(one), Content::Url(other)) => assert_eq!(one, other),
                (Content::Input(one), Content::Input(other)) => assert_eq!(one, other),
                _ => panic!("another kind"),
            }
        }
        for text in [
            &b""[..],
            b"{}",
            br#"[{"k":"a"}]"#,
            br#"[{"k":"a","m":"","c":{"f":[]}}]"#,
        ] {
            assert!(decode(text).is_none());
        }
    }

    #[test]
    fn a_refusal_is_told_again() {
        let declined = Stop::Declined {
            key: "a".to_owned(),
            by_itself: true,
        };
        let told = |stop: &Stop| decode_refusal(&encode_refusal(stop).unwrap()).unwrap();
        assert!(matches!(told(&declined), Stop::Declined { key, by_itself: true } if key == "a"));
        let cancelled = Stop::Cancelled {
            key: "b".to_owned(),
        };
        assert!(matches!(told(&cancelled), Stop::Cancelled { key } if key == "b"));
        let invalid = Stop::Invalid(vec![("c".to_owned(), FieldErrors::default())]);
        assert_eq!(told(&invalid).keys(), ["c"]);
        assert!(encode_refusal(&Stop::Busy).is_none());
        assert!(decode_refusal(b"{}").is_none());
    }
}
