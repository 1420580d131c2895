//! Strings, characters, yes or no.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use crate::form::{Fault, Field, FieldSchema, Kind, Open, Options, Present, Rule, Shape, rules};

macro_rules! texts {
    ($($text:ty),+) => {$(
        impl Field for $text {
            type Presence = Present;
            const SHAPE: Shape = Shape::Text;

            fn kind() -> Kind {
                Kind::text()
            }

            #[inline]
            fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
                rules::text(value, field.kind()).map(|text| text.to_owned().into())
            }
        }
    )+};
}

texts!(String, Box<str>, Arc<str>, Cow<'static, str>);

impl Open for String {
    type Presence = Present;
    const SHAPE: Shape = Shape::Single;

    fn kind() -> Kind {
        Kind::Single {
            options: Options::none(),
        }
    }

    #[inline]
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        rules::text(value, field.kind()).map(str::to_owned)
    }
}

impl Field for char {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::Text {
            min_length: Some(1),
            max_length: Some(1),
            format: None,
        }
    }

    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        let text = rules::text(value, field.kind())?;
        rules::length(text, Some(1), Some(1))?;
        text.chars()
            .next()
            .ok_or_else(|| Fault::new(Rule::MinLength, "This needs a character."))
    }
}

impl Field for bool {
    type Presence = Present;
    const SHAPE: Shape = Shape::Boolean;

    fn kind() -> Kind {
        Kind::Boolean
    }

    #[inline]
    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        rules::boolean(value)
    }
}
