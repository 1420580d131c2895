//! How long titles may be, what values may hold, and how both stand in JSON.

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

/// 256 code points, which are 512 bytes.
#[derive(Choice, Debug, PartialEq)]
enum Longest {
    #[choice(title = "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé")]
    Given,
    /// éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé
    Documented,
}

/// Values are compared byte for byte: none of these is another.
#[derive(Choice, Debug, PartialEq, Clone, Copy)]
enum Nearly {
    #[choice(rename = "a")]
    Small,
    #[choice(rename = "A")]
    Large,
    #[choice(rename = "a ")]
    Trailing,
    #[choice(rename = "é")]
    Composed,
    #[choice(rename = "e\u{301}")]
    Decomposed,
    #[choice(rename = "\"\\\n\u{7}")]
    Escaped,
    #[choice(rename = r#"{"a": [1]}"#)]
    Json,
    #[choice(rename = "null")]
    Null,
    #[choice(rename = "🦀")]
    Crab,
}

#[derive(Form)]
struct F {
    longest: Longest,
    #[form(default = "\"\\\n\u{7}")]
    nearly: Nearly,
    all: Vec<Nearly>,
}

fn main() {
    for longest in [Longest::Given, Longest::Documented] {
        assert_eq!((longest.title().chars().count(), longest.title().len()), (256, 512));
    }
    let values = ["a", "A", "a ", "é", "e\u{301}", "\"\\\n\u{7}", "{\"a\": [1]}", "null", "🦀"];
    assert_eq!(Nearly::VALUES, values);
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    assert_eq!(schema["properties"]["nearly"], json!({"type": "string", "enum": values, "default": "\"\\\n\u{7}"}));
    let answer = json!({"longest": "Documented", "nearly": "e\u{301}", "all": values});
    let read: F = decode(Some(&answer), F::schema(), Policy::Portable).unwrap();
    assert_eq!((read.longest, read.nearly), (Longest::Documented, Nearly::Decomposed));
    assert_eq!(read.all.iter().map(Nearly::value).collect::<Vec<_>>(), values);
    for value in [json!("B"), json!(" a"), json!(null), json!(["a"]), json!("")] {
        let answer = json!({"longest": "Given", "nearly": value});
        assert!(decode::<F>(Some(&answer), F::schema(), Policy::Portable).is_err(), "{answer}");
    }
    use Nearly::*;
    assert_eq!([Small, Large, Trailing, Composed, Escaped, Json, Null, Crab].map(|it| Nearly::from_value(it.value())), [
        Some(Small),
        Some(Large),
        Some(Trailing),
        Some(Composed),
        Some(Escaped),
        Some(Json),
        Some(Null),
        Some(Crab),
    ]);
    let _ = Longest::Given;
}
