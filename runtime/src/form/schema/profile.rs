//! JSON → profile: a schema that was given as JSON, checked member by member.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{FieldSchema, MAX_DESCRIPTION, MAX_FIELDS, MAX_SCHEMA_BYTES, MAX_TITLE, Schema};
use crate::form::escape::{is_unsafe, prose};
use crate::form::{Policy, Violation, Violations, secret};

mod choices;
mod property;

type Object = Map<String, Value>;

impl Schema {
    /// Reads a schema given as JSON, if it keeps to the profile.
    ///
    /// The profile is the protocol's flat grammar (MCP 2026-07-28, `PrimitiveSchemaDefinition`): an object of declared
    /// properties, each a string, number, integer, boolean, single choice (`enum`, `oneOf` of `const` and `title`, `enum`
    /// with `enumNames`) or multiple choice (`items.enum`, `items.anyOf`); `required` within `properties`; a root
    /// `additionalProperties` absent or false; and nothing else. `$schema` is kept byte for byte. An array without
    /// `maxItems` is accepted under [`Policy::Portable`] only. The order of the properties is the one that `json` has.
    ///
    /// Characters that could mislead (control, bidirectional, unassigned, …) are escaped in titles and descriptions and
    /// refused in names; a choice whose value has some gets a title.
    ///
    /// At most 64 KiB, 256 fields, 512 choices a field; titles up to 256, descriptions up to 1,024 code points. A field
    /// that says in its name, title or description that it is a secret is refused: see
    /// [`Schema::from_json_with_sensitive`].
    ///
    /// ```
    /// use askback::form::{Policy, Schema, check};
    /// use serde_json::json;
    ///
    /// let schema = json!({"type": "object", "properties": {"age": {"type": "integer", "minimum": 0}}});
    /// let schema = Schema::from_json(&schema, Policy::Portable)?;
    /// assert_eq!(check(Some(&json!({"age": 7, "x": 1})), &schema, Policy::Portable).ok(), Some(json!({"age": 7})));
    ///
    /// let free = json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "x"}}, "title": "T"});
    /// let violations = Schema::from_json(&free, Policy::Portable).err();
    /// let paths: Vec<_> = violations.iter().flatten().map(|violation| violation.path()).collect();
    /// assert_eq!(paths, ["/title", "/properties/a/pattern"]);
    /// # Ok::<(), askback::form::Violations>(())
    /// ```
    ///
    /// # Errors
    /// Every violation, with its path as a JSON pointer.
    pub fn from_json(json: &Value, policy: Policy) -> Result<Self, Violations> {
        Self::from_json_with_sensitive(json, policy, &[])
    }

    /// As [`Schema::from_json`], and lets fields with these names say that they are secrets, because they are not.
    ///
    /// # Errors
    /// As [`Schema::from_json`].
    pub fn from_json_with_sensitive(
        json: &Value,
        policy: Policy,
        sensitive: &[&str],
    ) -> Result<Self, Violations> {
        Inspection {
            policy,
            sensitive: Some(sensitive),
            violations: Vec::new(),
        }
        .read(json)
    }

    /// Reads a schema that has been sent, word for word: whether it may be has been looked at then.
    pub(crate) fn from_sent(json: &Value) -> Result<Self, Violations> {
        Inspection {
            policy: Policy::Portable,
            sensitive: None,
            violations: Vec::new(),
        }
        .read(json)
    }
}

/// What has been found so far.
struct Inspection<'a> {
    policy: Policy,
    /// The fields that may say that they are secrets; `None` when the schema has been sent before, and its words stay as
    /// they are.
    sensitive: Option<&'a [&'a str]>,
    violations: Vec<Violation>,
}

impl Inspection<'_> {
    fn read(mut self, json: &Value) -> Result<Schema, Violations> {
        let schema = self.root(json);
        match (Violations::of(self.violations), schema) {
            (None, Some(schema)) => Ok(schema),
            (Some(violations), _) => Err(violations),
            (None, None) => Err(Violations::one("", "the schema cannot be read")),
        }
    }

    /// A title or description, safe to show.
    fn prose(&self, text: &str) -> String {
        match self.sensitive {
            Some(_) => prose(text),
            None => text.to_owned(),
        }
    }

    fn report(&mut self, path: &str, problem: impl Into<String>) {
        self.violations.push(Violation::new(path, problem));
    }

    fn root(&mut self, json: &Value) -> Option<Schema> {
        let Some(root) = json.as_object() else {
            self.report("", "a form's schema has to be an object");
            return None;
        };
        self.only(
            root,
            "",
            &[
                "$schema",
                "type",
                "properties",
                "required",
                "additionalProperties",
            ],
        );
        match root.get("type").map(Value::as_str) {
            Some(Some("object")) => {}
            Some(_) => self.report("/type", "`type` of a form has to be `object`"),
            None => self.report("", "`type` is missing; write `\"type\": \"object\"`"),
        }
        if root
            .get("additionalProperties")
            .is_some_and(|value| *value != Value::Bool(false))
        {
            self.report(
                "/additionalProperties",
                "`additionalProperties` may only be false; leave it out",
            );
        }
        let dollar_schema = match root.get("$schema") {
            Some(Value::String(uri)) => Some(uri.as_str().into()),
            Some(_) => {
                self.report("/$schema", "`$schema` has to be a string");
                None
            }
            None => None,
        };
        let properties = match root.get("properties") {
            Some(Value::Object(properties)) => properties,
            Some(_) => {
                self.report("/properties", "`properties` has to be an object");
                return None;
            }
            None => {
                self.report(
                    "",
                    "`properties` is missing; a form without fields has `\"properties\": {}`",
                );
                return None;
            }
        };
        let mut fields = self.properties(properties);
        if let Some(required) = root.get("required") {
            self.required(required, properties, &mut fields);
        }
        let schema = Schema::assemble(dollar_schema, fields);
        if schema.json_text().len() > MAX_SCHEMA_BYTES {
            self.report(
                "",
                format!(
                    "the schema is larger than {MAX_SCHEMA_BYTES} bytes; ask in more than one form"
                ),
            );
        }
        Some(schema)
    }

    fn properties(&mut self, properties: &Object) -> Vec<FieldSchema> {
        if properties.len() > MAX_FIELDS {
            self.report(
                "/properties",
                format!("more than {MAX_FIELDS} fields; ask in more than one form"),
            );
        }
        let mut fields = Vec::with_capacity(properties.len().min(MAX_FIELDS));
        for (name, property) in properties.iter().take(MAX_FIELDS) {
            let path = pointer("/properties", name);
            if name.is_empty() || name.chars().count() > MAX_TITLE || name.chars().any(is_unsafe) {
                self.report(
                    &path,
                    format!("a field's name has 1 to {MAX_TITLE} visible characters"),
                );
            }
            let Some(property) = property.as_object() else {
                self.report(&path, "a property has to be an object");
                continue;
            };
            let title = self.words(property, &path, "title", MAX_TITLE);
            let description = self.words(property, &path, "description", MAX_DESCRIPTION);
            if let Some(kind) = self.kind(property, &path) {
                let mut field = FieldSchema::new(name.clone(), kind).with_required(false);
                field.title = title.map(|title| self.prose(title).into());
                field.description = description.map(|text| self.prose(text).into());
                self.default(property, &path, &mut field);
                self.secret(&path, &field);
                fields.push(field);
            }
        }
        fields
    }

    fn secret(&mut self, path: &str, field: &FieldSchema) {
        if self
            .sensitive
            .is_none_or(|sensitive| sensitive.contains(&field.name()))
        {
            return;
        }
        if let Some(word) = secret::in_field(field) {
            self.report(
                path,
                format!("asks for a secret (`{word}`), which form mode must not collect; send the person to a page in URL mode"),
            );
        }
    }

    fn required(&mut self, required: &Value, declared: &Object, fields: &mut [FieldSchema]) {
        let Some(names) = required.as_array() else {
            self.report("/required", "`required` has to be a list of field names");
            return;
        };
        let mut seen = HashSet::new();
        for (index, name) in names.iter().enumerate().take(MAX_FIELDS + 1) {
            let path = pointer("/required", &index.to_string());
            let Some(name) = name.as_str() else {
                self.report(&path, "a field name has to be a string");
                continue;
            };
            if !seen.insert(name) {
                self.report(&path, "the field is named twice");
            }
            if let Some(field) = fields.iter_mut().find(|field| field.name == name) {
                field.required = true;
            } else if !declared.contains_key(name) {
                self.report(&path, "no such property; declare it or leave it out");
            }
        }
    }

    /// A title or description.
    fn words<'j>(
        &mut self,
        object: &'j Object,
        path: &str,
        key: &str,
        limit: usize,
    ) -> Option<&'j String> {
        match object.get(key) {
            Some(Value::String(words)) if words.chars().count() <= limit => return Some(words),
            Some(Value::String(_)) => {
                self.report(
                    &pointer(path, key),
                    format!("`{key}` has more than {limit} characters; shorten it"),
                );
            }
            Some(_) => self.report(&pointer(path, key), format!("`{key}` has to be a string")),
            None => {}
        }
        None
    }

    /// Every key that is not one of these is a violation.
    fn only(&mut self, object: &Object, path: &str, keys: &[&str]) {
        for key in object.keys().filter(|key| !keys.contains(&key.as_str())) {
            self.report(
                &pointer(path, key),
                "not part of the form profile here; remove it",
            );
        }
    }
}

/// One step further down (RFC 6901 section 3).
pub(super) fn pointer(path: &str, step: &str) -> String {
    format!("{path}/{}", step.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests;
