mod open;

use std::fmt::Debug;

use serde_json::json;

use super::*;
use crate::form::{Choice, ChoiceOption, Given, Kind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Letter {
    A,
    B,
    C,
}

impl Choice for Letter {
    fn options() -> &'static [ChoiceOption] {
        const ALL: &[ChoiceOption] = &[
            ChoiceOption::fixed("a"),
            ChoiceOption::fixed("b"),
            ChoiceOption::fixed("c"),
        ];
        ALL
    }

    fn from_value(value: &str) -> Option<Self> {
        match value {
            "a" => Some(Self::A),
            "b" => Some(Self::B),
            "c" => Some(Self::C),
            _ => None,
        }
    }

    fn value(&self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
        }
    }
}

impl Field for Letter {
    type Presence = crate::form::Present;
    const SHAPE: crate::form::Shape = crate::form::Shape::Single;

    fn kind() -> Kind {
        crate::form::derive::choice_kind::<Self>()
    }

    fn decode(value: &Value, _: &FieldSchema) -> Result<Self, Fault> {
        crate::form::derive::choice_decode(value)
    }
}

/// A form of one field.
pub(crate) struct One<T>(T);

impl<T: Field> Form for One<T> {
    fn schema() -> &'static Schema {
        Box::leak(Box::new(Schema::new(vec![FieldSchema::of::<T>("x")])))
    }

    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        reader.field(0).map(One)
    }
}

/// The first field of an answer.
pub(crate) fn read<T: Field>(
    content: Option<&Value>,
    schema: &Schema,
    policy: Policy,
) -> Result<T, FieldErrors> {
    let schema = Schema::new(schema.fields().iter().take(1).cloned().collect());
    // The fields behind the first are another test's.
    let first = schema.fields()[0].name().to_owned();
    let content = content.cloned().map(|content| match content {
        Value::Object(mut map) => {
            map.retain(|name, _| policy == Policy::Strict || *name == first);
            Value::Object(map)
        }
        other => other,
    });
    decode::<One<T>>(content.as_ref(), &schema, policy).map(|one| one.0)
}

/// The `Debug` of the first field of an answer.
pub(crate) fn typed<T: Field + Debug>(
    content: Option<&Value>,
    schema: &Schema,
    policy: Policy,
) -> Result<String, FieldErrors> {
    read::<T>(content, schema, policy).map(|value| format!("{value:?}"))
}

/// Reads `value` as the only field, with the bounds that the type has.
pub(crate) fn one<T: Field>(value: Value) -> Result<T, &'static str> {
    decode::<One<T>>(
        Some(&json!({"x": value})),
        One::<T>::schema(),
        Policy::Portable,
    )
    .map(|one| one.0)
    .map_err(|errors| errors.iter().next().unwrap().rule().as_str())
}

struct Deletion {
    reason: String,
    letter: Letter,
    more: Vec<Letter>,
    count: Option<u8>,
}

impl Form for Deletion {
    fn schema() -> &'static Schema {
        Box::leak(Box::new(Schema::new(vec![
            FieldSchema::of::<String>("reason").with_kind(Kind::Text {
                min_length: Some(3),
                max_length: Some(5),
                format: None,
            }),
            FieldSchema::of::<Letter>("letter"),
            FieldSchema::of::<Vec<Letter>>("more"),
            FieldSchema::of::<Option<u8>>("count"),
        ])))
    }

    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        let reason = reader.field::<String>(0);
        let reason = reader.check(0, reason, |reason| {
            if reason == "badly" {
                Err("Say why.\nReally `why`.")
            } else {
                Ok(())
            }
        });
        let letter = reader.field(1);
        let more = reader.field(2);
        let count = reader.field(3);
        let form = Self {
            reason: reason?,
            letter: letter?,
            more: more?,
            count: count?,
        };
        reader.check_form(form, |form| match form.count {
            Some(0) => Err("Zero of what?"),
            _ => Ok(()),
        })
    }
}

fn deletion(content: Value, policy: Policy) -> Result<Deletion, Vec<String>> {
    decode(Some(&content), Deletion::schema(), policy).map_err(|errors| {
        errors
            .iter()
            .map(|error| format!("{} {}", error.field(), error.rule()))
            .collect()
    })
}

#[test]
fn a_good_answer_in_any_order() {
    for content in [
        json!({"reason": "four", "letter": "b", "more": ["c", "c"], "count": 3.0}),
        json!({"count": 3, "more": ["c", "c"], "letter": "b", "reason": "four"}),
    ] {
        for policy in [Policy::Portable, Policy::Strict] {
            let form = deletion(content.clone(), policy).unwrap();
            assert_eq!(form.reason, "four");
            assert_eq!(form.letter, Letter::B);
            assert_eq!(form.more, [Letter::C, Letter::C]);
            assert_eq!(form.count, Some(3));
        }
    }
    let least = deletion(json!({"reason": "four", "letter": "a"}), Policy::Strict).unwrap();
    assert_eq!((least.more.len(), least.count), (0, None));
}

#[test]
fn every_field_error_at_once_in_the_order_of_the_fields() {
    let bad = json!({"count": 256, "zzz": 1, "more": ["a", "d"], "reason": "é"});
    let wanted = [
        "reason minLength",
        "letter missing",
        "more enum",
        "count maximum",
    ];
    assert_eq!(
        deletion(bad.clone(), Policy::Portable).err().unwrap(),
        wanted
    );
    let strict = deletion(bad, Policy::Strict).err().unwrap();
    assert_eq!(strict[..4], wanted);
    assert_eq!(strict[4..], ["zzz unexpected"]);
}

#[test]
fn checks_of_the_author() {
    let content = json!({"reason": "badly", "letter": "a", "count": 0});
    let errors = decode::<Deletion>(Some(&content), Deletion::schema(), Policy::Portable)
        .err()
        .unwrap();
    // The form's own check needs the whole form.
    assert_eq!(
        errors.to_string(),
        "reason: Say why.\\u{a}Really \\u{60}why\\u{60}."
    );
    let content = json!({"reason": "good", "letter": "a", "count": 0});
    let errors = decode::<Deletion>(Some(&content), Deletion::schema(), Policy::Portable)
        .err()
        .unwrap();
    assert_eq!(errors.to_string(), "Zero of what?");
    assert_eq!(
        serde_json::to_value(&errors).unwrap(),
        json!([{"field": "", "rule": "check", "message": "Zero of what?"}])
    );
}

#[test]
fn a_check_cannot_fill_the_message() {
    let fault = Fault::check("x".repeat(100_000));
    assert!(fault.message().chars().count() <= 256);
    assert_eq!(Fault::check("").message(), "This is not accepted.");
}

#[test]
fn the_policy_decides() {
    let schema = Schema::new(vec![FieldSchema::of::<Option<u8>>("a")]);
    let verdict = |content: Option<Value>, policy| {
        check(content.as_ref(), &schema, policy)
            .map(|read| read.to_string())
            .map_err(|errors| {
                errors
                    .iter()
                    .map(|error| format!("{}/{}", error.field(), error.rule()))
                    .collect::<String>()
            })
    };
    let ok = |text: &str| Ok(text.to_owned());
    let err = |text: &str| Err(text.to_owned());
    for (content, portable, strict) in [
        (None, ok("{}"), err("/missing")),
        (Some(json!(null)), ok("{}"), err("/type")),
        (Some(json!([])), err("/type"), err("/type")),
        (Some(json!("a")), err("/type"), err("/type")),
        (Some(json!({"a": null})), ok("{}"), err("a/type")),
        (
            Some(json!({"b": 1, "a": 2})),
            ok(r#"{"a":2}"#),
            err("b/unexpected"),
        ),
        (Some(json!({"a": 2})), ok(r#"{"a":2}"#), ok(r#"{"a":2}"#)),
    ] {
        assert_eq!(
            verdict(content.clone(), Policy::Portable),
            portable,
            "{content:?}"
        );
        assert_eq!(
            verdict(content.clone(), Policy::Strict),
            strict,
            "{content:?}"
        );
    }
}

#[test]
fn undeclared_names_are_shown_safely_and_not_without_end() {
    let schema = Schema::new(vec![]);
    let many: Map<String, Value> = (0..1000)
        .map(|n| (format!("\u{202e}{n}{}", "y".repeat(100)), json!(1)))
        .collect();
    let errors = check(Some(&Value::Object(many)), &schema, Policy::Strict).unwrap_err();
    assert_eq!(errors.len(), MAX_UNEXPECTED);
    assert!(
        errors
            .iter()
            .all(|error| error.field().chars().count() <= MAX_NAME)
    );
    assert!(!errors.to_string().contains('\u{202e}'));
}

#[test]
fn a_schema_of_another_form_decodes_nothing() {
    let other = Schema::new(vec![FieldSchema::of::<bool>("reason")]);
    let good = json!({"reason": true, "letter": "a"});
    assert!(decode::<Deletion>(Some(&good), &other, Policy::Portable).is_err());
    assert!(
        decode::<Deletion>(Some(&json!({"reason": "four"})), &other, Policy::Portable).is_err()
    );
    for kind in [
        Kind::Boolean,
        Kind::text(),
        Kind::Number {
            minimum: None,
            maximum: None,
        },
        <Letter as Field>::kind(),
    ] {
        let schema = Schema::new(vec![FieldSchema::new("x", kind)]);
        assert!(read::<u8>(Some(&json!({"x": 1})), &schema, Policy::Portable).is_err());
        assert!(read::<Vec<Letter>>(Some(&json!({"x": []})), &schema, Policy::Portable).is_err());
    }
}

#[test]
fn debug_shows_fields_and_rules_only() {
    let errors = decode::<Deletion>(
        Some(&json!({"reason": "badly"})),
        Deletion::schema(),
        Policy::Portable,
    )
    .err()
    .unwrap();
    assert_eq!(format!("{errors:?}"), "[reason: check, letter: missing]");
    let nothing = Map::new();
    let reader = Reader::new(&nothing, Deletion::schema(), Policy::Portable);
    assert_eq!(
        format!("{reader:?}"),
        "Reader { policy: Portable, errors: [], .. }"
    );
}
