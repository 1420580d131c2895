//! Values on the wire.

use askback::Choice;

// Case ty-enum-discriminants-use-names.
#[derive(Choice, Clone, Copy)]
#[repr(u8)]
enum Discriminants {
    A = 1,
    B = 2,
}

// serde's names are honoured, on the side that reads.
#[derive(Choice, serde::Serialize, serde::Deserialize)]
#[serde(rename_all(serialize = "lowercase", deserialize = "SCREAMING_SNAKE_CASE"))]
enum Serde {
    FirstOne,
    #[serde(rename = "2nd")]
    Second,
    #[choice(rename = "3rd")]
    #[serde(rename = "third", alias = "drei")]
    Third,
}

#[derive(Choice)]
#[choice(rename_all = "camelCase")]
#[serde(rename_all = "lowercase")]
enum OursWins {
    FirstOne,
}

// Case ren-raw-identifier-variant-and-handler.
#[derive(Choice, Debug, PartialEq)]
enum Raw {
    r#Async,
    B,
}

#[derive(Choice)]
enum Constant<const N: usize> {
    Only,
}

fn values<C: Choice>() -> Vec<&'static str> {
    let values: Vec<_> = C::options().iter().map(|option| option.value()).collect();
    assert_eq!(values, C::VALUES);
    for value in &values {
        assert_eq!(C::from_value(value).map(|choice| choice.value()), Some(*value));
    }
    assert!(C::from_value("").is_none());
    values
}

fn main() {
    assert_eq!(values::<Discriminants>(), ["A", "B"]);
    assert_eq!(values::<Serde>(), ["FIRST_ONE", "2nd", "3rd"]);
    assert_eq!(values::<OursWins>(), ["firstOne"]);
    assert_eq!(values::<Raw>(), ["Async", "B"]);
    assert_eq!(values::<Constant<3>>(), ["Only"]);
    assert_eq!(Raw::from_value("Async"), Some(Raw::r#Async));
    assert_eq!(Raw::from_value("async"), None);
    let _ = (Discriminants::A as u8, Discriminants::B as u8, Serde::FirstOne, Constant::<3>::Only);
}
