//! What may be absent.

use serde_json::Value;

use crate::form::{Counts, Fault, Field, FieldSchema, InOption, Kind, Open, Optional, Shape};

impl<T> Field for Option<T>
where
    T: Field,
    T::Presence: InOption,
{
    type Presence = Optional;
    const SHAPE: Shape = T::SHAPE;
    const CHOICES: &'static [&'static str] = T::CHOICES;
    const COUNTS: Counts = T::COUNTS;

    fn kind() -> Kind {
        T::kind()
    }

    #[inline]
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        T::decode(value, field).map(Some)
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T> Open for Option<T>
where
    T: Open,
    T::Presence: InOption,
{
    type Presence = Optional;
    const SHAPE: Shape = T::SHAPE;

    fn kind() -> Kind {
        T::kind()
    }

    #[inline]
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        T::decode(value, field).map(Some)
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }
}
