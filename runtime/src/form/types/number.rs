//! Integers up to 64 bits, and floats.

use serde_json::Value;

use crate::form::number::Whole;
use crate::form::{Fault, Field, FieldSchema, Kind, Present, Shape, rules};

macro_rules! integers {
    ($($integer:ty),+) => {$(
        impl Field for $integer {
            type Presence = Present;
            const SHAPE: Shape = Shape::Integer { min: <$integer>::MIN as i128, max: <$integer>::MAX as i128 };

            fn kind() -> Kind {
                let bounds = Self::SHAPE.wire_bounds();
                Kind::Integer { minimum: bounds.map(|bounds| bounds.0), maximum: bounds.map(|bounds| bounds.1) }
            }

            #[inline]
            fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
                // The bounds on the wire may be wider than the type, when the schema came from elsewhere.
                match rules::integer(value, field.kind())? {
                    Whole::Exact(exact) if exact < <$integer>::MIN as i128 => Err(rules::below(<$integer>::MIN)),
                    Whole::Exact(exact) => <$integer>::try_from(exact).map_err(|_| rules::above(<$integer>::MAX)),
                    Whole::Below => Err(rules::below(<$integer>::MIN)),
                    Whole::Above => Err(rules::above(<$integer>::MAX)),
                }
            }
        }
    )+};
}

integers!(i8, u8, i16, u16, i32, u32, i64, u64, isize, usize);

impl Field for f64 {
    type Presence = Present;
    const SHAPE: Shape = Shape::Number { max: Self::MAX };

    fn kind() -> Kind {
        Kind::Number {
            minimum: None,
            maximum: None,
        }
    }

    #[inline]
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        rules::number(value, field.kind())
    }
}

impl Field for f32 {
    type Presence = Present;
    const SHAPE: Shape = Shape::Number {
        max: Self::MAX as f64,
    };

    fn kind() -> Kind {
        Kind::Number {
            minimum: None,
            maximum: None,
        }
    }

    #[inline]
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        let narrow = rules::number(value, field.kind())? as Self;
        if narrow == Self::INFINITY {
            Err(rules::above(Self::MAX))
        } else if narrow == Self::NEG_INFINITY {
            Err(rules::below(Self::MIN))
        } else {
            Ok(narrow)
        }
    }
}
