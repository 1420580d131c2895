//! Defaults: data for the client, never filled in.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use crate::form::Choice;
use crate::form::number::{Whole, whole};

/// The default of a field.
#[derive(Clone, PartialEq)]
pub enum DefaultValue {
    /// For text and single choices.
    Text(Cow<'static, str>),
    /// For integers, and for numbers without a fraction.
    Integer(i128),
    /// For numbers.
    Number(f64),
    /// For yes or no.
    Boolean(bool),
    /// For multiple choices.
    Items(Vec<Cow<'static, str>>),
}

impl DefaultValue {
    /// The default that a JSON value is; `None` when no field can have it.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Bool(truth) => Self::Boolean(*truth),
            Value::String(text) => Self::Text(Cow::Owned(text.clone())),
            Value::Number(number) => match whole(number) {
                Some(Whole::Exact(integer)) => Self::Integer(integer),
                _ => Self::Number(number.as_f64()?),
            },
            Value::Array(items) => {
                let text = |item: &Value| item.as_str().map(|text| Cow::Owned(text.to_owned()));
                Self::Items(items.iter().map(text).collect::<Option<_>>()?)
            }
            Value::Null | Value::Object(_) => return None,
        })
    }

    /// The default as JSON; `null` for a number that JSON has not (RFC 8259 section 6).
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Shows the kind, not the value, which may be what a person answered before.
impl fmt::Debug for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text(_) => "Text(…)",
            Self::Integer(_) => "Integer(…)",
            Self::Number(_) => "Number(…)",
            Self::Boolean(_) => "Boolean(…)",
            Self::Items(_) => "Items(…)",
        })
    }
}

macro_rules! default_from {
    ($($from:ty => |$value:ident| $default:expr;)+) => {$(
        impl From<$from> for DefaultValue {
            fn from($value: $from) -> Self {
                $default
            }
        }
    )+};
}

default_from! {
    &str => |value| Self::Text(Cow::Owned(value.to_owned()));
    String => |value| Self::Text(Cow::Owned(value));
    &String => |value| Self::Text(Cow::Owned(value.clone()));
    Cow<'static, str> => |value| Self::Text(value);
    bool => |value| Self::Boolean(value);
    f64 => |value| Self::Number(value);
    i8 => |value| Self::Integer(value.into());
    u8 => |value| Self::Integer(value.into());
    i16 => |value| Self::Integer(value.into());
    u16 => |value| Self::Integer(value.into());
    i32 => |value| Self::Integer(value.into());
    u32 => |value| Self::Integer(value.into());
    i64 => |value| Self::Integer(value.into());
    u64 => |value| Self::Integer(value.into());
    i128 => |value| Self::Integer(value);
    isize => |value| Self::Integer(value as i128);
    usize => |value| Self::Integer(value as i128);
    char => |value| Self::Text(Cow::Owned(value.to_string()));
    f32 => |value| Self::Number(widen(value));
}

/// The decimal that the author wrote, not the nearest `f64` of the nearest `f32`: 0.1 and not 0.10000000149.
fn widen(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| value.into())
}

/// The wire value of a choice.
impl<C: Choice> From<C> for DefaultValue {
    fn from(choice: C) -> Self {
        Self::Text(Cow::Borrowed(choice.value()))
    }
}

/// A list, for a multiple choice. An item that is no text fits no list: it stands alone, and is refused as such.
impl<V: Into<Self>> From<Vec<V>> for DefaultValue {
    fn from(values: Vec<V>) -> Self {
        let mut items = Vec::with_capacity(values.len());
        for value in values {
            match value.into() {
                Self::Text(text) => items.push(text),
                other => return other,
            }
        }
        Self::Items(items)
    }
}

/// A list, for a multiple choice.
impl<V: Into<Self>, const N: usize> From<[V; N]> for DefaultValue {
    fn from(values: [V; N]) -> Self {
        Vec::from(values).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_precision_default_is_not_widened() {
        assert_eq!(DefaultValue::from(0.1_f32), DefaultValue::Number(0.1));
        assert_eq!(
            DefaultValue::from(f32::MAX),
            DefaultValue::Number(3.4028235e38)
        );
    }

    #[test]
    fn a_list_of_other_than_text_is_no_list() {
        assert_eq!(
            DefaultValue::from(["a", "b"]),
            DefaultValue::Items(vec!["a".into(), "b".into()])
        );
        assert_eq!(DefaultValue::from([1, 2]), DefaultValue::Integer(1));
        assert_eq!(
            DefaultValue::from(Vec::<String>::new()),
            DefaultValue::Items(vec![])
        );
    }

    #[test]
    fn debug_shows_no_value() {
        assert_eq!(format!("{:?}", DefaultValue::from("hunter2")), "Text(…)");
    }
}
