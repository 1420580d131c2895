//! A newtype of each field type has its schema, narrowed, and its reading.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

macro_rules! newtypes {
    ($($(#[$attr:meta])* $field:ident: $name:ident($inner:ty) => $schema:tt, $good:tt, $bad:tt $rule:literal;)*) => {
        $(
            #[derive(Field)]
            $(#[$attr])*
            struct $name($inner);
        )*

        #[derive(Form)]
        #[allow(dead_code)]
        struct All {
            $($field: $name,)*
        }

        /// The field, its schema, an answer that it takes, and one that breaks a rule.
        fn expected() -> Vec<(&'static str, Value, Value, Value, &'static str)> {
            vec![$((stringify!($field), json!($schema), json!($good), json!($bad), $rule)),*]
        }
    };
}

#[derive(Choice, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum K {
    A,
    B,
}

newtypes! {
    #[field(length = 2..=3)]
    string: Str(String) => {"type": "string", "minLength": 2, "maxLength": 3}, "ab", "abcd" "maxLength";
    boxed: Boxed(Box<str>) => {"type": "string", "maxLength": 4096}, "", 1 "type";
    #[field(length = ..=9)]
    shared: Shared(Arc<str>) => {"type": "string", "maxLength": 9}, "x", "0123456789" "maxLength";
    #[field(format = "email")]
    cow: Lent(Cow<'static, str>) => {"type": "string", "maxLength": 4096, "format": "email"}, "a@example.com", "a" "format";
    letter: Letter(char) => {"type": "string", "minLength": 1, "maxLength": 1}, "é", "ab" "maxLength";
    truth: Truth(bool) => {"type": "boolean"}, false, "false" "type";
    #[field(range = 1..)]
    byte: Byte(u8) => {"type": "integer", "minimum": 1, "maximum": 255}, 1, 0 "minimum";
    #[field(range = -5..=-1)]
    signed: Signed(i64) => {"type": "integer", "minimum": -5, "maximum": -1}, (-5), 0 "maximum";
    #[field(range = 0.5..=1.5)]
    fraction: Fraction(f64) => {"type": "number", "minimum": 0.5, "maximum": 1.5}, 1, 1.75 "maximum";
    single: Single(K) => {"type": "string", "enum": ["A", "B"]}, "B", "b" "enum";
    #[field(items = 1..)]
    list: List(Vec<K>) => {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["A", "B"]}}, ["A"], [] "minItems";
    #[field(items = ..=1)]
    sorted: Sorted(BTreeSet<K>) => {"type": "array", "maxItems": 1, "items": {"type": "string", "enum": ["A", "B"]}}, ["A"], ["A", "B"] "maxItems";
    hashed: Hashed(HashSet<K>) => {"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["A", "B"]}}, ["B", "A"], ["C"] "enum";
    day: Day(jiff::civil::Date) => {"type": "string", "format": "date"}, "2026-02-28", "2026-02-30" "format";
    moment: Moment(chrono::DateTime<chrono::Utc>) => {"type": "string", "format": "date-time"}, "2026-07-28T10:00:00+02:00", "2026-07-28" "format";
    page: Page(url::Url) => {"type": "string", "format": "uri"}, "https://example.com/a", "not a url" "format";
    perhaps: Perhaps(Option<u8>) => {"type": "integer", "minimum": 0, "maximum": 255}, 7, 256 "maximum";
}

fn main() {
    let schema: Value = serde_json::from_str(All::schema().json_text()).unwrap();
    let expected = expected();
    let mut answer = serde_json::Map::new();
    for (field, property, good, _, _) in &expected {
        assert_eq!(&schema["properties"][field], property, "{field}");
        answer.insert((*field).to_owned(), good.clone());
    }
    let answer = Value::Object(answer);
    let read: All = decode(Some(&answer), All::schema(), Policy::Portable).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!((read.byte.0, read.signed.0, read.fraction.0, read.letter.0), (1, -5, 1.0, 'é'));
    assert_eq!(read.moment.0.to_rfc3339(), "2026-07-28T08:00:00+00:00");
    assert_eq!((read.perhaps.0, read.list.0), (Some(7), vec![K::A]));
    for (field, _, _, bad, rule) in expected {
        let mut answer = answer.clone();
        answer[field] = bad;
        let Err(errors) = decode::<All>(Some(&answer), All::schema(), Policy::Portable) else { panic!("{field} takes it") };
        let found: Vec<_> = errors.iter().map(|error| (error.field(), error.rule().as_str())).collect();
        assert_eq!(found, [(field, rule)]);
    }
}
