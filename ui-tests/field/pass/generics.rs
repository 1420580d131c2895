//! Generic newtypes: bounds, defaults, constants, `where`; bounds of values that are constants of the type.

use std::marker::PhantomData;

use askback::form::{Policy, Present, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

#[derive(Field, Debug, PartialEq)]
struct Plain<T: Field>(T);

#[derive(Field, Debug, PartialEq)]
struct Defaulted<T = String>(T)
where
    T: Field + Clone;

#[derive(Field, Debug, PartialEq)]
#[field(length = MIN..=MAX)]
struct Bounded<const MIN: usize, const MAX: usize = 5>(String);

#[derive(Field, Debug, PartialEq)]
#[field(items = 1..=N)]
struct AtMost<C: Choice, const N: usize>(Vec<C>);

#[derive(Field, Debug, PartialEq)]
#[field(range = Self::LEAST.., check = Self::divides)]
struct Multiple<const N: u32> {
    value: u32,
}

impl<const N: u32> Multiple<N> {
    const LEAST: u32 = N;

    fn divides(value: &u32) -> Result<(), String> {
        if value.is_multiple_of(N) { Ok(()) } else { Err(format!("a multiple of {N}")) }
    }
}

/// A marker of the author's that is no part of the field's value.
#[derive(Debug, PartialEq)]
struct Id<T>(u32, PhantomData<T>);

impl<T: Send + 'static> Field for Id<T> {
    type Presence = Present;
    const SHAPE: askback::form::Shape = <u32 as Field>::SHAPE;

    fn kind() -> askback::form::Kind {
        u32::kind()
    }

    fn decode(value: &Value, field: &askback::form::FieldSchema) -> Result<Self, askback::form::Fault> {
        u32::decode(value, field).map(|id| Self(id, PhantomData))
    }
}

#[derive(Debug, PartialEq)]
struct Marker;

#[derive(Choice, Debug, PartialEq)]
enum K {
    A,
    B,
    C,
}

#[derive(Form, Debug)]
struct F<T: Field<Presence = Present>, const N: u32> {
    plain: Plain<T>,
    perhaps: Plain<Option<T>>,
    defaulted: Defaulted,
    bounded: Bounded<2>,
    at_most: AtMost<K, 2>,
    multiple: Multiple<N>,
    other: Option<Multiple<7>>,
}

#[derive(Form)]
struct Marked {
    id: Id<Marker>,
}

fn main() {
    let schema: Value = serde_json::from_str(F::<bool, 3>::schema().json_text()).unwrap();
    assert_eq!(
        schema["properties"],
        json!({
            "plain": {"type": "boolean"},
            "perhaps": {"type": "boolean"},
            "defaulted": {"type": "string", "maxLength": 4096},
            "bounded": {"type": "string", "minLength": 2, "maxLength": 5},
            "at_most": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["A", "B", "C"]}},
            "multiple": {"type": "integer", "minimum": 3, "maximum": u32::MAX},
            "other": {"type": "integer", "minimum": 7, "maximum": u32::MAX},
        })
    );
    assert_eq!(schema["required"], json!(["plain", "defaulted", "bounded", "at_most", "multiple"]));
    let mut answer = json!({"plain": true, "defaulted": "x", "bounded": "ab", "at_most": ["C"], "multiple": 9});
    let read: F<bool, 3> = decode(Some(&answer), F::<bool, 3>::schema(), Policy::Portable).unwrap();
    assert_eq!((read.plain, read.perhaps, read.multiple), (Plain(true), Plain(None), Multiple { value: 9 }));
    assert_eq!((read.at_most, read.other), (AtMost(vec![K::C]), None));
    assert_eq!((read.defaulted, read.bounded), (Defaulted("x".to_owned()), Bounded("ab".to_owned())));
    answer["multiple"] = json!(10);
    answer["other"] = json!(15);
    let Err(errors) = decode::<F<bool, 3>>(Some(&answer), F::<bool, 3>::schema(), Policy::Portable) else { panic!() };
    assert_eq!(errors.iter().map(|error| error.field()).collect::<Vec<_>>(), ["multiple", "other"]);
    let read: Marked = decode(Some(&json!({"id": 7})), Marked::schema(), Policy::Portable).unwrap();
    assert_eq!(read.id, Id(7, PhantomData));
    let _ = (K::A, K::B, Marker);
}
