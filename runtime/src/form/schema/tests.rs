use serde_json::{Value, json};

use super::*;
use crate::form::{FieldErrors, Open, Policy};

fn open() -> Schema {
    Schema::new(vec![
        FieldSchema::open::<String>("offer").with_title("Offer"),
        FieldSchema::open::<Vec<String>>("extras"),
        FieldSchema::of::<u8>("seats"),
        FieldSchema::of::<Option<String>>("note"),
    ])
}

fn problems(given: Given) -> Vec<String> {
    open()
        .with(given)
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn both() -> Given {
    Given::new()
        .choices("offer", ["a", "b"])
        .choices("extras", [("x", "Extra"), ("y", "Why")])
}

#[test]
fn the_text_keeps_the_order_of_declaration() {
    let schema = Schema::new(vec![
        FieldSchema::of::<String>("zeta")
            .with_title("Z")
            .with_description("last first"),
        FieldSchema::of::<Option<bool>>("alpha").with_default(true),
        FieldSchema::of::<i8>("mid"),
        FieldSchema::of::<f32>("ratio").with_default(0.1_f32),
        FieldSchema::of::<i64>("big"),
        FieldSchema::of::<char>("letter"),
    ]);
    assert_eq!(
        schema.json_text(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""zeta":{"type":"string","title":"Z","description":"last first","maxLength":4096},"#,
            r#""alpha":{"type":"boolean","default":true},"#,
            r#""mid":{"type":"integer","minimum":-128,"maximum":127},"#,
            r#""ratio":{"type":"number","default":0.1},"#,
            r#""big":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},"#,
            r#""letter":{"type":"string","minLength":1,"maxLength":1}},"#,
            r#""required":["zeta","mid","ratio","big","letter"]}"#
        )
    );
    assert_eq!(
        schema.to_json(),
        serde_json::from_str::<Value>(schema.json_text()).unwrap()
    );
    assert_eq!(schema.to_schemars().to_value(), schema.to_json());
}

#[test]
fn required_is_left_out_when_nothing_is() {
    let schema = Schema::new(vec![FieldSchema::of::<Option<u8>>("a")]);
    assert_eq!(
        schema.json_text(),
        r#"{"type":"object","properties":{"a":{"type":"integer","minimum":0,"maximum":255}}}"#
    );
    assert_eq!(
        Schema::new(vec![]).json_text(),
        r#"{"type":"object","properties":{}}"#
    );
}

#[test]
fn choices_in_every_spelling() {
    const PLAIN: &[ChoiceOption] = &[ChoiceOption::fixed("a"), ChoiceOption::fixed("b")];
    const TITLED: &[ChoiceOption] = &[
        ChoiceOption::fixed_titled("a", "A"),
        ChoiceOption::fixed("b"),
    ];
    let property = |kind| serde_json::to_value(FieldSchema::new("x", kind)).unwrap();
    let single = |list, legacy| {
        property(Kind::Single {
            options: Options::fixed(list, legacy),
        })
    };
    let multi = |list, legacy| {
        property(Kind::Multi {
            options: Options::fixed(list, legacy),
            min_items: Some(0),
            max_items: Some(2),
        })
    };
    let titled = json!([{"const": "a", "title": "A"}, {"const": "b", "title": "b"}]);
    assert_eq!(
        single(PLAIN, false),
        json!({"type": "string", "enum": ["a", "b"]})
    );
    assert_eq!(
        single(PLAIN, true),
        json!({"type": "string", "enum": ["a", "b"]})
    );
    assert_eq!(
        single(TITLED, false),
        json!({"type": "string", "oneOf": titled})
    );
    assert_eq!(
        single(TITLED, true),
        json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "b"]})
    );
    assert_eq!(
        multi(PLAIN, false),
        json!({"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["a", "b"]}})
    );
    assert_eq!(
        multi(TITLED, false),
        json!({"type": "array", "maxItems": 2, "items": {"anyOf": titled}})
    );
    assert_eq!(multi(TITLED, true), multi(TITLED, false));
}

#[test]
fn choices_and_defaults_of_the_call() {
    assert!(open().is_open());
    let schema = open()
        .with(both().default("seats", 2_u8).default("extras", ["y"]))
        .unwrap();
    assert!(!schema.is_open());
    assert_eq!(
        schema.to_json(),
        json!({"type": "object", "properties": {
            "offer": {"type": "string", "title": "Offer", "enum": ["a", "b"]},
            "extras": {"type": "array", "maxItems": 2, "items": {"anyOf": [
                {"const": "x", "title": "Extra"}, {"const": "y", "title": "Why"}]}, "default": ["y"]},
            "seats": {"type": "integer", "minimum": 0, "maximum": 255, "default": 2},
            "note": {"type": "string", "maxLength": 4096},
        }, "required": ["offer", "seats"]})
    );
    assert_ne!(schema, open());
}

#[test]
fn an_effective_schema_can_be_given_other_defaults_and_choices() {
    let first = open().with(both()).unwrap();
    let second = first
        .with(Given::new().choices("offer", ["c"]).default("offer", "c"))
        .unwrap();
    assert_eq!(
        second
            .field("offer")
            .unwrap()
            .kind()
            .options()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(second.field("extras"), first.field("extras"));
}

#[test]
fn what_a_call_can_get_wrong() {
    let none: [&str; 0] = [];
    assert_eq!(
        problems(Given::new()),
        [
            "/properties/offer: its choices are given at run time, and none were given",
            "/properties/extras: its choices are given at run time, and none were given",
        ]
    );
    for (given, wanted) in [
        (
            both().choices("offr", ["a"]),
            "/properties/offr: the form has no such field; its wire name is meant",
        ),
        (
            both().choices("seats", ["a"]),
            "/properties/seats: the choices of this field are fixed; mark it `#[form(choices)]`",
        ),
        (
            both().choices("offer", ["c"]),
            "/properties/offer: choices were given twice; give them once",
        ),
        (
            Given::new().choices("offer", none).choices("extras", ["a"]),
            "/properties/offer: there is nothing to choose from; give at least one choice, or do not ask",
        ),
        (
            Given::new()
                .choices("offer", ["a", "a"])
                .choices("extras", ["a"]),
            "/properties/offer: two choices have the same value; values have to differ",
        ),
        (
            Given::new()
                .choices("offer", (0..513).map(|n| n.to_string()))
                .choices("extras", ["a"]),
            "/properties/offer: more than 512 choices; let the person narrow them down first",
        ),
        (
            Given::new()
                .choices("offer", [("a", "t".repeat(257))])
                .choices("extras", ["a"]),
            "/properties/offer: a choice's title has more than 256 characters; shorten it",
        ),
        (
            both().default("nobody", 1),
            "/properties/nobody: the form has no such field; its wire name is meant",
        ),
        (
            both().default("seats", 256),
            "/properties/seats: the default does not fit the field: This has to be at most 255.",
        ),
        (
            both().default("seats", "2"),
            "/properties/seats: the default does not fit the field: This has to be a whole number.",
        ),
        (
            both().default("offer", "c"),
            "/properties/offer: the default does not fit the field: This has to be one of the choices offered.",
        ),
        (
            Given::new()
                .choices("offer", (0..512).map(|n| "x".repeat(200) + &n.to_string()))
                .choices("extras", ["a"]),
            "the schema is larger than 65536 bytes; offer fewer or shorter choices",
        ),
    ] {
        assert_eq!(problems(given), [wanted]);
    }
}

#[test]
fn fewer_choices_than_have_to_be_chosen() {
    let kind = match <Vec<String> as Open>::kind() {
        Kind::Multi {
            options, max_items, ..
        } => Kind::Multi {
            options,
            min_items: Some(2),
            max_items,
        },
        kind => kind,
    };
    let schema = Schema::new(vec![FieldSchema::open::<Vec<String>>("a").with_kind(kind)]);
    let violations = schema.with(Given::new().choices("a", ["x"])).unwrap_err();
    assert_eq!(
        violations.to_string(),
        "/properties/a: fewer choices than the 2 that have to be chosen"
    );
    assert!(schema.with(Given::new().choices("a", ["x", "y"])).is_ok());
}

#[test]
fn valid_answers_become_defaults() {
    let schema = open().with(both().default("seats", 2_u8)).unwrap();
    let content = json!({"offer": "b", "extras": ["x", "no"], "seats": 900, "note": "ring twice", "other": 1});
    let again = schema.with_defaults_from(Some(&content), &FieldErrors::default());
    let default = |name: &str| again.field(name).unwrap().default_value().cloned();
    assert_eq!(default("offer"), Some("b".into()));
    assert_eq!(default("extras"), None);
    assert_eq!(default("seats"), Some(2.into()));
    assert_eq!(default("note"), Some("ring twice".into()));
    let mut errors = FieldErrors::default();
    errors.add("note", crate::form::Fault::check("not like that"));
    let again = schema.with_defaults_from(Some(&content), &errors);
    assert_eq!(again.field("note").unwrap().default_value(), None);
    assert_eq!(schema.with_defaults_from(None, &errors), schema);
    assert_eq!(
        schema.with_defaults_from(Some(&json!([1])), &errors),
        schema
    );
}

#[test]
fn debug_shows_no_answers() {
    let schema = open().with(both().default("note", "hunter2")).unwrap();
    assert_eq!(
        format!("{schema:?}"),
        r#"{"offer": "single", "extras": "multi", "seats": "integer", "note": "text"}"#
    );
    assert!(!format!("{:?}", schema.fields()).contains("hunter2"));
    assert!(!format!("{:?}", Given::new().default("note", "hunter2")).contains("hunter2"));
}

#[test]
fn the_wire_bounds_of_integers() {
    use crate::form::Field;
    assert_eq!(u8::SHAPE.wire_bounds(), Some((0, 255)));
    assert_eq!(
        i64::SHAPE.wire_bounds(),
        Some((-9_007_199_254_740_991, 9_007_199_254_740_991))
    );
    assert_eq!(u64::SHAPE.wire_bounds(), Some((0, 9_007_199_254_740_991)));
    assert_eq!(bool::SHAPE.wire_bounds(), None);
}

#[test]
fn choices_of_the_call_are_shown_safely() {
    let given = Given::new()
        .choices("offer", ["a\nb", "c"])
        .choices("extras", [("x", "`y`\u{2066}")]);
    let schema = open().with(given).unwrap();
    let labels = |name: &str| -> Vec<String> {
        let options = schema.field(name).unwrap().kind().options().unwrap();
        options
            .iter()
            .map(|option| format!("{}={}", option.value(), option.label()))
            .collect()
    };
    assert_eq!(labels("offer"), ["a\nb=a\\u{a}b", "c=c"]);
    assert_eq!(labels("extras"), ["x=\\u{60}y\\u{60}\\u{2066}"]);
}

/// Case shape-dollar-schema-preserved-when-set.
#[test]
fn the_dialect_is_kept_byte_for_byte_and_never_added() {
    for uri in [
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema#",
        "urn:a b/ü\\\"",
        "",
    ] {
        let given =
            json!({"$schema": uri, "type": "object", "properties": {"a": {"type": "string"}}});
        let schema = Schema::from_json(&given, Policy::Portable).unwrap();
        let again = schema
            .with_defaults_from(Some(&json!({"a": "x"})), &FieldErrors::default())
            .with(Given::new().default("a", "y"))
            .unwrap();
        for schema in [&schema, &again] {
            assert_eq!(schema.dollar_schema(), Some(uri));
            let text: Value = serde_json::from_str(schema.json_text()).unwrap();
            assert_eq!(text["$schema"], uri);
        }
    }
    let schema = Schema::from_json(
        &json!({"type": "object", "properties": {}}),
        Policy::Portable,
    )
    .unwrap();
    assert_eq!(schema.json_text(), r#"{"type":"object","properties":{}}"#);
}
