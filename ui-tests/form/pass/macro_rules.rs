//! Forms written by `macro_rules!`, from fragments of every kind.

use askback::Form;
use askback::form::{Policy, decode};
use serde_json::{Value, json};

macro_rules! form {
    (
        $(#[$attr:meta])*
        $vis:vis struct $name:ident<$param:ident: $bound:path> {
            $($(#[$field_attr:meta])* $field_vis:vis $field:ident: $type:ty = $range:expr, $default:literal, $check:path;)*
            | $($rest:tt)*
        }
    ) => {
        #[derive(Form)]
        $(#[$attr])*
        $vis struct $name<$param: $bound> {
            $(
                $(#[$field_attr])*
                #[form(range = $range, default = $default, check = $check)]
                $field_vis $field: $type,
            )*
            $($rest)*
        }
    };
}

form! {
    #[form(rename_all = "camelCase")]
    #[derive(Debug)]
    pub struct Whole<T: askback::Field> {
        /// How many
        pub how_many: u8 = 1..=MOST + 1, 3, odd;
        #[form(title = "Change")]
        change_by: Option<i32> = -5.., -2, any;
        |
        other_one: T,
    }
}

const MOST: u8 = 8;

fn odd(n: &u8) -> Result<(), &'static str> {
    if n % 2 == 1 { Ok(()) } else { Err("an odd number, please") }
}

fn any(_: &i32) -> Result<(), &'static str> {
    Ok(())
}

/// Fields that come one by one, through a macro that calls itself.
macro_rules! grow {
    (@ [$($done:tt)*]) => {
        #[derive(Form)]
        struct Grown { $($done)* }
    };
    (@ [$($done:tt)*] $field:ident $($more:ident)*) => {
        grow!(@ [$($done)* $field: bool,] $($more)*);
    };
}

grow!(@ [] a b);

macro_rules! choice {
    ($name:ident { $($variant:ident $(= $value:literal)? $(: $title:expr)?),* $(,)? }) => {
        #[derive(askback::Choice, Debug, PartialEq)]
        enum $name {
            $($(#[choice(rename = $value)])? $(#[doc = $title])? $variant,)*
        }
    };
}

choice!(Level { Low = "l": "Low: can wait", High = "h", Other });

macro_rules! newtype {
    ($name:ident($vis:vis $inner:ty) $($key:ident = $value:expr),*) => {
        #[derive(askback::Field, Debug)]
        #[field($($key = $value),*)]
        struct $name($vis $inner);
    };
}

newtype!(Share(pub u8) range = ..=100);

/// A name that the macro makes and one that its caller gives do not meet.
macro_rules! hygienic {
    ($field:ident) => {
        #[derive(Form)]
        struct Hygienic {
            $field: u8,
            __askback_0: u8,
        }
    };
}

hygienic!(a);

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).unwrap()
}

fn main() {
    assert_eq!(
        schema::<Whole<Level>>(),
        json!({
            "type": "object",
            "properties": {
                "howMany": {"type": "integer", "description": "How many", "minimum": 1, "maximum": 9, "default": 3},
                "changeBy": {"type": "integer", "title": "Change", "minimum": -5, "maximum": i32::MAX, "default": -2},
                "otherOne": {"type": "string", "oneOf": [
                    {"const": "l", "title": "Low: can wait"},
                    {"const": "h", "title": "High"},
                    {"const": "Other", "title": "Other"},
                ]},
            },
            "required": ["howMany", "otherOne"],
        })
    );
    let read: Whole<Level> =
        decode(Some(&json!({"howMany": 5, "otherOne": "h"})), Whole::<Level>::schema(), Policy::Portable).unwrap();
    assert_eq!((read.how_many, read.change_by, read.other_one), (5, None, Level::High));
    let Err(errors) = decode::<Whole<Level>>(
        Some(&json!({"howMany": 4, "otherOne": "Low"})),
        Whole::<Level>::schema(),
        Policy::Portable,
    ) else {
        panic!("neither is good")
    };
    assert_eq!(errors.iter().map(|error| error.field()).collect::<Vec<_>>(), ["howMany", "otherOne"]);
    let read: Whole<Share> =
        decode(Some(&json!({"howMany": 5, "otherOne": 7})), Whole::<Share>::schema(), Policy::Portable).unwrap();
    assert_eq!(read.other_one.0, 7);
    let read: Grown = decode(Some(&json!({"a": true, "b": false})), Grown::schema(), Policy::Portable).unwrap();
    assert!(read.a && !read.b);
    let read: Hygienic = decode(Some(&json!({"a": 1, "__askback_0": 2})), Hygienic::schema(), Policy::Portable).unwrap();
    assert_eq!((read.a, read.__askback_0), (1, 2));
}
