//! The kinds of questions, and what is done with each.

use serde_json::{Value, json};

use super::attack::Attack;
use super::exchange::Stands;
use super::question::Question;
use super::turn::Turn;

/// A form.
#[derive(Debug)]
pub enum Form {}
/// A confirmation.
#[derive(Debug)]
pub enum Gate {}
/// A visit to a URL.
#[derive(Debug)]
pub enum Url {}
/// Another input request: sampling, roots.
#[derive(Debug)]
pub enum Input {}

impl Question<Form> {
    /// The person fills it in. Over 2025-06-18 a list of choices is answered by one yes or no for each.
    pub async fn answer(self, content: Value) -> Turn {
        let response = self.accepting(content);
        self.respond(response).await
    }

    /// The person fills it in, and the client sends the answer twice at once.
    pub async fn answer_twice(self, content: Value) -> [Turn; 2] {
        let response = self.accepting(content);
        self.respond_twice(response).await
    }

    /// The response that fills it in, for [`attack`](Self::attack).
    #[must_use]
    pub fn accepting(&self, content: Value) -> Value {
        let era = self.exchange.setup.era;
        json!({ "action": "accept", "content": self.pending.content(era, content) })
    }

    /// The form, as it was declared: also in the era that shows lists otherwise. Defaults of a re-ask are in it.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.pending.schema
    }

    /// The names of its fields, in order.
    #[must_use]
    pub fn fields(&self) -> Vec<&str> {
        let properties = self.schema()["properties"].as_object();
        properties.map_or_else(Vec::new, |all| all.keys().map(String::as_str).collect())
    }

    /// The schema of one field.
    ///
    /// # Panics
    ///
    /// When there is no such field.
    #[must_use]
    #[track_caller]
    pub fn field(&self, name: &str) -> &Value {
        match self.schema()["properties"].get(name) {
            Some(field) => field,
            None => self.complain(&format!(
                "the form `{}` to have a field `{name}`",
                self.key()
            )),
        }
    }

    /// What the person sees first in a field, if anything.
    #[must_use]
    pub fn default(&self, field: &str) -> Option<&Value> {
        self.schema()["properties"].get(field)?.get("default")
    }
}

impl Question<Gate> {
    /// The person says yes.
    pub async fn accept(self) -> Turn {
        match self.pending.opening(None) {
            Ok(response) => self.respond(response).await,
            Err(why) => self.stuck(why),
        }
    }

    /// The person says yes, and the client sends it twice at once.
    pub async fn accept_twice(self) -> [Turn; 2] {
        match self.pending.opening(None) {
            Ok(response) => self.respond_twice(response).await,
            Err(why) => {
                let again = self.exchange.clone();
                let again = again.stands(Stands::Stuck(why.to_owned()));
                [self.stuck(why), again]
            }
        }
    }

    /// The person types this text.
    pub async fn typed(self, text: &str) -> Turn {
        match self.pending.opening(Some(text)) {
            Ok(response) => self.respond(response).await,
            Err(why) => self.stuck(why),
        }
    }

    /// The person accepts, with a no.
    pub async fn refuse(self) -> Turn {
        let no = json!({ "action": "accept", "content": { "confirm": false } });
        self.respond(no).await
    }

    /// An attack with the accept that would open this gate; of one with a text to type, with a guess.
    pub fn attack_open(&self) -> Attack<'_> {
        let opening = self.pending.opening(None);
        let opening = opening.or_else(|_| self.pending.opening(Some("guess")));
        self.attack(opening.unwrap_or_default())
    }

    /// Its form.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.pending.schema
    }
}

impl Question<Url> {
    /// The person agrees to visit the URL.
    pub async fn accept(self) -> Turn {
        self.respond(json!({ "action": "accept" })).await
    }

    /// Where it leads.
    #[must_use]
    pub fn url(&self) -> &str {
        self.pending.url()
    }
}

impl Question<Input> {
    /// The client gives this result.
    pub async fn answer(self, result: Value) -> Turn {
        self.respond(result).await
    }

    /// The method, `roots/list` for example.
    #[must_use]
    pub fn method(&self) -> &str {
        self.pending.method()
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &Value {
        &self.pending.request["params"]
    }
}
