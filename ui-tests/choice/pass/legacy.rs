//! `legacy` writes titles as `enumNames`, wherever the choice stands.

use std::collections::BTreeSet;

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

#[derive(Choice, Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
#[choice(legacy, rename_all = "lowercase")]
enum Team {
    /// Operations
    Ops,
    #[choice(title = "The web team")]
    Web,
    Desk,
}

/// Without titles there is nothing to write otherwise.
#[derive(Choice, Debug, PartialEq)]
#[choice(legacy)]
enum Plain {
    A,
    B,
}

#[derive(Field, Debug, PartialEq)]
struct Owner(Team);

#[derive(Form, Debug, PartialEq)]
struct F {
    #[form(default = "web")]
    one: Team,
    perhaps: Option<Team>,
    list: Vec<Team>,
    #[form(items = 1.., default = ["ops"])]
    set: BTreeSet<Team>,
    owner: Owner,
    plain: Plain,
}

fn main() {
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    let (values, names) = (json!(["ops", "web", "desk"]), json!(["Operations", "The web team", "Desk"]));
    let single = json!({"type": "string", "enum": values, "enumNames": names});
    assert_eq!(schema["properties"]["perhaps"], single);
    assert_eq!(schema["properties"]["owner"], single);
    let mut one = single.clone();
    one["default"] = json!("web");
    assert_eq!(schema["properties"]["one"], one);
    // The protocol has no titles for the items of a list but those of `anyOf`.
    let titled: Vec<Value> = [("ops", "Operations"), ("web", "The web team"), ("desk", "Desk")]
        .map(|(value, title)| json!({"const": value, "title": title}))
        .into();
    assert_eq!(schema["properties"]["list"], json!({"type": "array", "maxItems": 3, "items": {"anyOf": titled}}));
    assert_eq!(schema["properties"]["set"]["default"], json!(["ops"]));
    assert_eq!(schema["properties"]["plain"], json!({"type": "string", "enum": ["A", "B"]}));

    let answer = json!({"one": "desk", "list": ["web"], "set": ["ops", "desk"], "owner": "ops", "plain": "B"});
    let read: F = decode(Some(&answer), F::schema(), Policy::Portable).unwrap();
    assert_eq!(
        read,
        F {
            one: Team::Desk,
            perhaps: None,
            list: vec![Team::Web],
            set: BTreeSet::from([Team::Ops, Team::Desk]),
            owner: Owner(Team::Ops),
            plain: Plain::B,
        }
    );
    let _ = Plain::A;
}
