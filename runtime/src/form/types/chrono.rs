//! Dates and date-times of `chrono`. Its own parsers take more spellings than RFC 3339 has and are not used.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use serde_json::Value;

use crate::form::format::Moment;
use crate::form::{
    DefaultValue, Fault, Field, FieldSchema, Format, Kind, Present, Shape, format, rules,
};

#[cfg(feature = "chrono")]
impl Field for NaiveDate {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::formatted(Format::Date)
    }

    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        format::date(rules::plain_text(value)?)
            .and_then(day)
            .ok_or_else(|| format::fault(Format::Date))
    }
}

/// With the offset that the person gave. A leap second stays one.
#[cfg(feature = "chrono")]
impl Field for DateTime<FixedOffset> {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::formatted(Format::DateTime)
    }

    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        format::moment(rules::plain_text(value)?)
            .and_then(fixed)
            .ok_or_else(|| format::fault(Format::DateTime))
    }
}

/// The same instant in UTC. A leap second stays one.
#[cfg(feature = "chrono")]
impl Field for DateTime<Utc> {
    type Presence = Present;
    const SHAPE: Shape = Shape::Formatted;

    fn kind() -> Kind {
        Kind::formatted(Format::DateTime)
    }

    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        <DateTime<FixedOffset> as Field>::decode(value, field).map(Into::into)
    }
}

fn day(date: jiff::civil::Date) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(
        date.year().into(),
        positive(date.month())?,
        positive(date.day())?,
    )
}

fn fixed(moment: Moment) -> Option<DateTime<FixedOffset>> {
    /// How `chrono` marks a leap second: by nanoseconds beyond the last regular second.
    const LEAP: u32 = 1_000_000_000;
    let local = moment.local;
    let nanos = u32::try_from(local.subsec_nanosecond()).ok()? + if moment.leap { LEAP } else { 0 };
    let time = NaiveTime::from_hms_nano_opt(
        positive(local.hour())?,
        positive(local.minute())?,
        positive(local.second())?,
        nanos,
    )?;
    let offset = FixedOffset::east_opt(moment.offset.seconds())?;
    NaiveDateTime::new(day(local.date())?, time)
        .and_local_timezone(offset)
        .single()
}

fn positive(part: i8) -> Option<u32> {
    u32::try_from(part).ok()
}

/// The default of a date field.
#[cfg(feature = "chrono")]
impl From<NaiveDate> for DefaultValue {
    fn from(date: NaiveDate) -> Self {
        Self::Text(date.to_string().into())
    }
}

/// The default of a date-time field.
#[cfg(feature = "chrono")]
impl<Z: TimeZone> From<DateTime<Z>> for DefaultValue {
    fn from(moment: DateTime<Z>) -> Self {
        Self::Text(moment.to_rfc3339().into())
    }
}
