//! A mistake of each kind: each gives one error, and all are told in one compile.

use askback::{Choice, Form};
use std::collections::BTreeMap;

// What a form is made of.

#[derive(Form)]
struct Tuple(String); //~

#[derive(Form)]
union Union { //~
    a: u8,
}

#[derive(Form)]
enum Enum { //~
    A,
}

#[derive(Form)]
struct Braces {} //~

#[derive(Form)]
struct Unsized {
    a: str, //~
}

#[derive(Form)]
struct Borrowed<'a> { //~
    a: std::borrow::Cow<'a, str>,
}

// Keys of the struct.

#[derive(Form)]
#[form(renameall = "camelCase")] //~
#[form(titel = "T")] //~
#[form(title = "T")] //~
#[form(default = 1)] //~
#[form(rename = "n")] //~
#[form(deny_unknown_fields)] //~
#[form(rename_all = "sideways")] //~
#[form(check)] //~
#[form(json_schema = true)] //~
#[form(crate = "not a path")] //~
#[form("rename_all")] //~
#[form] //~
#[serde(default)] //~
#[serde(transparent)] //~
#[serde(tag = "t")] //~
struct Container {
    a: u8,
}

// Keys of a field.

#[derive(Form)]
struct Keys {
    #[form(lenght = 1..=2)] //~
    misspelt: String,
    #[form(colour = "red")] //~
    unknown: String,
    #[form(my::key = 1)] //~
    path: String,
    #[form(minimun = 1)] //~
    of_others_misspelt: u8,
    #[form(label = "L")] //~
    of_others: u8,
    #[form(pattern = "x")] //~
    not_in_the_grammar: String,
    #[form(skip)] //~
    not_to_be_had: u8,
    #[form(desc = "D")] //~
    of_others_too: u8,
    #[form(name = "n")] //~
    name: u8,
    #[form(validate = rule)] //~
    validate: u8,
    #[form(min_length = 1)] //~
    min_length: String,
    #[form(max_items = 1)] //~
    max_items: Vec<Level>,
    #[form(values = ["x"])] //~
    values: String,
    #[form(flatten)] //~
    flatten: u8,
    #[form(with = "module")] //~
    with: u8,
    #[form(secret)] //~
    asked_for: String,
    #[form(required)] //~
    decided_by_the_type: bool,
    #[form(rename_all = "camelCase")] //~
    of_the_struct: u8,
    #[form(title = "T")]
    #[form(title = "U")] //~
    twice: String,
    #[form("title")] //~
    literal: String,
    #[form] //~
    no_keys: String,
    #[form(title)] //~
    no_value: String,
    #[form(title("T"))] //~
    parenthesised: String,
    #[form(choices = true)] //~
    flag: String,
    #[form(title = 1)] //~
    no_text: String,
    #[form(description = " ")] //~
    blank: String,
    #[form(title = "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long lx")] //~
    title_too_long: String,
    #[form(description = "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long longx")] //~
    description_too_long: String,
    /// long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long longx //~
    docs_too_long: String,
    #[form(check = |_: &u8| Ok::<_, String>(()))] //~
    no_path: u8,
    #[form(default = type)] //~
    no_expression: u8,
    #[serde(flatten)] //~
    flattened: u8,
    #[serde(default)] //~
    defaulted: u8,
    #[serde(skip)] //~
    skipped: u8,
    #[serde(with = "module")] //~
    read_by_another: u8,
}

// Names.

#[derive(Form)]
struct Names {
    a: u8,
    #[form(rename = "a")]
    taken: u8, //~
    password: String, //~
    #[form(rename = "apiKey")]
    wire: String, //~
    #[form(title = "Card number")]
    titled: String, //~
    /// The PIN of your card
    described: String, //~
    #[form(sensitive)] //~
    token: String,
}

// Limits, formats and defaults.

#[derive(Form)]
struct Values {
    #[form(range = 5)] //~
    no_range: u8,
    #[form(range = 1..5)] //~
    exclusive: u8,
    #[form(range = ..)] //~
    unbounded: u8,
    #[form(range = 5..=1)] //~
    reversed: u8,
    #[form(range = "a"..)] //~
    no_number: u8,
    #[form(length = -1..)] //~
    no_count: String,
    #[form(range = ..=1e999)] //~
    too_large: f64,
    #[form(length = 1.., range = 1..)] //~
    several: String,
    #[form(format = "uuid")] //~
    unknown_format: String,
    #[form(format = "DateTime")] //~
    misspelt_format: String,
    #[form(range = 1..=3, default = 5)] //~
    outside: u8,
    #[form(length = 3.., default = "ab")] //~
    too_short: String,
    #[form(default = b"bytes")] //~
    no_default: String,
    #[form(choices, default = "a")] //~
    default_of_the_call: String,
    #[form(choices, length = 1..)] //~
    limit_of_the_call: String,
}

// Types.

#[derive(Form)]
struct Types {
    nested: Container, //~
    map: BTreeMap<String, String>, //~
    wide: u128, //~
    borrowed: &'static str, //~
    texts: Vec<String>, //~
    twice: Option<Option<u8>>, //~
    #[form(choices)]
    not_open: u8, //~
    #[form(check = whole)] //~
    checked: String,
    #[form(default = Level::Low)] //~
    of_another_type: u8,
    #[form(default = Level::Low)] //~
    of_another_choice: Option<Other>,
}

fn whole(_: &Level) -> Result<(), String> {
    Ok(())
}

#[derive(Choice)]
enum Level {
    Low,
}

#[derive(Choice)]
enum Other {
    Low,
}

fn main() {}
