//! Dates and instants of `jiff`.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;

use crate::form::{
    DefaultValue, Fault, Field, FieldSchema, Format, Kind, Present, Shape, format, rules,
};

#[cfg(feature = "jiff")]
impl Field for Date {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::formatted(Format::Date)
    }

    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        format::date(rules::plain_text(value)?).ok_or_else(|| format::fault(Format::Date))
    }
}

/// An instant. A leap second is the second before it.
#[cfg(feature = "jiff")]
impl Field for Timestamp {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::formatted(Format::DateTime)
    }

    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        format::moment(rules::plain_text(value)?)
            .and_then(format::Moment::instant)
            .ok_or_else(|| format::fault(Format::DateTime))
    }
}

/// The default of a date field.
#[cfg(feature = "jiff")]
impl From<Date> for DefaultValue {
    fn from(date: Date) -> Self {
        Self::Text(date.to_string().into())
    }
}

/// The default of a date-time field.
#[cfg(feature = "jiff")]
impl From<Timestamp> for DefaultValue {
    fn from(instant: Timestamp) -> Self {
        Self::Text(instant.to_string().into())
    }
}
