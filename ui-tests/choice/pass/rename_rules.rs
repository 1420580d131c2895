//! The eight rules of `rename_all` make of every variant what serde makes of it.

use askback::Choice;
use serde::Serialize;

macro_rules! each {
    ($($name:ident $rule:literal),*) => {
        $(
            #[derive(Choice, Serialize, Clone, Copy)]
            #[choice(rename_all = $rule)]
            #[serde(rename_all = $rule)]
            #[allow(non_camel_case_types, dead_code)]
            enum $name {
                A,
                AB,
                OneTwo,
                HTTPServer,
                Http2Server,
                X1,
                snake_case,
                Trailing_,
                r#Self_,
                #[serde(rename = "given")]
                #[choice(rename = "given")]
                Given,
            }

            impl $name {
                const ALL: [Self; 10] = [
                    Self::A, Self::AB, Self::OneTwo, Self::HTTPServer, Self::Http2Server, Self::X1, Self::snake_case,
                    Self::Trailing_, Self::r#Self_, Self::Given,
                ];
            }
        )*

        fn main() {
            $(
                let serde = $name::ALL.map(|choice| serde_json::to_value(choice).unwrap());
                assert_eq!($name::ALL.map(|choice| choice.value()).as_slice(), serde.as_slice(), $rule);
                assert_eq!($name::VALUES, $name::ALL.map(|choice| choice.value()));
            )*
            assert_eq!(Kebab::OneTwo.value(), "one-two");
        }
    };
}

each! {
    Lower "lowercase", Upper "UPPERCASE", Pascal "PascalCase", Camel "camelCase", Snake "snake_case",
    Screaming "SCREAMING_SNAKE_CASE", Kebab "kebab-case", Shouting "SCREAMING-KEBAB-CASE"
}
