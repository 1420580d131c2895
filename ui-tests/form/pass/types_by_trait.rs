//! What a field is, is decided by its type, never by how the type is spelled.
#![allow(dead_code)]

use askback::{Choice, Field, Form};
use serde_json::{Value, json};

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).unwrap()
}

// Case gen-option-by-alias.
type Maybe<T> = Option<T>;

#[derive(Form)]
struct Alias {
    a: Maybe<String>,
    b: ::std::option::Option<u8>,
}

// Case gen-user-type-named-option.
mod mine {
    #[derive(askback::Choice)]
    pub enum Option {
        Red,
        Blue,
    }
}

#[derive(Form)]
struct Named {
    a: mine::Option,
}

// Case gen-inner-path-not-shortened.
mod fmt {
    #[derive(askback::Choice)]
    pub enum Format {
        Json,
    }
}

#[allow(dead_code)]
struct Format;

#[derive(Form)]
struct Inner {
    a: Option<crate::fmt::Format>,
}

// Cases gen-macro-rules-type-group-option, def-literal-through-macro-rules, gen-field-type-is-a-macro-call.
macro_rules! number {
    () => { u8 };
}

macro_rules! make {
    ($name:ident, $type:ty, $default:literal, $most:expr, $title:expr, $check:path) => {
        #[derive(Form)]
        struct $name {
            a: $type,
            b: Option<$type>,
            #[form(default = $default, range = 1..=$most, title = $title, check = $check)]
            c: number!(),
        }
    };
}

fn any(_: &u8) -> Result<(), String> {
    Ok(())
}

make!(Grouped, u8, 3, 5, "Title", any);

macro_rules! make_optional {
    ($type:ty) => {
        #[derive(Form)]
        struct GroupedOption {
            a: $type,
        }
    };
}

make_optional!(Option<String>);

// A type of one's own with the trait written by hand.
#[derive(Field)]
struct Percent(u8);

#[derive(Form)]
struct Own {
    p: Percent,
}

#[derive(Choice)]
enum One {
    Only,
}

#[derive(Form)]
struct Qualified {
    a: <Vec<One> as IntoIterator>::Item,
}

fn main() {
    let text = json!({"type": "string", "maxLength": 4096});
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    assert_eq!(schema::<Alias>(), json!({"type": "object", "properties": {"a": text, "b": byte}}));
    assert_eq!(
        schema::<Named>(),
        json!({"type": "object", "properties": {"a": {"type": "string", "enum": ["Red", "Blue"]}}, "required": ["a"]})
    );
    assert_eq!(schema::<Inner>(), json!({"type": "object", "properties": {"a": {"type": "string", "enum": ["Json"]}}}));
    assert_eq!(
        schema::<Grouped>(),
        json!({
            "type": "object",
            "properties": {
                "a": byte,
                "b": byte,
                "c": {"type": "integer", "title": "Title", "minimum": 1, "maximum": 5, "default": 3},
            },
            "required": ["a", "c"],
        })
    );
    assert_eq!(schema::<GroupedOption>(), json!({"type": "object", "properties": {"a": text}}));
    assert_eq!(schema::<Own>()["properties"]["p"], byte);
    assert_eq!(schema::<Qualified>()["required"], json!(["a"]));
    let _ = (One::Only, mine::Option::Red, mine::Option::Blue, fmt::Format::Json, Percent(1).0);
}
