//! The eight rules of `rename_all` make of every field what serde makes of it, ours or serde's attribute.

use askback::Form;
use serde::Serialize;

macro_rules! each {
    ($($name:ident $by_serde:ident $rule:literal),*) => {
        $(
            #[derive(Form, Serialize, Default)]
            #[form(rename_all = $rule)]
            #[serde(rename_all = $rule)]
            #[allow(non_snake_case)]
            struct $name {
                a: u8,
                one_two: u8,
                one_2_three: u8,
                x__y: u8,
                camelCase: u8,
                r#type: u8,
                #[serde(rename = "given")]
                #[form(rename = "given")]
                other: u8,
            }

            #[derive(Form, Serialize, Default)]
            #[serde(rename_all = $rule)]
            #[allow(dead_code)]
            struct $by_serde {
                one_two: u8,
                #[serde(rename = "2")]
                second: u8,
            }
        )*

        fn main() {
            $(
                assert_eq!(ours::<$name>(), theirs(&$name::default()), $rule);
                assert_eq!(ours::<$by_serde>(), theirs(&$by_serde::default()), $rule);
            )*
            assert_eq!(ours::<Kebab>()[1], "one-two");
        }
    };
}

fn ours<F: Form>() -> Vec<String> {
    F::schema().fields().iter().map(|field| field.name().to_owned()).collect()
}

fn theirs(value: &impl Serialize) -> Vec<String> {
    let serde_json::Value::Object(members) = serde_json::to_value(value).unwrap() else { panic!() };
    members.keys().cloned().collect()
}

each! {
    Lower LowerBySerde "lowercase", Upper UpperBySerde "UPPERCASE", Pascal PascalBySerde "PascalCase",
    Camel CamelBySerde "camelCase", Snake SnakeBySerde "snake_case", Screaming ScreamingBySerde "SCREAMING_SNAKE_CASE",
    Kebab KebabBySerde "kebab-case", Shouting ShoutingBySerde "SCREAMING-KEBAB-CASE"
}
