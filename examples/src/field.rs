//! A form's schema as the fields that a person fills in, whatever the prompts look like.

use anyhow::{Context as _, bail};
use rmcp::model::{ElicitationSchema, PrimitiveSchemaDefinition, StringFormat};

use crate::{
    choice::{Choice, select},
    question::printable,
};

/// One field of a form, as a person fills it in. Its texts are safe to print.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The property's name, the key of its value in the answer.
    pub name: String,
    /// What stands before the input: the property's title, else its name.
    pub label: String,
    /// The property's description.
    pub help: Option<String>,
    /// Whether the field has to be filled in; any other may be skipped.
    pub required: bool,
    /// What is filled in.
    pub input: Input,
}

/// What a field takes, with its limits.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Text; lengths in Unicode code points.
    Text {
        /// The fewest code points.
        min: usize,
        /// The most code points.
        max: Option<usize>,
        /// E-mail address, URI, date or date-time.
        format: Option<StringFormat>,
        /// What stands there at first.
        default: Option<String>,
    },
    /// An integer; bounds included.
    Integer {
        /// The lowest.
        min: Option<i64>,
        /// The highest.
        max: Option<i64>,
        /// What stands there at first.
        default: Option<i64>,
    },
    /// A number; bounds included.
    Number {
        /// The lowest.
        min: Option<f64>,
        /// The highest.
        max: Option<f64>,
        /// What stands there at first.
        default: Option<f64>,
    },
    /// Yes or no.
    YesNo {
        /// What a bare Enter means.
        default: Option<bool>,
    },
    /// One of several choices.
    One {
        /// The choices, in the schema's order.
        choices: Vec<Choice>,
        /// The index of the choice that is marked at first.
        default: Option<usize>,
    },
    /// Any of several choices.
    Many {
        /// The choices, in the schema's order.
        choices: Vec<Choice>,
        /// The fewest.
        min: usize,
        /// The most.
        max: Option<usize>,
        /// The indices of the choices that are marked at first.
        defaults: Vec<usize>,
    },
}

impl Field {
    /// The fields of a form, in the order of its schema.
    ///
    /// # Errors
    ///
    /// A property of a kind that this client cannot ask, or a required one that is not declared.
    pub fn all(schema: &ElicitationSchema) -> anyhow::Result<Vec<Self>> {
        let required = schema.required.as_deref().unwrap_or_default();
        if let Some(name) = required
            .iter()
            .find(|name| !schema.properties.contains_key(*name))
        {
            bail!(
                "the form requires `{}`, which it does not declare",
                printable(name)
            );
        }
        let ordered = schema.property_order.as_deref().unwrap_or_default();
        let rest = schema
            .properties
            .keys()
            .filter(|name| !ordered.contains(name));
        ordered
            .iter()
            .chain(rest)
            .filter_map(|name| Some((name, schema.properties.get(name)?)))
            .map(|(name, property)| {
                Self::new(name, required.contains(name), property)
                    .with_context(|| format!("field `{}` of the form", printable(name)))
            })
            .collect()
    }

    fn new(
        name: &str,
        required: bool,
        property: &PrimitiveSchemaDefinition,
    ) -> anyhow::Result<Self> {
        let (title, help, input) = match property {
            PrimitiveSchemaDefinition::String(text) => (
                &text.title,
                &text.description,
                Input::Text {
                    min: text.min_length.map_or(0, length),
                    max: text.max_length.map(length),
                    format: text.format,
                    default: text.default.as_ref().map(ToString::to_string),
                },
            ),
            PrimitiveSchemaDefinition::Integer(integer) => (
                &integer.title,
                &integer.description,
                Input::Integer {
                    min: integer.minimum,
                    max: integer.maximum,
                    default: integer.default,
                },
            ),
            PrimitiveSchemaDefinition::Number(number) => (
                &number.title,
                &number.description,
                Input::Number {
                    min: number.minimum,
                    max: number.maximum,
                    default: number.default,
                },
            ),
            PrimitiveSchemaDefinition::Boolean(boolean) => (
                &boolean.title,
                &boolean.description,
                Input::YesNo {
                    default: boolean.default,
                },
            ),
            PrimitiveSchemaDefinition::Enum(choices) => select(choices)?,
            _ => bail!("it is of a kind that this client cannot ask"),
        };
        Ok(Self {
            name: name.to_owned(),
            label: title.as_deref().map_or_else(|| printable(name), printable),
            help: help.as_deref().map(printable),
            required,
            input,
        })
    }
}

/// A limit that no memory could reach is as good as the highest that this machine can count.
pub(crate) fn count(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

fn length(limit: u32) -> usize {
    count(limit.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(schema: serde_json::Value) -> Vec<Field> {
        Field::all(&serde_json::from_value(schema).unwrap()).unwrap()
    }

    #[test]
    fn every_kind_of_the_flat_grammar_becomes_a_field_in_the_schemas_order() {
        let fields = fields(json!({
            "type": "object",
            "properties": {
                "why": { "type": "string", "title": "Why?", "description": "In a sentence",
                         "minLength": 3, "maxLength": 200, "default": "moved" },
                "mail": { "type": "string", "format": "email" },
                "age": { "type": "integer", "minimum": 0, "maximum": 150, "default": 30 },
                "score": { "type": "number", "minimum": 0.5, "default": 95.5 },
                "sure": { "type": "boolean", "default": false },
                "bare": { "type": "string", "enum": ["a", "b"], "default": "b" },
                "titled": { "type": "string", "oneOf": [{ "const": "a", "title": "First" }] },
                "legacy": { "type": "string", "enum": ["a", "b"], "enumNames": ["First", "Second"] },
                "many": { "type": "array", "maxItems": 2, "default": ["c", "a"],
                          "items": { "type": "string", "enum": ["a", "b", "c"] } },
                "named": { "type": "array", "minItems": 1,
                           "items": { "anyOf": [{ "const": "a", "title": "First" }] } },
            },
            "required": ["why", "named"],
        }));

        let names: Vec<_> = fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "why", "mail", "age", "score", "sure", "bare", "titled", "legacy", "many", "named"
            ]
        );
        let required: Vec<_> = fields.iter().filter(|field| field.required).collect();
        assert_eq!(required.len(), 2);
        assert_eq!(fields[0].label, "Why?");
        assert_eq!(fields[0].help.as_deref(), Some("In a sentence"));
        assert_eq!(fields[1].label, "mail");

        let choice = |value: &str, title: &str| Choice {
            value: value.into(),
            title: title.into(),
        };
        let inputs: Vec<_> = fields.into_iter().map(|field| field.input).collect();
        assert_eq!(
            inputs,
            [
                Input::Text {
                    min: 3,
                    max: Some(200),
                    format: None,
                    default: Some("moved".into())
                },
                Input::Text {
                    min: 0,
                    max: None,
                    format: Some(StringFormat::Email),
                    default: None
                },
                Input::Integer {
                    min: Some(0),
                    max: Some(150),
                    default: Some(30)
                },
                Input::Number {
                    min: Some(0.5),
                    max: None,
                    default: Some(95.5)
                },
                Input::YesNo {
                    default: Some(false)
                },
                Input::One {
                    choices: vec![choice("a", "a"), choice("b", "b")],
                    default: Some(1)
                },
                Input::One {
                    choices: vec![choice("a", "First")],
                    default: None
                },
                Input::One {
                    choices: vec![choice("a", "First"), choice("b", "Second")],
                    default: None
                },
                Input::Many {
                    choices: vec![choice("a", "a"), choice("b", "b"), choice("c", "c")],
                    min: 0,
                    max: Some(2),
                    defaults: vec![0, 2]
                },
                Input::Many {
                    choices: vec![choice("a", "First")],
                    min: 1,
                    max: None,
                    defaults: vec![]
                },
            ]
        );
    }

    #[test]
    fn texts_of_the_server_cannot_steer_the_terminal() {
        let fields = fields(json!({
            "type": "object",
            "properties": { "x": { "type": "string", "title": "\u{1b}[2JPay", "description": "a\u{202e}b" } },
        }));
        assert_eq!(fields[0].label, "\\u{1b}[2JPay");
        assert_eq!(fields[0].help.as_deref(), Some("a\\u{202e}b"));
    }

    #[test]
    fn a_required_field_that_is_not_declared_is_an_error() {
        let schema = json!({ "type": "object", "properties": {}, "required": ["ghost"] });
        let error = Field::all(&serde_json::from_value(schema).unwrap()).unwrap_err();
        assert!(error.to_string().contains("`ghost`"), "{error}");
    }
}
