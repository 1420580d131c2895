//! What did not compile is a field, a choice, a form and a schema all the same: one mistake, one error.
use askback::{Choice, Field, Form};

#[derive(Field)]
#[field(range = "x")]
struct Size(u8);

#[derive(Field)]
#[field(lenght = 1..)]
struct Name(String);

#[derive(Choice)]
enum Level {
    #[choice(titel = "Low")]
    Low,
}

#[derive(Form)]
struct Asked {
    #[form(default = 3, range = 1..=3)]
    size: Size,
    #[form(default = "x", length = 1..=3)]
    name: Name,
    #[form(default = true)]
    other: Option<Size>,
    #[form(format = "email")]
    mail: Name,
    #[form(default = "low")]
    level: Level,
    #[form(items = 1.., default = ["low"])]
    levels: Vec<Level>,
}

#[derive(Form)]
#[form(json_schema, renam_all = "camelCase")]
struct Described {
    reason: String,
    #[serde(rename = " ")]
    blank: String,
}

#[derive(Form)]
#[form(json_schema, oops)]
struct Generic<T: Field> {
    value: T,
}

fn described<T: rmcp::schemars::JsonSchema>() {}

fn main() {
    described::<Described>();
    described::<Generic<u8>>();
    let _ = Asked::schema();
}
