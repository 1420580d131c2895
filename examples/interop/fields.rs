//! Every kind of field: all in one form, and each in a form of its own.

use askback::{Ask, Choice, Form, interactive};
use jiff::{Timestamp, civil::Date};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::server::{Interop, Run};

#[derive(Choice, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Untitled {
    A,
    B,
    C,
}

#[derive(Choice, Serialize)]
#[serde(rename_all = "lowercase")]
enum Titled {
    /// The first
    A,
    /// The second
    B,
    /// The third
    C,
}

/// With `enumNames`, for clients that know no other titles.
#[derive(Choice, Serialize)]
#[choice(legacy)]
#[serde(rename_all = "lowercase")]
enum Legacy {
    /// The first
    A,
    /// The second
    B,
    /// The third
    C,
}

/// The form with every field, and a form for each kind.
macro_rules! kinds {
    (
        every { $($(#[$key:meta])* $kind:ident: $type:ty,)* }
        names { $($(#[$name:meta])* $named:ident: $text:ty,)* }
    ) => {
        #[derive(Form, Serialize)]
        struct EveryField {
            $($(#[$key])* $kind: $type,)*
        }

        /// Asks for the single field `value` of this kind; gives what was decoded.
        async fn one(kind: &str, ask: &mut Ask<'_>) -> Result<Value, askback::Error> {
            let message = format!("A value of the kind {kind}");
            Ok(match kind {
                $(stringify!($kind) => {
                    #[derive(Form)]
                    struct One { $(#[$key])* value: $type }
                    let One { value } = ask.form("one", message).await?;
                    json!(value)
                })*
                $(stringify!($named) => {
                    #[derive(Form)]
                    struct One { $(#[$name])* value: $text }
                    let One { value } = ask.form("one", message).await?;
                    json!(value)
                })*
                "no_fields" => {
                    let NoFields = ask.form("one", message).await?;
                    Value::Null
                }
                _ => {
                    let kinds = [EVERY, NAMES, &["no_fields"]].concat().join(", ");
                    Err(format!("there is no such kind; there are {kinds}"))?
                }
            })
        }

        /// The kinds in the form with every field.
        pub(crate) const EVERY: &[&str] = &[$(stringify!($kind)),*];
        /// Fields whose names are fragile.
        pub(crate) const NAMES: &[&str] = &[$(stringify!($named)),*];
    };
}

kinds! {
    every {
        string: String,
        #[form(length = 2..=5)]
        length: String,
        #[form(format = "email")]
        email: String,
        #[form(format = "uri")]
        uri: String,
        date: Date,
        date_time: Timestamp,
        boolean: bool,
        integer: i64,
        small: u8,
        number: f64,
        single: Untitled,
        titled: Titled,
        legacy: Legacy,
        many: Vec<Untitled>,
        titled_many: Vec<Titled>,
        #[form(items = 1..)]
        many_some: Vec<Untitled>,
        optional_string: Option<String>,
        optional_integer: Option<i64>,
        optional_number: Option<f64>,
        optional_boolean: Option<bool>,
        optional_single: Option<Untitled>,
        #[form(default = "as it was")]
        default_string: String,
        #[form(default = 7)]
        default_integer: i64,
        #[form(default = true)]
        default_boolean: bool,
        #[form(default = Untitled::B)]
        default_single: Untitled,
    }
    names {
        #[form(rename = "class")]
        keyword: String,
        #[form(rename = "due-date")]
        dashed: String,
        #[form(rename = "due.date")]
        dotted: String,
        #[form(rename = "2nd")]
        digit: String,
        #[form(rename = "dueDate")]
        camel: String,
        #[form(rename = "_note")]
        private: String,
        #[form(rename = "größe")]
        unicode: String,
    }
}

#[derive(Form)]
struct NoFields;

#[derive(Deserialize, schemars::JsonSchema)]
struct Kind {
    kind: String,
}

#[tool_router(router = fields, vis = "pub(crate)")]
impl Interop {
    /// Asks for one field of each kind.
    #[interactive]
    #[tool]
    async fn every_field(
        &self,
        Parameters(Run { run }): Parameters<Run>,
        #[ask("Every field of {run}")] form: EveryField,
    ) -> Result<String, askback::Error> {
        Ok(serde_json::to_string(&form)?)
    }

    /// Asks for one field of this kind.
    #[interactive]
    #[tool]
    async fn one_field(
        &self,
        Parameters(Kind { kind }): Parameters<Kind>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let value = one(&kind, ask).await?;
        Ok(json!({ "value": value }).to_string())
    }
}
