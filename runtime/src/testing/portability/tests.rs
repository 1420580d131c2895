//! Each lint, where it finds something and where it does not.

use serde_json::{Value, json};

use super::{Client, Finding, Lint, Severity, portability_of};
use crate::form::{FieldSchema, Kind, Policy, Schema};

/// A form with this field, and one that has to be answered and has nothing to be found in.
fn with(name: &str, property: Value, required: bool) -> Schema {
    let mut properties = serde_json::Map::new();
    properties.insert("plain".to_owned(), json!({ "type": "string" }));
    properties.insert(name.to_owned(), property);
    let mut all = vec!["plain"];
    all.extend(required.then_some(name));
    let schema = json!({ "type": "object", "properties": properties, "required": all });
    Schema::from_json(&schema, Policy::Portable).unwrap()
}

fn lints(schema: &Schema) -> Vec<Lint> {
    portability_of(schema).iter().map(Finding::lint).collect()
}

#[track_caller]
fn found(property: Value, required: bool, expected: &[Lint]) {
    let schema = with("value", property.clone(), required);
    assert_eq!(lints(&schema), expected, "{property}");
}

#[test]
fn names() {
    let text = || json!({ "type": "string" });
    for name in [
        "class", "None", "async", "due-date", "due.date", "2nd", "größe", "a b", "a__b", "__note",
    ] {
        assert_eq!(lints(&with(name, text(), true)), [Lint::Renamed], "{name}");
    }
    for name in [
        "match", "type", "case", "_note", "note_", "dueDate", "ID", "self",
    ] {
        assert_eq!(lints(&with(name, text(), true)), [], "{name}");
    }
    assert_eq!(
        lints(&with("__proto__", text(), true)),
        [Lint::Renamed, Lint::Dropped]
    );
    let lost = portability_of(&with("due-date", text(), false));
    let lost = lost.iter().next().unwrap().to_string();
    assert!(lost.contains("send it as `due_date`") && lost.contains("lost"));
    let refused = portability_of(&with("due-date", text(), true)).to_string();
    assert!(refused.contains("refuses"), "{refused}");
}

#[test]
fn a_name_that_misleads_is_shown_escaped() {
    let findings = portability_of(&with("a`b", json!({ "type": "string" }), true));
    let shown = findings.to_string();
    assert!(shown.contains(r"`a\u{60}b`"), "{shown}");
    assert_eq!(findings.iter().next().unwrap().field(), "a`b");
}

#[test]
fn what_need_not_be_answered() {
    let many = json!({ "type": "array", "items": { "type": "string", "enum": ["p", "q"] } });
    for property in [json!({ "type": "string" }), json!({ "type": "boolean" })] {
        found(property.clone(), false, &[Lint::Unset]);
        found(property, true, &[]);
    }
    found(many.clone(), false, &[Lint::Unset, Lint::List]);
    found(many, true, &[Lint::List]);
    let with_default = json!({ "type": "string", "default": "" });
    found(with_default, false, &[Lint::Default]);
}

#[test]
fn defaults() {
    let with_default = || json!({ "type": "boolean", "default": true });
    found(with_default(), true, &[Lint::Default]);
    found(with_default(), false, &[Lint::Default]);
    let again = portability_of(&with("value", with_default(), true)).to_string();
    assert!(again.contains("asked again"), "{again}");
    let absent = portability_of(&with("value", with_default(), false)).to_string();
    assert!(absent.contains("read as absent"), "{absent}");
}

#[test]
fn numbers() {
    let safe = 9_007_199_254_740_991_i64;
    let integer = |least: i64, greatest: i64| json!({ "type": "integer", "minimum": least, "maximum": greatest });
    found(integer(0, 9), true, &[Lint::Number]);
    found(integer(-safe, safe), true, &[Lint::Number]);
    found(integer(-safe - 1, 0), true, &[Lint::Rounded, Lint::Number]);
    found(integer(0, safe + 1), true, &[Lint::Rounded, Lint::Number]);
    let open = || json!({ "type": "integer" });
    found(open(), true, &[Lint::Rounded, Lint::Number]);
    found(open(), false, &[Lint::Unset, Lint::Rounded]);
    found(json!({ "type": "number" }), true, &[Lint::Number]);
    let given = json!({ "type": "number", "default": 0.5 });
    found(given, true, &[Lint::Default]);
}

#[test]
fn choices() {
    let choice = |values: Value| json!({ "type": "string", "enum": values });
    found(choice(json!(["low", "high"])), true, &[]);
    found(
        choice(json!(["a", "2026-01-01", "1.2.3", "yes"])),
        true,
        &[],
    );
    for literal in ["1", "-0.5", "true", "null", "[]"] {
        found(choice(json!(["low", literal])), true, &[Lint::Literal]);
    }
    found(choice(json!(["\"quoted\""])), true, &[]);
    let titled = json!({ "type": "string", "oneOf": [{ "const": "p", "title": "P" }] });
    found(titled, true, &[Lint::Titles]);
    let legacy = json!({ "type": "string", "enum": ["p"], "enumNames": ["P"] });
    found(legacy, true, &[Lint::Legacy]);
    let titled = json!([{ "const": "1", "title": "P" }]);
    let many = json!({ "type": "array", "items": { "anyOf": titled }, "minItems": 1 });
    found(many, true, &[Lint::List]);
}

#[test]
fn formats() {
    for (format, effect) in [
        ("email", "example.test"),
        ("uri", "spelling"),
        ("date", "nothing but a date"),
        ("date-time", "without time zone"),
    ] {
        let schema = with("value", json!({ "type": "string", "format": format }), true);
        assert_eq!(lints(&schema), [Lint::Format]);
        let findings = portability_of(&schema).to_string();
        assert!(findings.contains(effect), "{findings}");
    }
    let bounded = json!({ "type": "string", "minLength": 2, "maxLength": 3 });
    found(bounded, true, &[]);
}

#[test]
fn whole_forms() {
    assert_eq!(lints(&Schema::new(Vec::new())), [Lint::Empty]);
    let optional = FieldSchema::new("value", Kind::Boolean).with_required(false);
    let schema = Schema::new(vec![optional]);
    assert_eq!(lints(&schema), [Lint::Unset, Lint::Blank]);
    let findings = portability_of(&schema);
    assert_eq!(findings.iter().last().unwrap().field(), "");
    let required = Schema::new(vec![FieldSchema::new("value", Kind::Boolean)]);
    assert!(portability_of(&required).is_empty());
}

#[test]
fn findings_are_left_out_by_lint_field_client_and_severity() {
    let schema = json!({
        "type": "object",
        "properties": {
            "class": { "type": "string" },
            "due-date": { "type": "string", "format": "date" },
            "many": { "type": "array", "items": { "type": "string", "enum": ["p"] } },
        },
        "required": ["class", "due-date"],
    });
    let schema = Schema::from_json(&schema, Policy::Portable).unwrap();
    let findings = portability_of(&schema);
    let left = |findings: &super::Findings| -> Vec<_> {
        findings
            .iter()
            .map(|finding| (finding.field().to_owned(), finding.lint()))
            .collect()
    };
    let at = |field: &str, lint| (field.to_owned(), lint);
    assert_eq!(
        left(&findings),
        [
            at("class", Lint::Renamed),
            at("due-date", Lint::Renamed),
            at("due-date", Lint::Format),
            at("many", Lint::Unset),
            at("many", Lint::List),
        ]
    );
    assert_eq!(
        left(&findings.clone().except_in("class", Lint::Renamed)).len(),
        4
    );
    assert_eq!(left(&findings.clone().except(Lint::Renamed)).len(), 3);
    assert_eq!(
        left(&findings.clone().except_client(Client::FastMcp)),
        [at("due-date", Lint::Format), at("many", Lint::List)]
    );
    let harms = findings.clone().harms();
    assert_eq!(harms.len(), 3);
    assert!(harms.iter().all(|it| it.severity() == Severity::Harm));
    assert_eq!(findings.to_string().lines().count(), 5);
    assert!(findings.to_string().starts_with("harm: `class`: "));
}

/// The guide has a row for each lint, with its severity and its clients.
#[test]
fn the_guide_has_every_lint() {
    let guide = include_str!("../../../guide/testing.md");
    for lint in Lint::ALL {
        let clients: Vec<_> = lint.clients().iter().map(ToString::to_string).collect();
        let clients = if clients.len() == Client::ALL.len() {
            "all".to_owned()
        } else {
            clients.join(", ")
        };
        let row = format!("| `{lint}` | {} | {clients} | ", lint.severity());
        assert!(guide.contains(&row), "no row {row:?}");
        assert!(!lint.remedy().is_empty() && !lint.remedy().ends_with('.'));
    }
    for client in Client::ALL {
        let shown = format!("{client} {}", client.version());
        assert!(guide.contains(&shown), "{shown}");
    }
}
