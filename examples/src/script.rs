//! A person who answers from a script.

use anyhow::{anyhow, bail};
use serde_json::{Map, Value, json};

use crate::{
    field::{Field, Input},
    person::{Person, Reply},
    question::{Ask, Question},
};

/// What a scripted person answers, in the order of the questions.
#[derive(Debug, Clone, Default)]
pub struct Script(Vec<Entry>);

#[derive(Debug, Clone)]
struct Entry {
    key: String,
    part: Part,
}

#[derive(Debug, Clone)]
enum Part {
    Form(Map<String, Value>),
    Yes,
    Visit,
}

/// Which question the scripted person declines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Decline {
    /// None.
    #[default]
    Nothing,
    /// The first.
    First,
    /// The one with this key.
    Key(String),
}

impl Script {
    /// An empty script.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers the form with this key: field name → value. What is no object counts as empty.
    #[must_use]
    pub fn form(self, key: &str, values: Value) -> Self {
        let values = match values {
            Value::Object(values) => values,
            _ => Map::new(),
        };
        self.with(key, Part::Form(values))
    }

    /// Says yes to the question with this key: a form of one yes/no field, or of none.
    #[must_use]
    pub fn yes(self, key: &str) -> Self {
        self.with(key, Part::Yes)
    }

    /// Agrees to visit the URL of the question with this key.
    #[must_use]
    pub fn visit(self, key: &str) -> Self {
        self.with(key, Part::Visit)
    }

    fn with(mut self, key: &str, part: Part) -> Self {
        self.0.push(Entry {
            key: key.to_owned(),
            part,
        });
        self
    }

    /// A person who answers from this script, each entry once.
    #[must_use]
    pub fn person(self, decline: Decline) -> Scripted {
        Scripted {
            entries: self.0,
            decline,
        }
    }
}

/// A person who answers from a [`Script`].
#[derive(Debug)]
pub struct Scripted {
    entries: Vec<Entry>,
    decline: Decline,
}

impl Person for Scripted {
    fn answer(&mut self, question: &Question) -> anyhow::Result<Reply> {
        // The handshake sends no key: there the next entry counts that fits what is asked.
        let at = self
            .entries
            .iter()
            .position(|entry| match &question.key {
                Some(key) => entry.key == *key,
                None => {
                    let mut part = entry.part.clone();
                    part.spread(&question.ask);
                    part.fits(&question.ask)
                }
            })
            .ok_or_else(|| anyhow!("the script has no answer left for {}", name(question)))?;
        let mut entry = self.entries.remove(at);
        entry.part.spread(&question.ask);
        let declined = match &self.decline {
            Decline::Nothing => false,
            Decline::First => true,
            Decline::Key(key) => *key == entry.key,
        };
        if declined {
            self.decline = Decline::Nothing;
            return Ok(Reply::Decline);
        }
        if !entry.part.fits(&question.ask) {
            bail!(
                "the script's answer to `{}` does not fit {}",
                entry.key,
                name(question)
            );
        }
        Ok(Reply::Accept(entry.part.content(&question.ask)))
    }
}

impl Part {
    /// A client of 2025-06-18 is asked for a list by one yes/no field for each choice: the list becomes their answers.
    fn spread(&mut self, ask: &Ask) {
        let (Self::Form(values), Ask::Form(fields)) = (self, ask) else {
            return;
        };
        let lists: Vec<String> = values
            .iter()
            .filter(|(name, value)| {
                value.is_array() && fields.iter().all(|field| field.name != **name)
            })
            .map(|(name, _)| name.clone())
            .collect();
        for list in lists {
            let chosen = values.remove(&list).unwrap_or_default();
            let of_list = |field: &&Field| {
                let number = field
                    .name
                    .strip_prefix(&*list)
                    .and_then(|rest| rest.strip_prefix('_'));
                number.is_some_and(|number| number.parse::<u32>().is_ok())
                    && matches!(field.input, Input::YesNo { .. })
            };
            for field in fields.iter().filter(of_list) {
                let yes = chosen
                    .as_array()
                    .is_some_and(|chosen| chosen.contains(&json!(field.label)));
                values.insert(field.name.clone(), json!(yes));
            }
        }
    }

    fn fits(&self, ask: &Ask) -> bool {
        match (self, ask) {
            (Self::Visit, Ask::Visit(_)) => true,
            (Self::Yes, Ask::Form(fields)) => match fields.as_slice() {
                [] => true,
                [field] => matches!(field.input, Input::YesNo { .. }),
                _ => false,
            },
            (Self::Form(values), Ask::Form(fields)) => {
                let declared = |name: &String| fields.iter().any(|field| field.name == *name);
                let given = |field: &Field| !field.required || values.contains_key(&field.name);
                values.keys().all(declared) && fields.iter().all(given)
            }
            _ => false,
        }
    }

    fn content(self, ask: &Ask) -> Option<Map<String, Value>> {
        match (self, ask) {
            (Self::Form(values), _) => Some(values),
            (Self::Yes, Ask::Form(fields)) => Some(
                fields
                    .iter()
                    .map(|field| (field.name.clone(), json!(true)))
                    .collect(),
            ),
            _ => None,
        }
    }
}

fn name(question: &Question) -> String {
    match (&question.key, &question.ask) {
        (Some(key), _) => format!("the question `{key}`"),
        (None, Ask::Visit(_)) => "a visit to a URL".to_owned(),
        (None, Ask::Form(fields)) => {
            let names: Vec<_> = fields.iter().map(|field| field.name.as_str()).collect();
            format!("the form with the fields [{}]", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(key: Option<&str>, properties: Value, required: Value) -> Question {
        let schema = json!({ "type": "object", "properties": properties, "required": required });
        let params = json!({ "mode": "form", "message": "?", "requestedSchema": schema });
        Question::new(key, &serde_json::from_value(params).unwrap()).unwrap()
    }

    fn details(key: Option<&str>) -> Question {
        let properties = json!({ "reason": { "type": "string" }, "until": { "type": "string" } });
        form(key, properties, json!(["reason"]))
    }

    fn gate(key: Option<&str>) -> Question {
        form(key, json!({ "ok": { "type": "boolean" } }), json!(["ok"]))
    }

    fn script() -> Script {
        Script::new()
            .form("details", json!({ "reason": "moved" }))
            .yes("confirmed")
    }

    fn accept(content: Value) -> Reply {
        Reply::Accept(content.as_object().cloned())
    }

    #[test]
    fn with_keys_answers_are_found_by_key_and_without_by_shape() {
        for keys in [[Some("confirmed"), Some("details")], [None, None]] {
            let mut person = script().person(Decline::Nothing);
            assert_eq!(
                person.answer(&gate(keys[0])).unwrap(),
                accept(json!({ "ok": true }))
            );
            assert_eq!(
                person.answer(&details(keys[1])).unwrap(),
                accept(json!({ "reason": "moved" }))
            );
        }
    }

    #[test]
    fn an_entry_answers_once() {
        let mut person = script().person(Decline::Nothing);
        person.answer(&gate(None)).unwrap();
        let error = person.answer(&gate(None)).unwrap_err().to_string();
        assert!(error.contains("[ok]"), "{error}");
    }

    #[test]
    fn an_answer_that_does_not_fit_is_an_error_and_not_a_guess() {
        let mut person = script().person(Decline::Nothing);
        let error = person
            .answer(&gate(Some("details")))
            .unwrap_err()
            .to_string();
        assert!(error.contains("`details`"), "{error}");
    }

    #[test]
    fn the_first_or_the_named_question_is_declined() {
        let mut first = script().person(Decline::First);
        assert_eq!(first.answer(&details(None)).unwrap(), Reply::Decline);
        assert_eq!(
            first.answer(&gate(None)).unwrap(),
            accept(json!({ "ok": true }))
        );

        let mut named = script().person(Decline::Key("confirmed".into()));
        assert_ne!(named.answer(&details(None)).unwrap(), Reply::Decline);
        assert_eq!(named.answer(&gate(None)).unwrap(), Reply::Decline);
    }

    #[test]
    fn a_list_answers_the_yes_no_fields_that_stand_for_it() {
        let yes_no = |title: &str| json!({ "type": "boolean", "title": title });
        let properties = json!({ "notify_1": yes_no("Support"), "notify_2": yes_no("Billing") });
        let script = Script::new().form("details", json!({ "notify": ["Billing"] }));
        for key in [Some("details"), None] {
            let mut person = script.clone().person(Decline::Nothing);
            assert_eq!(
                person
                    .answer(&form(key, properties.clone(), json!([])))
                    .unwrap(),
                accept(json!({ "notify_1": false, "notify_2": true }))
            );
        }
    }

    #[test]
    fn a_visit_is_accepted_without_content() {
        let params = json!({ "mode": "url", "message": "Connect", "url": "https://example.com" });
        let visit = Question::new(None, &serde_json::from_value(params).unwrap()).unwrap();
        let mut person = Script::new().visit("link").person(Decline::Nothing);
        assert_eq!(person.answer(&visit).unwrap(), Reply::Accept(None));
    }
}
