//! JSON text from outside, with what `serde_json` lets pass refused.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::MAX_BYTES;

/// Under this name `serde_json` hands a number on when its `arbitrary_precision` is on.
const NUMBER_KEY: &str = "$serde_json::private::Number";
const DUPLICATE: &str = "duplicate key";
const RESERVED: &str = "reserved key";

/// A text is not JSON, or not acceptable JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// What is wrong.
    pub problem: ParseProblem,
    /// The line at which it was noticed, from 1; 0 where the whole text is meant.
    pub line: usize,
    /// The column (in bytes) at which it was noticed, from 1; 0 where the whole text is meant.
    pub column: usize,
}

/// What is wrong with a JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseProblem {
    /// More than [`MAX_BYTES`] bytes.
    Size,
    /// More than [`MAX_DEPTH`](super::MAX_DEPTH) levels.
    Depth,
    /// One object has one key twice.
    DuplicateKey,
    /// A key that means something to the JSON library itself.
    ReservedKey,
    /// A number that a value cannot hold.
    Number,
    /// Not JSON, or something behind it.
    Syntax,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, remedy) = match self.problem {
            ParseProblem::Size => ("the JSON text is longer than 1 MiB", "send less"),
            ParseProblem::Depth => ("the JSON text is more than 128 levels deep", "nest less"),
            ParseProblem::DuplicateKey => ("an object has the same key twice", "leave one of them"),
            ParseProblem::ReservedKey => ("an object has a reserved key", "name it otherwise"),
            ParseProblem::Number => (
                "a number is too large to be held",
                "send a smaller one, or a string",
            ),
            ParseProblem::Syntax => ("the text is not JSON", "send one JSON value"),
        };
        f.write_str(what)?;
        if self.line > 0 {
            write!(f, " at line {}, column {}", self.line, self.column)?;
        }
        write!(f, "; {remedy}")
    }
}

impl std::error::Error for ParseError {}

/// Parses one JSON value out of `text`.
///
/// Unlike `serde_json::from_str`, it refuses an object with one key twice, whose meaning depends on who reads it
/// (RFC 8259, section 4). The same key means the same text after unescaping.
///
/// # Errors
/// More than [`MAX_BYTES`] bytes or [`MAX_DEPTH`](super::MAX_DEPTH) levels; a duplicate or reserved key; a number that
/// `Value` cannot hold (beyond a double, without `serde_json`'s `arbitrary_precision`); no JSON. The error quotes nothing.
pub fn parse_raw(text: &str) -> Result<Value, ParseError> {
    if text.len() > MAX_BYTES {
        return Err(ParseError {
            problem: ParseProblem::Size,
            line: 0,
            column: 0,
        });
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    AnyValue
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| ParseError {
            problem: problem(&error.to_string()),
            line: error.line(),
            column: error.column(),
        })
}

/// `serde_json` tells these apart in its text only.
fn problem(message: &str) -> ParseProblem {
    let starts = |start: &str| message.starts_with(start);
    if starts(DUPLICATE) {
        ParseProblem::DuplicateKey
    } else if starts(RESERVED) || starts("invalid type") {
        // Only `NumberText` is ever content with less than any value.
        ParseProblem::ReservedKey
    } else if starts("recursion limit exceeded") {
        ParseProblem::Depth
    } else if starts("number out of range") {
        ParseProblem::Number
    } else {
        ParseProblem::Syntax
    }
}

struct AnyValue;

impl<'de> DeserializeSeed<'de> for AnyValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value)
            .map(Value::Number)
            .ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(AnyValue)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if key == NUMBER_KEY {
                return members.next_value_seed(NumberText).map(Value::Number);
            }
            if object.contains_key(&key) {
                return Err(A::Error::custom(DUPLICATE));
            }
            object.insert(key, members.next_value_seed(AnyValue)?);
        }
        Ok(Value::Object(object))
    }
}

/// The text of a number, which comes as an owned string. A string in the JSON text itself never does: it is how a key of
/// that name, written by somebody, is told from a number.
struct NumberText;

impl<'de> DeserializeSeed<'de> for NumberText {
    type Value = Number;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for NumberText {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Number, E> {
        text.parse().map_err(|_| E::custom("number out of range"))
    }

    fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<Number, E> {
        Err(E::custom(RESERVED))
    }
}
