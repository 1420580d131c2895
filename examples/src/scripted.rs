//! A person who answers from a script.

use std::{thread, time::Duration};

use anyhow::{anyhow, bail};

use crate::{
    browser::Browser,
    part::Part,
    person::{Person, Reply},
    question::{Ask, Question},
    script::{Entry, Pace, Refusal},
    wire::Wire,
};

/// A person who answers from a [`Script`](crate::Script).
pub struct Scripted {
    entries: Vec<Entry>,
    refusal: Option<Refusal>,
    pace: Pace,
    browser: Option<Browser>,
    wire: Option<Wire>,
}

impl Scripted {
    pub(crate) fn new(entries: Vec<Entry>, refusal: Option<Refusal>) -> Self {
        Self {
            entries,
            refusal,
            pace: Pace::READING,
            browser: None,
            wire: None,
        }
    }

    /// Answers at this pace.
    #[must_use]
    pub fn pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Opens with this what the person agrees to visit.
    #[must_use]
    pub fn browser(mut self, browser: Option<Browser>) -> Self {
        self.browser = browser;
        self
    }

    /// Prints there what the person is asked.
    #[must_use]
    pub fn reading_from(mut self, wire: Wire) -> Self {
        self.wire = Some(wire);
        self
    }

    fn refuses(&self, key: &str) -> bool {
        let refusal = self.refusal.as_ref();
        refusal.is_some_and(|refusal| refusal.key().is_none_or(|refused| refused == key))
    }
}

impl Person for Scripted {
    fn answer(&mut self, question: &Question) -> anyhow::Result<Reply> {
        if let Some(wire) = &self.wire {
            wire.read(question);
        }
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
        let Entry { key, mut part, .. } = self.entries.remove(at);
        part.spread(&question.ask);
        if self.refuses(&key)
            && let Some(refusal) = self.refusal.take()
        {
            wait(self.pace.refuse);
            return Ok(if refusal.cancels {
                Reply::Cancel
            } else {
                Reply::Decline
            });
        }
        if !part.fits(&question.ask) {
            bail!(
                "the script's answer to `{key}` does not fit {}",
                name(question)
            );
        }
        if matches!(part, Part::Yes | Part::Typed(_)) {
            wait(self.pace.accept);
        }
        if let (Part::Visit { goes: true }, Ask::Visit(url)) = (&part, &question.ask)
            && let Some(browser) = &self.browser
        {
            browser.open(url, self.pace.visit);
        }
        Ok(Reply::Accept(part.content(&question.ask)))
    }
}

fn wait(time: Duration) {
    if !time.is_zero() {
        thread::sleep(time);
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
    use std::sync::{Arc, Mutex};

    use serde_json::{Value, json};

    use super::*;
    use crate::script::Script;

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
            let mut person = script().person(None).pace(Pace::NONE);
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
        let mut person = script().person(None).pace(Pace::NONE);
        person.answer(&gate(None)).unwrap();
        let error = person.answer(&gate(None)).unwrap_err().to_string();
        assert!(error.contains("[ok]"), "{error}");
    }

    #[test]
    fn an_answer_that_does_not_fit_is_an_error_and_not_a_guess() {
        let mut person = script().person(None).pace(Pace::NONE);
        let error = person
            .answer(&gate(Some("details")))
            .unwrap_err()
            .to_string();
        assert!(error.contains("`details`"), "{error}");
    }

    fn refusing(refusal: Refusal) -> Scripted {
        script().person(Some(refusal)).pace(Pace::NONE)
    }

    #[test]
    fn the_first_or_the_named_question_is_refused() {
        type Refuse = fn(Option<&str>) -> Refusal;
        let refusals: [(Refuse, Reply); 2] = [
            (Refusal::decline, Reply::Decline),
            (Refusal::cancel, Reply::Cancel),
        ];
        for (refuse, reply) in refusals {
            let mut first = refusing(refuse(None));
            assert_eq!(first.answer(&details(None)).unwrap(), reply);
            assert_eq!(
                first.answer(&gate(None)).unwrap(),
                accept(json!({ "ok": true }))
            );

            let mut named = refusing(refuse(Some("confirmed")));
            assert_ne!(named.answer(&details(None)).unwrap(), reply);
            assert_eq!(named.answer(&gate(None)).unwrap(), reply);
        }
    }

    #[test]
    fn a_text_is_typed_into_the_one_field_that_there_is() {
        let typed = |key| {
            form(
                key,
                json!({ "text": { "type": "string" } }),
                json!(["text"]),
            )
        };
        let script = Script::new()
            .types("confirmed", "web")
            .form("details", json!({ "reason": "x" }));
        for keys in [[Some("details"), Some("confirmed")], [None, None]] {
            let mut person = script.clone().person(None).pace(Pace::NONE);
            assert_eq!(
                person.answer(&details(keys[0])).unwrap(),
                accept(json!({ "reason": "x" }))
            );
            assert_eq!(
                person.answer(&typed(keys[1])).unwrap(),
                accept(json!({ "text": "web" }))
            );
        }
    }

    #[test]
    fn a_list_answers_the_yes_no_fields_that_stand_for_it() {
        let yes_no = |title: &str| json!({ "type": "boolean", "title": title });
        let properties = json!({ "notify_1": yes_no("Support"), "notify_2": yes_no("Billing") });
        let script = Script::new().form("details", json!({ "notify": ["Billing"] }));
        for key in [Some("details"), None] {
            let mut person = script.clone().person(None).pace(Pace::NONE);
            assert_eq!(
                person
                    .answer(&form(key, properties.clone(), json!([])))
                    .unwrap(),
                accept(json!({ "notify_1": false, "notify_2": true }))
            );
        }
    }

    #[test]
    fn a_visit_is_accepted_without_content_and_made_unless_it_is_put_off() {
        let params = json!({ "mode": "url", "message": "Connect", "url": "https://example.com/a" });
        let visit = Question::new(None, &serde_json::from_value(params).unwrap()).unwrap();
        let script = Script::new();
        let cases = [
            (script.clone().visit("link"), None, Reply::Accept(None), 1),
            (script.clone().put_off("link"), None, Reply::Accept(None), 0),
            (
                script.visit("link"),
                Some(Refusal::decline(None)),
                Reply::Decline,
                0,
            ),
        ];
        for (script, refusal, reply, visits) in cases {
            let opened = Arc::new(Mutex::new(Vec::new()));
            let pages = Arc::clone(&opened);
            let open = move |url: &str| {
                pages.lock().unwrap().push(url.to_owned());
                "connected".to_owned()
            };
            let browser = Browser::new(Arc::new(open), Wire::new(std::io::sink()));
            let mut person = script
                .person(refusal)
                .pace(Pace::NONE)
                .browser(Some(browser));
            assert_eq!(person.answer(&visit).unwrap(), reply);
            assert_eq!(
                *opened.lock().unwrap(),
                vec!["https://example.com/a"; visits]
            );
        }
    }
}
