use serde_json::{Value, json};

use crate::form::{Policy, Schema};

fn read(json: &Value) -> Result<Schema, Vec<String>> {
    Schema::from_json(json, Policy::Portable)
        .map_err(|violations| violations.iter().map(|one| one.path().to_owned()).collect())
}

fn property(property: Value) -> Result<Schema, Vec<String>> {
    read(&json!({"type": "object", "properties": {"a": property}}))
}

#[test]
fn what_the_profile_has_comes_back_as_it_was() {
    for good in [
        json!({"type": "string"}),
        json!({"type": "string", "title": "T", "description": "D", "minLength": 1, "maxLength": 3, "default": "x"}),
        json!({"type": "string", "format": "email"}),
        json!({"type": "string", "format": "uri"}),
        json!({"type": "string", "format": "date", "default": "2026-02-28"}),
        json!({"type": "string", "format": "date-time"}),
        json!({"type": "integer", "minimum": -1, "maximum": 9_007_199_254_740_993_u64, "default": 0}),
        json!({"type": "integer", "maximum": u64::MAX}),
        json!({"type": "number", "minimum": 0.5, "maximum": 99.5, "default": 95.5}),
        json!({"type": "boolean", "default": true}),
        json!({"type": "string", "enum": ["a", "b"], "default": "b"}),
        json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}),
        json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "A"}]}),
        json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}),
        json!({"type": "array", "minItems": 1, "maxItems": 2, "items": {"anyOf": [{"const": "a", "title": "A"}]}}),
        json!({"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["a", "b"]}, "default": ["b"]}),
    ] {
        let whole = json!({"type": "object", "properties": {"a": good}, "required": ["a"]});
        let schema = read(&whole).unwrap_or_else(|paths| panic!("{whole}: {paths:?}"));
        assert_eq!(schema.to_json(), whole);
        let again: Value = serde_json::from_str(schema.json_text()).unwrap();
        assert_eq!(again, whole);
    }
}

#[test]
fn numbers_come_back_in_one_spelling() {
    let text = r#"{"type":"object","properties":{"a":{"type":"integer","minimum":0.0,"maximum":1e2,"default":3.0},"b":{"type":"number","minimum":0.0},"c":{"type":"integer","minimum":0.5,"maximum":2.5},"d":{"type":"string","minLength":2.0}}}"#;
    let schema = read(&serde_json::from_str(text).unwrap()).unwrap();
    assert_eq!(
        schema.json_text(),
        r#"{"type":"object","properties":{"a":{"type":"integer","minimum":0,"maximum":100,"default":3},"b":{"type":"number","minimum":0},"c":{"type":"integer","minimum":1,"maximum":2},"d":{"type":"string","minLength":2}}}"#
    );
}

#[test]
fn dollar_schema_is_kept_and_a_closed_root_is_not_said_again() {
    let uri = "https://json-schema.org/draft/2020-12/schema";
    let given =
        json!({"$schema": uri, "type": "object", "properties": {}, "additionalProperties": false});
    let schema = read(&given).unwrap();
    assert_eq!(schema.dollar_schema(), Some(uri));
    assert_eq!(
        schema.json_text(),
        format!(r#"{{"$schema":"{uri}","type":"object","properties":{{}}}}"#)
    );
    let plain = read(&json!({"type": "object", "properties": {}})).unwrap();
    assert_eq!(plain.json_text(), r#"{"type":"object","properties":{}}"#);
}

#[test]
fn every_violation_of_the_root_is_reported() {
    for (bad, paths) in [
        (json!([]), &[""][..]),
        (json!({}), &["", ""]),
        (json!({"type": "array", "properties": {}}), &["/type"]),
        (
            json!({"type": "object", "properties": []}),
            &["/properties"],
        ),
        (
            json!({"type": "object", "properties": {}, "title": "T", "$defs": {}}),
            &["/title", "/$defs"],
        ),
        (
            json!({"type": "object", "properties": {}, "additionalProperties": true}),
            &["/additionalProperties"],
        ),
        (
            json!({"type": "object", "properties": {}, "$schema": 1}),
            &["/$schema"],
        ),
        (
            json!({"type": "object", "properties": {}, "required": null}),
            &["/required"],
        ),
        (
            json!({"type": "object", "properties": {}, "required": ["x", 1]}),
            &["/required/0", "/required/1"],
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a", "a"]}),
            &["/required/1"],
        ),
        (
            json!({"type": "object", "properties": {"a/b~": 1, "": {"type": "boolean"}}}),
            &["/properties/a~1b~0", "/properties/"],
        ),
    ] {
        let mut found = read(&bad).expect_err(&bad.to_string());
        let mut wanted = paths.to_vec();
        found.sort();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{bad}");
    }
}

#[test]
fn every_violation_of_a_property_is_reported() {
    for (bad, paths) in [
        (json!({}), &[""][..]),
        (json!({"type": "null"}), &["/type"]),
        (json!({"type": ["string", "null"]}), &["/type"]),
        (json!({"type": "object", "properties": {}}), &["/type"]),
        (json!({"$ref": "#/$defs/A"}), &[""]),
        (json!({"type": "string", "pattern": "^a$"}), &["/pattern"]),
        (json!({"type": "string", "format": "uuid"}), &["/format"]),
        (json!({"type": "string", "minLength": -1}), &["/minLength"]),
        (
            json!({"type": "string", "minLength": 1.5, "maxLength": "9"}),
            &["/minLength", "/maxLength"],
        ),
        (
            json!({"type": "string", "minLength": 4, "maxLength": 2}),
            &[""],
        ),
        (
            json!({"type": "string", "title": 1, "description": []}),
            &["/title", "/description"],
        ),
        (
            json!({"type": "integer", "exclusiveMinimum": 0, "multipleOf": 5}),
            &["/exclusiveMinimum", "/multipleOf"],
        ),
        (
            json!({"type": "integer", "minimum": 5, "maximum": 1}),
            &[""],
        ),
        (json!({"type": "integer", "minimum": "0"}), &["/minimum"]),
        (json!({"type": "integer", "maximum": 1e30}), &["/maximum"]),
        (json!({"type": "integer", "default": 1.5}), &["/default"]),
        (
            json!({"type": "number", "minimum": 2, "default": 1}),
            &["/default"],
        ),
        (json!({"type": "boolean", "default": "true"}), &["/default"]),
        (json!({"type": "boolean", "default": null}), &["/default"]),
        (json!({"type": "boolean", "enum": [true]}), &["/enum"]),
        (json!({"type": "string", "enum": []}), &["/enum"]),
        (
            json!({"type": "string", "enum": ["a", "a", 1]}),
            &["/enum/1", "/enum/2"],
        ),
        (
            json!({"type": "string", "enum": ["a"], "default": "b"}),
            &["/default"],
        ),
        (
            json!({"type": "string", "enum": ["a"], "minLength": 1}),
            &["/minLength"],
        ),
        (
            json!({"type": "string", "enum": ["a"], "oneOf": [{"const": "a", "title": "A"}]}),
            &["/enum"],
        ),
        (
            json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A"]}),
            &["/enumNames"],
        ),
        (
            json!({"type": "string", "enum": ["a"], "enumNames": [1]}),
            &["/enumNames/0"],
        ),
        (
            json!({"type": "string", "enumNames": ["A"]}),
            &["/enumNames"],
        ),
        (json!({"oneOf": [{"const": "a", "title": "A"}]}), &[""]),
        (
            json!({"type": "string", "oneOf": [{"const": "a"}, {"title": "B"}, {"const": "c", "title": "C", "x": 1}, 5]}),
            &["/oneOf/0", "/oneOf/1", "/oneOf/2/x", "/oneOf/3"],
        ),
        (json!({"type": "array"}), &["/items"]),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            &["/items"],
        ),
        (
            json!({"type": "array", "items": {"enum": ["a"]}}),
            &["/items/type"],
        ),
        (
            json!({"type": "array", "items": {"oneOf": []}}),
            &["/items"],
        ),
        (
            json!({"type": "array", "items": {"type": "string", "enum": ["a"]}, "uniqueItems": true}),
            &["/uniqueItems"],
        ),
        (
            json!({"type": "array", "items": {"type": "string", "enum": ["a"]}, "default": ["b"]}),
            &["/default"],
        ),
        (
            json!({"type": "array", "items": {"type": "string", "anyOf": [{"const": "a", "title": "A"}]}}),
            &["/items/type"],
        ),
    ] {
        let mut found = property(bad.clone()).expect_err(&bad.to_string());
        let mut wanted: Vec<_> = paths
            .iter()
            .map(|path| format!("/properties/a{path}"))
            .collect();
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{bad}");
    }
}

#[test]
fn only_a_strict_host_needs_max_items() {
    let list = json!({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string", "enum": ["x"]}}}});
    assert!(Schema::from_json(&list, Policy::Portable).is_ok());
    let violations = Schema::from_json(&list, Policy::Strict).unwrap_err();
    assert_eq!(
        violations.to_string(),
        "/properties/a: `maxItems` is missing; say how many may be chosen"
    );
}

#[test]
fn limits() {
    let long = |count| "x".repeat(count);
    assert!(
        property(json!({"type": "string", "title": long(256), "description": long(1024)})).is_ok()
    );
    let both =
        property(json!({"type": "string", "title": long(257), "description": "é".repeat(1025)}))
            .unwrap_err();
    assert_eq!(both.len(), 2);
    let choices = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
    assert!(property(json!({"type": "string", "enum": choices(512)})).is_ok());
    assert_eq!(
        property(json!({"type": "string", "enum": choices(513)})).unwrap_err(),
        ["/properties/a/enum"]
    );
    let fields = |count: usize| {
        let all: serde_json::Map<_, _> = (0..count)
            .map(|n| (format!("f{n}"), json!({"type": "boolean"})))
            .collect();
        read(&json!({"type": "object", "properties": all}))
    };
    assert_eq!(fields(256).unwrap().fields().len(), 256);
    assert_eq!(fields(257).unwrap_err(), ["/properties"]);
    let large = (0..256)
        .map(|n| long(260) + &n.to_string())
        .collect::<Vec<_>>();
    assert_eq!(
        property(json!({"type": "string", "enum": large})).unwrap_err(),
        [""]
    );
}

#[test]
fn secrets_are_refused_unless_named() {
    let given = json!({"type": "object", "properties": {
        "api_key": {"type": "string"}, "a": {"type": "string", "title": "Your password"}, "b": {"type": "string"},
    }});
    let mut found = read(&given).unwrap_err();
    found.sort();
    assert_eq!(found, ["/properties/a", "/properties/api_key"]);
    assert!(Schema::from_json_with_sensitive(&given, Policy::Portable, &["api_key", "a"]).is_ok());
}

#[test]
fn what_could_mislead_is_escaped_or_refused() {
    let schema = property(
        json!({"type": "string", "title": "a\u{202e}b", "description": "See `x`\n\u{200b}"}),
    )
    .unwrap();
    let field = schema.field("a").unwrap();
    assert_eq!(
        (field.title(), field.description()),
        (Some("a\\u{202e}b"), Some("See `x`\n\\u{200b}"))
    );
    let schema = property(json!({"type": "string", "enum": ["x\u{202e}", "y"]})).unwrap();
    assert_eq!(
        schema.to_json()["properties"]["a"]["oneOf"],
        json!([{"const": "x\u{202e}", "title": "x\\u{202e}"}, {"const": "y", "title": "y"}])
    );
    let name = json!({"type": "object", "properties": {"a\u{202e}": {"type": "boolean"}}});
    assert_eq!(read(&name).unwrap_err(), ["/properties/a\u{202e}"]);
    let shown = Schema::from_json(&name, Policy::Portable)
        .unwrap_err()
        .to_string();
    assert!(shown.starts_with("/properties/a\\u{202e}: "), "{shown}");
}
