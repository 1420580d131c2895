//! Variants and enums whose names are keywords, not ASCII, or odd: their values are these names, without `r#`, by any rule.

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde::Serialize;
use serde_json::json;

#[derive(Choice, Serialize, Debug, PartialEq, Clone, Copy)]
#[allow(non_camel_case_types)]
enum r#type {
    r#fn,
    r#match,
    r#Ok,
    Größe,
    größer,
    名前,
    _Hidden,
    A1_b2,
    Self_,
    MAX,
}

impl r#type {
    const ALL: [Self; 10] = [
        Self::r#fn, Self::r#match, Self::r#Ok, Self::Größe, Self::größer, Self::名前, Self::_Hidden, Self::A1_b2, Self::Self_,
        Self::MAX,
    ];
}

/// A rule changes letters of any script, as serde does.
#[derive(Choice, Serialize, Debug, PartialEq, Clone, Copy)]
#[choice(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[allow(non_camel_case_types)]
enum Scripts {
    r#Fn,
    ÄndereGröße,
    Ωmega,
    東京,
}

#[derive(Form)]
struct Keywords {
    r#type: r#type,
    r#struct: Vec<r#type>,
    größe: Option<Scripts>,
}

fn main() {
    let values = ["fn", "match", "Ok", "Größe", "größer", "名前", "_Hidden", "A1_b2", "Self_", "MAX"];
    assert_eq!(r#type::VALUES, values);
    for (choice, value) in r#type::ALL.into_iter().zip(values) {
        assert_eq!((choice.value(), serde_json::to_value(choice).unwrap()), (value, json!(value)));
        assert_eq!(r#type::from_value(value), Some(choice));
    }
    assert_eq!(r#type::from_value("r#fn"), None);
    let scripts = [Scripts::r#Fn, Scripts::ÄndereGröße, Scripts::Ωmega, Scripts::東京];
    assert_eq!(Scripts::VALUES, scripts.map(|choice| serde_json::to_value(choice).unwrap()).map(|it| it.as_str().unwrap().to_owned()));
    let answer = json!({"type": "fn", "struct": ["match", "名前"], "größe": Scripts::ÄndereGröße.value()});
    let read: Keywords = decode(Some(&answer), Keywords::schema(), Policy::Strict).unwrap();
    assert_eq!((read.r#type, read.r#struct), (r#type::r#fn, vec![r#type::r#match, r#type::名前]));
    assert_eq!(read.größe, Some(Scripts::ÄndereGröße));
}
