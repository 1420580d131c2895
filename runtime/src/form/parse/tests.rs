use serde_json::json;

use super::*;
use crate::form::{Format, MAX_TEXT_LENGTH};

fn field(kind: Kind) -> FieldSchema {
    FieldSchema::new("x", kind)
}

fn optional(kind: Kind) -> FieldSchema {
    field(kind).with_required(false)
}

fn options(list: &[(&str, &str)]) -> Options {
    let option = |(value, title): &(&str, &str)| match *title {
        "" => ChoiceOption::new((*value).to_owned()),
        title => ChoiceOption::titled((*value).to_owned(), title.to_owned()),
    };
    Options::new(list.iter().map(option).collect(), false)
}

fn one(list: &[(&str, &str)]) -> FieldSchema {
    field(Kind::Single {
        options: options(list),
    })
}

fn many(list: &[(&str, &str)], min: Option<u32>, max: Option<u32>) -> FieldSchema {
    field(Kind::Multi {
        options: options(list),
        min_items: min,
        max_items: max,
    })
}

#[track_caller]
fn reads(field: &FieldSchema, text: &str, value: Value) {
    assert_eq!(field.parse(text).ok(), Some(Some(value)), "{text:?}");
}

#[track_caller]
fn breaks(field: &FieldSchema, text: &str, rule: Rule) {
    let error = field.parse(text).unwrap_err();
    assert_eq!((error.field(), error.rule()), ("x", rule), "{text:?}");
    assert!(
        text.trim().len() < 2 || !error.to_string().contains(text.trim()),
        "{error}"
    );
}

#[test]
fn text_stays_as_it_is() {
    let text = field(Kind::text());
    reads(&text, "  a ", json!("  a "));
    reads(&text, "", json!(""));
    assert_eq!(optional(Kind::text()).parse("").unwrap(), None);
    reads(&optional(Kind::text()), " ", json!(" "));
    breaks(
        &text,
        &"w".repeat(MAX_TEXT_LENGTH as usize + 1),
        Rule::MaxLength,
    );
    let email = field(Kind::formatted(Format::Email));
    reads(&email, "ada@example.com", json!("ada@example.com"));
    breaks(&email, "hunter2", Rule::Format);
}

#[test]
fn whole_numbers_stay_exact() {
    let free = Kind::Integer {
        minimum: None,
        maximum: None,
    };
    let whole = field(free.clone());
    for (text, value) in [
        ("42", json!(42)),
        (" -0 ", json!(0)),
        ("+7", json!(7)),
        ("007", json!(7)),
        ("9007199254740993", json!(9_007_199_254_740_993_i64)),
        ("18446744073709551615", json!(u64::MAX)),
    ] {
        reads(&whole, text, value);
    }
    // As an answer may spell them.
    for text in ["3.0", "1e2"] {
        assert!(whole.parse(text).is_ok(), "{text}");
    }
    for text in ["1.5", "0x10", "ten", "", "1 000", "1,5", "--1"] {
        breaks(&whole, text, Rule::Type);
    }
    assert_eq!(optional(free).parse("  ").unwrap(), None);
    let port = field(Kind::Integer {
        minimum: Some(1),
        maximum: Some(65_535),
    });
    breaks(&port, "0", Rule::Minimum);
    breaks(&port, "65536", Rule::Maximum);
}

#[test]
fn numbers_are_finite() {
    let number = field(Kind::Number {
        minimum: Some(-1.0),
        maximum: None,
    });
    reads(&number, "19.95", json!(19.95));
    reads(&number, ".5", json!(0.5));
    breaks(&number, "-1.5", Rule::Minimum);
    for text in ["inf", "NaN", "1e999", "19,95", "\"1\"", "[1]"] {
        breaks(&number, text, Rule::Type);
    }
}

#[test]
fn yes_and_no() {
    let yes = field(Kind::Boolean);
    for text in ["yes", "Y", "TRUE", " y "] {
        reads(&yes, text, json!(true));
    }
    for text in ["no", "N", "false"] {
        reads(&yes, text, json!(false));
    }
    for text in ["1", "0", "ja", "yep", ""] {
        breaks(&yes, text, Rule::Type);
    }
    assert_eq!(optional(Kind::Boolean).parse("").unwrap(), None);
}

#[test]
fn a_choice_by_value_title_or_place() {
    let severity = one(&[("low", "Can wait"), ("high", "Now"), ("max", "")]);
    for text in ["high", "Now", "now", "HIGH", "2", " 2 "] {
        reads(&severity, text, json!("high"));
    }
    reads(&severity, "MAX", json!("max"));
    for text in ["0", "4", "-1", "medium", "", "lo", "2.0"] {
        breaks(&severity, text, Rule::Enum);
    }
    // A value or a title goes before a place.
    let numbers = one(&[("3", ""), ("2", ""), ("x", "1")]);
    reads(&numbers, "3", json!("3"));
    reads(&numbers, "2", json!("2"));
    reads(&numbers, "1", json!("x"));
    // What two have in common chooses neither.
    let same = one(&[("a", "Same"), ("b", "Same"), ("c", "1"), ("d", "1")]);
    breaks(&same, "Same", Rule::Enum);
    breaks(&same, "1", Rule::Enum);
    reads(&same, "b", json!("b"));
}

#[test]
fn choices_separated_by_commas() {
    let teams = many(
        &[("ops", "Operations"), ("dev", ""), ("a, b", "Both, really")],
        Some(1),
        Some(2),
    );
    reads(&teams, "dev, Operations", json!(["dev", "ops"]));
    reads(&teams, "2,1,", json!(["dev", "ops"]));
    reads(&teams, "ops,ops", json!(["ops"]));
    reads(&teams, "both, really,dev", json!(["a, b", "dev"]));
    reads(&teams, "dev,a, b", json!(["dev", "a, b"]));
    breaks(&teams, "", Rule::MinItems);
    breaks(&teams, "1,2,3", Rule::MaxItems);
    breaks(&teams, &"ops,".repeat(MAX_CHOICES + 1), Rule::MaxItems);
    for text in ["ops dev", "ops,,dev", "ops,qa", ",ops", "a"] {
        breaks(&teams, text, Rule::Enum);
    }
    let free = many(&[("a", "")], None, None);
    reads(&free, "", json!([]));
    assert_eq!(free.with_required(false).parse("").unwrap(), None);
}

#[test]
fn a_long_list_is_read_once() {
    let list: Vec<(String, String)> = (0..512)
        .map(|at| (format!("v{at}"), format!("a,b,c,{at}")))
        .collect();
    let list: Vec<(&str, &str)> = list.iter().map(|(v, t)| (v.as_str(), t.as_str())).collect();
    let field = many(&list, None, None);
    let text = (0..512).map(|at| format!("a,b,c,{at}"));
    let text = text.collect::<Vec<_>>().join(",");
    let read = field.parse(&text).unwrap().unwrap();
    assert_eq!(read.as_array().map(Vec::len), Some(512));
}
