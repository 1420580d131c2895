//! `choices`: what there is to choose from is known only at the call.

use askback::Form;
use askback::form::{Given, Policy, decode};
use serde_json::json;

#[derive(Form, Debug, PartialEq)]
struct Pick {
    #[form(choices)]
    offer: String,
    #[form(choices, title = "Another")]
    other: Option<String>,
    #[form(choices, items = 1..=2)]
    extras: Vec<String>,
}

fn main() {
    assert!(Pick::schema().is_open());
    let given = Given::new()
        .choices("offer", [("a", "Offer A"), ("b", "Offer B")])
        .choices("other", ["x"])
        .choices("extras", ["1", "2", "3"]);
    let schema = Pick::schema().with(given).unwrap();
    let answer = json!({"offer": "a", "extras": ["1", "3"]});
    let pick: Pick = decode(Some(&answer), &schema, Policy::Portable).unwrap();
    assert_eq!(pick, Pick { offer: "a".into(), other: None, extras: vec!["1".into(), "3".into()] });
    let text = schema.json_text();
    for part in [
        r#""oneOf":[{"const":"a","title":"Offer A"},{"const":"b","title":"Offer B"}]"#,
        r#""other":{"type":"string","title":"Another","enum":["x"]}"#,
        r#""minItems":1,"maxItems":2,"items":{"type":"string","enum":["1","2","3"]}"#,
        r#""required":["offer","extras"]"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let Err(errors) = decode::<Pick>(Some(&json!({"offer": "c", "extras": []})), &schema, Policy::Portable) else { panic!() };
    let rules: Vec<_> = errors.iter().map(|error| (error.field(), error.rule().as_str())).collect();
    assert_eq!(rules, [("offer", "enum"), ("extras", "minItems")]);
}
