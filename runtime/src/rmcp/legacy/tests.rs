use serde_json::json;

use super::*;
use crate::form::{Format, Policy, check};

fn options(values: &[(&str, &str)]) -> Options {
    let option = |&(value, title): &(&str, &str)| match title {
        "" => ChoiceOption::new(value.to_owned()),
        _ => ChoiceOption::titled(value.to_owned(), title.to_owned()),
    };
    Options::new(values.iter().map(option).collect(), false)
}

fn teams(min_items: Option<u32>) -> FieldSchema {
    let options = options(&[("ops", "Operations"), ("db", "Databases"), ("web", "Web")]);
    FieldSchema::new(
        "teams",
        Kind::Multi {
            options,
            min_items,
            max_items: Some(3),
        },
    )
    .with_description("Teams to tell")
    .with_required(min_items.is_some())
}

fn downgraded(fields: Vec<FieldSchema>) -> Downgraded {
    downgrade(&Schema::new(fields)).unwrap()
}

#[test]
fn titled_choices_become_enum_names() {
    let options = options(&[("low", "Low Priority"), ("high", "High Priority")]);
    let field = FieldSchema::new("severity", Kind::Single { options }).with_default("low");
    assert_eq!(
        downgraded(vec![field]).schema.to_json(),
        json!({"type": "object", "properties": {"severity": {
            "type": "string",
            "enum": ["low", "high"],
            "enumNames": ["Low Priority", "High Priority"],
        }}, "required": ["severity"]})
    );
}

#[test]
fn a_list_becomes_one_yes_or_no_for_each_choice() {
    let field = teams(Some(1)).with_default(["db"]);
    let flag = |title, default| json!({"type": "boolean", "title": title, "description": "Teams to tell", "default": default});
    assert_eq!(
        downgraded(vec![field]).schema.to_json(),
        json!({"type": "object", "properties": {
            "teams_1": flag("Operations", false),
            "teams_2": flag("Databases", true),
            "teams_3": flag("Web", false),
        }})
    );
}

#[test]
fn only_a_yes_or_no_keeps_its_default() {
    let schema = downgraded(vec![
        FieldSchema::new("lang", Kind::text()).with_default("en"),
        FieldSchema::new("day", Kind::formatted(Format::Date)),
        FieldSchema::new(
            "n",
            Kind::Integer {
                minimum: None,
                maximum: None,
            },
        )
        .with_default(3),
        FieldSchema::new("sure", Kind::Boolean).with_default(true),
    ])
    .schema;
    assert_eq!(
        schema.to_json()["properties"],
        json!({
            "lang": {"type": "string", "maxLength": 4096},
            "day": {"type": "string", "format": "date"},
            "n": {"type": "integer"},
            "sure": {"type": "boolean", "default": true},
        })
    );
}

#[test]
fn names_do_not_collide() {
    let field = |name: &'static str| FieldSchema::new(name, Kind::Boolean);
    let form = downgraded(vec![field("teams_1"), teams(None), field("teams_2")]);
    let names: Vec<_> = form.schema.fields().iter().map(FieldSchema::name).collect();
    assert_eq!(
        names,
        ["teams_1", "teams_1_", "teams_2_", "teams_3", "teams_2"]
    );
    let content = json!({"teams_1": true, "teams_1_": false, "teams_2_": true, "teams_2": false});
    assert_eq!(
        form.fold(content),
        json!({"teams_1": true, "teams_2": false, "teams": ["db"]})
    );
}

/// Whatever is chosen from the list comes back as that list, in declaration order, and passes the form's own check.
#[test]
fn every_choice_survives_the_way_there_and_back() {
    let schema = Schema::new(vec![FieldSchema::new("why", Kind::text()), teams(None)]);
    let form = downgrade(&schema).unwrap();
    for bits in 0..8_u32 {
        for absent_is_no in [false, true] {
            let mut content = json!({"why": "moved"});
            let mut expected = Vec::new();
            // Backwards, so that the order is not the answer's.
            for (at, choice) in [(2, "web"), (1, "db"), (0, "ops")] {
                let yes = bits & (1 << at) != 0;
                if yes {
                    expected.insert(0, choice);
                }
                if yes || !absent_is_no {
                    content[format!("teams_{}", at + 1)] = json!(yes);
                }
            }
            check(Some(&content), &form.schema, Policy::Strict).unwrap();
            let folded = form.fold(content);
            let expected = match expected.is_empty() && absent_is_no {
                true => json!({"why": "moved"}),
                false => json!({"why": "moved", "teams": expected}),
            };
            assert_eq!(folded, expected);
            check(Some(&folded), &schema, Policy::Strict).unwrap();
        }
    }
}

#[test]
fn too_few_choices_are_reported_for_the_list() {
    let schema = Schema::new(vec![teams(Some(1))]);
    let folded = downgrade(&schema).unwrap().fold(json!({}));
    assert_eq!(folded, json!({"teams": []}));
    let errors = check(Some(&folded), &schema, Policy::Portable).unwrap_err();
    let faults: Vec<_> = errors.iter().map(|error| error.field()).collect();
    assert_eq!(faults, ["teams"]);
}

#[test]
fn a_wrong_type_stays_wrong() {
    let schema = Schema::new(vec![teams(None)]);
    let form = downgrade(&schema).unwrap();
    for wrong in [
        json!("yes"),
        json!("ops"),
        json!(1),
        json!(["ops"]),
        json!({}),
    ] {
        let folded = form.fold(json!({"teams_1": true, "teams_2": wrong}));
        assert!(
            check(Some(&folded), &schema, Policy::Portable).is_err(),
            "{folded}"
        );
    }
}

#[test]
fn the_list_itself_is_no_field_of_what_went_out() {
    let form = downgraded(vec![teams(None)]);
    assert_eq!(form.fold(json!({"teams": ["ops"]})), json!({}));
    assert_eq!(
        form.fold(json!({"teams": ["ops"], "teams_2": true})),
        json!({"teams": ["db"]})
    );
}

#[test]
fn what_is_no_object_is_left_as_it_is() {
    let form = downgraded(vec![teams(None)]);
    for content in [json!(null), json!([true]), json!("x")] {
        assert_eq!(form.fold(content.clone()), content);
    }
}

#[test]
fn a_form_that_grows_too_large_is_refused() {
    let list = |name: String, count: usize| {
        let list = (0..count).map(|at| ChoiceOption::new(at.to_string()));
        FieldSchema::new(
            name,
            Kind::Multi {
                options: Options::new(list.collect(), false),
                min_items: None,
                max_items: None,
            },
        )
    };
    let form = |first, second| {
        downgrade(&Schema::new(vec![
            list("a".to_owned(), first),
            list("b".to_owned(), second),
        ]))
    };
    assert_eq!(form(200, 56).unwrap().schema.fields().len(), MAX_FIELDS);
    assert!(form(200, 57).is_none());
}

/// What the test kit answers is what a client of this revision would.
#[cfg(feature = "testing")]
#[test]
fn an_answer_in_the_forms_own_shape_goes_there_and_back() {
    let schema = Schema::new(vec![teams(None)]);
    let form = downgrade(&schema).unwrap();
    for (content, back) in [
        (
            json!({"teams": ["db", "ops"]}),
            json!({"teams": ["ops", "db"]}),
        ),
        (json!({"teams": []}), json!({"teams": []})),
        (json!({}), json!({})),
        (json!({"teams": null}), json!({})),
        (json!({"teams": ["nobody"]}), json!({"teams": false})),
        (json!({"teams": "ops"}), json!({"teams": false})),
        (json!({"teams": [1]}), json!({"teams": false})),
        (json!([1]), json!([1])),
    ] {
        assert_eq!(
            form.fold(unfold(&schema, content.clone())),
            back,
            "{content}"
        );
    }
}
