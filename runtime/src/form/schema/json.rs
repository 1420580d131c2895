//! Profile → JSON. One definition, by `Serialize`, makes both the text and the value.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{ChoiceOption, DefaultValue, FieldSchema, Kind, Options, Schema};

pub(super) fn text(schema: &Schema) -> String {
    // Strings as keys and finite numbers only: serializing these cannot fail.
    serde_json::to_string(schema).unwrap_or_default()
}

impl Schema {
    /// The schema as a JSON value. The order of the properties is kept when `serde_json/preserve_order` is on, which the
    /// feature `rmcp` turns on.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The schema as `schemars` has it, for `#[form(json_schema)]`: the very same JSON.
    pub fn to_schemars(&self) -> schemars::Schema {
        match self.to_json() {
            Value::Object(object) => object.into(),
            _ => schemars::Schema::default(),
        }
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(uri) = &self.dollar_schema {
            map.serialize_entry("$schema", uri)?;
        }
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Properties(&self.fields))?;
        if self.fields.iter().any(|field| field.required) {
            map.serialize_entry("required", &Required(&self.fields))?;
        }
        map.end()
    }
}

struct Properties<'a>(&'a [FieldSchema]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|field| (&field.name, field)))
    }
}

struct Required<'a>(&'a [FieldSchema]);

impl Serialize for Required<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.0
                .iter()
                .filter(|field| field.required)
                .map(|field| &field.name),
        )
    }
}

/// The property of the field, without its name.
impl Serialize for FieldSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", type_name(&self.kind))?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        if let Some(description) = &self.description {
            map.serialize_entry("description", description)?;
        }
        match &self.kind {
            Kind::Text {
                min_length,
                max_length,
                format,
            } => {
                entry(&mut map, "minLength", min_length.filter(|&min| min > 0))?;
                entry(&mut map, "maxLength", *max_length)?;
                entry(&mut map, "format", format.map(super::Format::as_str))?;
            }
            Kind::Integer { minimum, maximum } => {
                entry(&mut map, "minimum", minimum.map(Exact))?;
                entry(&mut map, "maximum", maximum.map(Exact))?;
            }
            Kind::Number { minimum, maximum } => {
                entry(&mut map, "minimum", minimum.map(Shortest))?;
                entry(&mut map, "maximum", maximum.map(Shortest))?;
            }
            Kind::Boolean => {}
            Kind::Single { options } if !options.is_titled() => {
                map.serialize_entry("enum", &Values(options))?
            }
            Kind::Single { options } if options.is_legacy() => {
                map.serialize_entry("enum", &Values(options))?;
                map.serialize_entry("enumNames", &Labels(options))?;
            }
            Kind::Single { options } => map.serialize_entry("oneOf", &Titled(options))?,
            Kind::Multi {
                options,
                min_items,
                max_items,
            } => {
                entry(&mut map, "minItems", min_items.filter(|&min| min > 0))?;
                entry(&mut map, "maxItems", *max_items)?;
                map.serialize_entry("items", &Items(options))?;
            }
        }
        if let Some(default) = &self.default {
            map.serialize_entry("default", default)?;
        }
        map.end()
    }
}

fn entry<M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(key, &value),
        None => Ok(()),
    }
}

fn type_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text { .. } | Kind::Single { .. } => "string",
        Kind::Integer { .. } => "integer",
        Kind::Number { .. } => "number",
        Kind::Boolean => "boolean",
        Kind::Multi { .. } => "array",
    }
}

/// An integer without a fraction. Beyond 64 bits a JSON value of `serde_json` holds only the nearest float.
struct Exact(i128);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(small) = i64::try_from(self.0) {
            serializer.serialize_i64(small)
        } else if let Ok(large) = u64::try_from(self.0) {
            serializer.serialize_u64(large)
        } else {
            serializer.serialize_f64(self.0 as f64)
        }
    }
}

/// A number in its shortest form; whole ones without a fraction.
struct Shortest(f64);

impl Serialize for Shortest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const WHOLE: f64 = 9_007_199_254_740_992.0;
        if self.0.fract() == 0.0 && self.0.abs() <= WHOLE {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl Serialize for DefaultValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(integer) => Exact(*integer).serialize(serializer),
            Self::Number(number) => Shortest(*number).serialize(serializer),
            Self::Boolean(truth) => serializer.serialize_bool(*truth),
            Self::Items(items) => serializer.collect_seq(items),
        }
    }
}

struct Values<'a>(&'a Options);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ChoiceOption::value))
    }
}

struct Labels<'a>(&'a Options);

impl Serialize for Labels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ChoiceOption::label))
    }
}

struct Titled<'a>(&'a Options);

impl Serialize for Titled<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for option in self.0 {
            seq.serialize_element(&ConstTitle(option))?;
        }
        seq.end()
    }
}

struct ConstTitle<'a>(&'a ChoiceOption);

impl Serialize for ConstTitle<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("const", self.0.value())?;
        map.serialize_entry("title", self.0.label())?;
        map.end()
    }
}

struct Items<'a>(&'a Options);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.0.is_titled() {
            map.serialize_entry("anyOf", &Titled(self.0))?;
        } else {
            map.serialize_entry("type", "string")?;
            map.serialize_entry("enum", &Values(self.0))?;
        }
        map.end()
    }
}
