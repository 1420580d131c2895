//! A question as it came over the wire, with what the kit knows of it besides.

use serde_json::{Value, json};

use super::failure::indented;
use crate::conversation::Watch;
use crate::form::Schema;
use crate::question::{TEXT, YES};

/// What kind of question it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Form,
    Gate,
    Url,
    Input,
    /// A form that the kit was not told of, and that looks like a gate's.
    FormOrGate,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Gate => "gate",
            Self::Url => "URL question",
            Self::Input => "input request",
            Self::FormOrGate => "form or gate",
        }
    }

    pub(super) fn is(self, expected: Self) -> bool {
        self == expected || self == Self::FormOrGate && matches!(expected, Self::Form | Self::Gate)
    }
}

/// A question that waits for its answer.
#[derive(Clone)]
pub(super) struct Pending {
    /// `None`: it is not on the wire, and the kit was not told.
    pub(super) key: Option<String>,
    pub(super) kind: Kind,
    /// Whether the call is over when it is declined.
    pub(super) ends: bool,
    /// Method and parameters, as they went out.
    pub(super) request: Value,
    /// The id of the server's request, in the handshake era.
    pub(super) id: Option<Value>,
    /// The form as JSON: as it was declared, if the kit was told.
    pub(super) schema: Value,
    /// Why it is asked once more, if it is.
    pub(super) again: Option<&'static str>,
    /// The keys that come after it in its round, where they come one by one.
    pub(super) later: Vec<String>,
    declared: Option<Schema>,
}

impl Pending {
    /// Reads a question: `key` is on the wire in the modern era, `id` in the handshake era.
    pub(super) fn read(
        watch: &Watch,
        key: Option<&str>,
        id: Option<Value>,
        request: &Value,
    ) -> Self {
        let (method, params) = (&request["method"], &request["params"]);
        let seen = watch.take(|seen| {
            let same_target = match &seen.target {
                None => method == "elicitation/create" && params["url"].is_null(),
                Some(target) => params["url"] == **target || method == target,
            };
            let message = params["message"].as_str().unwrap_or_default();
            let same_message = seen.message == message || method != "elicitation/create";
            same_target && same_message && key.is_none_or(|key| key == seen.key)
        });
        let kind = match (method.as_str(), &params["mode"], &seen) {
            (Some("elicitation/create"), mode, _) if mode == "url" => Kind::Url,
            (Some("elicitation/create"), _, seen) => match seen.as_ref().and_then(|it| it.gate) {
                Some(true) => Kind::Gate,
                None if looks_like_a_gate(params) => Kind::FormOrGate,
                _ => Kind::Form,
            },
            _ => Kind::Input,
        };
        let key = key.map(str::to_owned);
        let request = json!({ "method": method, "params": params });
        let on_the_wire = || request["params"]["requestedSchema"].clone();
        let Some(seen) = seen else {
            return Self {
                key,
                kind,
                ends: false,
                id,
                schema: on_the_wire(),
                again: None,
                later: Vec::new(),
                declared: None,
                request,
            };
        };
        let schema = seen.schema.as_ref();
        Self {
            key: key.or(Some(seen.key)),
            kind,
            ends: seen.ends,
            id,
            schema: schema.map_or_else(on_the_wire, Schema::to_json),
            again: seen.again,
            later: seen.later,
            declared: seen.schema,
            request,
        }
    }

    pub(super) fn message(&self) -> &str {
        self.request["params"]["message"]
            .as_str()
            .unwrap_or_default()
    }

    pub(super) fn method(&self) -> &str {
        self.request["method"].as_str().unwrap_or_default()
    }

    /// The key to show.
    pub(super) fn name(&self) -> &str {
        self.key.as_deref().unwrap_or("(a key that is not known)")
    }

    /// Whether this is the question with this key, as far as the kit can tell.
    pub(super) fn has_key(&self, key: &str) -> bool {
        self.key.as_deref().is_none_or(|own| own == key)
    }

    /// Content as this client gives it.
    pub(super) fn content(&self, era: super::Era, content: Value) -> Value {
        match &self.declared {
            Some(schema) if era == super::Era::FirstHandshake => {
                crate::rmcp::unfold(schema, content)
            }
            _ => content,
        }
    }

    /// The accept that opens it, were it a gate; a typed one wants its text.
    pub(super) fn opening(&self, text: Option<&str>) -> Result<Value, &'static str> {
        let has = |field: &str| self.schema["properties"].get(field).is_some();
        let content = match text {
            Some(text) if has(TEXT) => json!({ TEXT: text }),
            Some(_) => return Err("it wants no text typed: use `accept`"),
            None if has(YES) => json!({ YES: true }),
            None if has(TEXT) => return Err("it wants a text typed: use `typed`"),
            None => json!({}),
        };
        Ok(json!({ "action": "accept", "content": content }))
    }

    /// For a failure: what is asked, and of a form its fields.
    pub(super) fn describe(&self) -> String {
        let mut text = format!("{} `{}`", self.kind.name(), self.name());
        match self.kind {
            Kind::Input => {
                text += &format!(": {} {}", self.method(), self.request["params"]);
            }
            Kind::Url => text += &format!(": {} <{}>", self.message(), self.url()),
            _ => text += &format!(": {}", self.message()),
        }
        let mut text = indented(&text, 4);
        let required = self.schema["required"].as_array();
        for (name, property) in self.schema["properties"].as_object().into_iter().flatten() {
            let required = required.is_some_and(|all| all.iter().any(|it| it == name));
            let star = if required { " (required)" } else { "" };
            text += &format!("\n      {name}{star}: {property}");
        }
        text
    }

    pub(super) fn url(&self) -> &str {
        self.request["params"]["url"].as_str().unwrap_or_default()
    }
}

fn looks_like_a_gate(params: &Value) -> bool {
    let properties = params["requestedSchema"]["properties"].as_object();
    properties.is_some_and(|all| all.keys().all(|name| name == YES || name == TEXT))
}
