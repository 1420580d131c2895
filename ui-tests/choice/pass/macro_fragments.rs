//! Enums written by `macro_rules!`: attributes, visibility, discriminants and texts as fragments, variants one by one.

use askback::form::{Policy, decode};
use askback::{Choice, Form};
use serde_json::{Value, json};

/// An enum with its numbers, as protocols have them.
macro_rules! codes {
    (
        $(#[$attr:meta])*
        $vis:vis enum $name:ident: $repr:ident {
            $($(#[$variant_attr:meta])* $variant:ident = $code:expr => $title:literal),* $(,)?
        }
    ) => {
        #[derive(Choice, Clone, Copy, Debug, PartialEq)]
        #[repr($repr)]
        $(#[$attr])*
        $vis enum $name {
            $($(#[$variant_attr])* #[choice(title = $title)] $variant = $code,)*
        }

        impl $name {
            pub fn of(code: $repr) -> Option<Self> {
                $(if code == $name::$variant as $repr { return Some($name::$variant); })*
                None
            }
        }
    };
}

const BASE: i16 = -200;

mod codes {
    use askback::Choice;

    codes! {
        #[choice(rename_all = "SCREAMING_SNAKE_CASE")]
        pub(crate) enum Status: i16 {
            AllGood = super::BASE => "All is well",
            #[choice(rename = "slow")]
            #[doc(hidden)]
            TooSlow = 1 + 2 * 3 => "Slower than it was",
            Gone = i16::MAX => "Gone",
        }
    }
}

use codes::Status;

/// Variants that come one at a time, counted on the way.
macro_rules! levels {
    (@ $name:ident [$($done:tt)*] [$($keys:tt)*]) => {
        #[derive(Choice, Debug, PartialEq)]
        #[choice($($keys)*)]
        enum $name { $($done)* }
    };
    (@ $name:ident [$($done:tt)*] $keys:tt $variant:ident $($more:ident)*) => {
        levels!(@ $name [$($done)* #[doc = concat!("Level ", stringify!($variant))] $variant,] $keys $($more)*);
    };
    ($name:ident($($keys:tt)*) $($variant:ident)*) => {
        levels!(@ $name [] [$($keys)*] $($variant)*);
    };
}

levels!(Level(legacy, rename_all = "lowercase") One Two Three);

/// A choice and the form that asks for it, from one list of words.
macro_rules! poll {
    ($form:ident asks $field:ident of $choice:ident: $($word:literal $variant:ident)|+ $(, at first $first:literal)?) => {
        #[derive(Choice, Debug, PartialEq)]
        enum $choice { $(#[choice(rename = $word)] $variant),+ }

        #[derive(Form, Debug)]
        struct $form {
            $(#[form(default = $first)])?
            $field: $choice,
        }
    };
}

poll!(Poll asks colour of Colour: "rot" Red | "grün" Green, at first "grün");

#[derive(Form, Debug)]
struct F {
    status: Status,
    level: Level,
}

fn schema<F: Form>() -> Value {
    serde_json::from_str::<Value>(F::schema().json_text()).unwrap()["properties"].clone()
}

fn main() {
    assert_eq!(
        schema::<F>(),
        json!({
            "status": {"type": "string", "oneOf": [
                {"const": "ALL_GOOD", "title": "All is well"},
                {"const": "slow", "title": "Slower than it was"},
                {"const": "GONE", "title": "Gone"},
            ]},
            "level": {
                "type": "string", "enum": ["one", "two", "three"], "enumNames": ["Level One", "Level Two", "Level Three"],
            },
        })
    );
    assert_eq!(schema::<Poll>()["colour"], json!({"type": "string", "enum": ["rot", "grün"], "default": "grün"}));
    let read: F = decode(Some(&json!({"status": "slow", "level": "three"})), F::schema(), Policy::Portable).unwrap();
    assert_eq!((read.status, read.level), (Status::TooSlow, Level::Three));
    // What a choice is called and what it counts as have nothing to do with each other.
    assert_eq!(read.status as i16, 7);
    assert_eq!((Status::of(-200), Status::of(0)), (Some(Status::AllGood), None));
    let read: Poll = decode(Some(&json!({"colour": "rot"})), Poll::schema(), Policy::Portable).unwrap();
    assert_eq!(read.colour, Colour::Red);
    let _ = (Status::Gone, Level::One, Level::Two, Colour::Green);
}
