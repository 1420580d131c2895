//! A server whose forms come from elsewhere, as schemas.

use std::sync::{Arc, Mutex};

use askback::testing::Tester;
use askback::{Answer, Ask, Form, form, interactive, message};
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{
    ErrorData, ServerHandler, prompt, prompt_handler, prompt_router, tool, tool_handler,
    tool_router,
};
use serde_json::{Map, Value, json};

pub(crate) type Fields = Map<String, Value>;

#[derive(Form)]
struct Name {
    name: String,
}

/// A server whose forms come from elsewhere.
#[derive(Clone)]
pub(crate) struct Plugins {
    pub(crate) schema: Arc<Mutex<Value>>,
}

impl Plugins {
    fn schema(&self) -> Value {
        self.schema.lock().unwrap().clone()
    }
}

pub(crate) fn plugins(schema: Value) -> Tester<Plugins> {
    Tester::new(Plugins {
        schema: Arc::new(Mutex::new(schema)),
    })
}

#[tool_router]
impl Plugins {
    #[interactive]
    #[tool]
    async fn fields(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let fields: Fields = ask
            .form("fields", "Set it up")
            .schema(self.schema())
            .await?;
        Ok(Value::Object(fields).to_string())
    }

    #[interactive]
    #[tool]
    async fn maybe(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let fields: Answer<Fields> = ask
            .form("fields", "Set it up")
            .schema(self.schema())
            .await?;
        Ok(match fields {
            Answer::Accept(fields) => Value::Object(fields).to_string(),
            other => format!("{other:?}"),
        })
    }

    /// With the keys that such a form has, before and after the schema.
    #[interactive]
    #[tool]
    async fn keys(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let question = ask.form("fields", "Set it up").default("level", "low");
        let even = |fields: Fields| async move {
            match fields.get("retries").and_then(Value::as_i64) {
                Some(retries) if retries % 2 == 1 => Err("an even number of retries"),
                _ => Ok(()),
            }
        };
        let fields: Fields = question
            .schema(self.schema())
            .covers(&1)
            .check(even)
            .await?;
        Ok(Value::Object(fields).to_string())
    }

    #[interactive]
    #[tool]
    async fn harmless(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let question = ask
            .form("fields", "Which password policy?")
            .schema(self.schema());
        let fields: Fields = question.sensitive("asks for numbers of days").await?;
        Ok(Value::Object(fields).to_string())
    }

    #[interactive]
    #[tool]
    async fn together(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let each = (0..2).map(|at| form(format!("at.{at}"), "Set it up").schema(self.schema()));
        let (name, more, each): (Name, Answer<Fields>, Vec<Fields>) = ask
            .all((
                form("name", "Who?"),
                form("more", "More?").schema(self.schema()),
                each.collect::<Vec<_>>(),
            ))
            .await?;
        Ok(format!("{} {more:?} {}", name.name, json!(each)))
    }

    #[interactive]
    #[tool]
    async fn literal(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let Name { name } = ask.form("name", "What is your password?").await?;
        Ok(name)
    }

    #[interactive]
    #[tool]
    async fn literal_in_all(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let rows = 3;
        let text = message!("The API key of {rows} rows?");
        let (Name { name },) = ask.all((form("name", text),)).await?;
        Ok(name)
    }

    /// A text that data went into is not judged by its words; a confirmation asks for no text.
    #[interactive]
    #[tool]
    async fn data(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let column = "password_hash";
        let Name { name } = ask
            .form("name", format!("How is `{column}` masked?"))
            .await?;
        let masked = message!("How is `{column}` masked?");
        let Name { name: other } = ask.form("other", masked).await?;
        let sure: askback::Confirmed<'_> = ask.confirm("sure", "Change the password?").await?;
        drop(sure);
        Ok(name + &other)
    }
}

#[prompt_router]
impl Plugins {
    #[interactive]
    #[prompt]
    async fn filled(&self, ask: &mut Ask) -> Result<GetPromptResult, ErrorData> {
        let fields: Fields = ask
            .form("fields", "Set it up")
            .schema(self.schema())
            .await?;
        let text = PromptMessage::new_text(Role::User, Value::Object(fields).to_string());
        Ok(GetPromptResult::new(vec![text]))
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Plugins {}

/// One field of each kind.
pub(crate) fn every_kind() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "zeta": { "type": "string", "title": "Z", "minLength": 2, "maxLength": 5 },
            "mail": { "type": "string", "format": "email" },
            "retries": { "type": "integer", "minimum": 0, "maximum": 9 },
            "share": { "type": "number", "maximum": 0.5 },
            "on": { "type": "boolean" },
            "level": { "type": "string", "enum": ["low", "high"], "default": "high" },
            "titled": { "type": "string", "oneOf": [{ "const": "a", "title": "A" }, { "const": "b", "title": "B" }] },
            "many": { "type": "array", "items": { "type": "string", "enum": ["x", "y"] }, "maxItems": 2 },
        },
        "required": ["zeta", "retries"],
    })
}
