//! What a form says of a field whose type is a newtype: defaults, titles, narrower bounds, rules, whatever it holds.

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

#[derive(Choice, Debug, PartialEq)]
enum K {
    A,
    /// Bee
    B,
}

macro_rules! newtypes {
    ($($(#[$attr:meta])* $name:ident($inner:ty);)*) => {
        $(
            #[derive(Field, Debug, PartialEq)]
            $(#[$attr])*
            struct $name($inner);
        )*
    };
}

newtypes! {
    #[field(length = 2..)]
    Name(String);
    Letter(char);
    Flag(bool);
    #[field(range = -10..)]
    Degrees(i16);
    #[field(range = 0.0..=1.0)]
    Share(f64);
    Pick(K);
    #[field(items = 1..)]
    Picks(Vec<K>);
    Perhaps(Option<u8>);
    Day(jiff::civil::Date);
    Page(url::Url);
    #[field(format = "email")]
    Address(String);
}

#[derive(Form, Debug, PartialEq)]
struct F {
    #[form(default = "Ada", length = ..=9, title = "Name")]
    name: Name,
    #[form(default = 'x')]
    letter: Letter,
    /// Go on?
    #[form(default = true)]
    flag: Flag,
    #[form(default = -3, range = ..=0, check = even)]
    degrees: Degrees,
    #[form(default = 0.5, range = 0.25..)]
    share: Option<Share>,
    #[form(default = "B", description = "One of two")]
    pick: Pick,
    #[form(default = ["A"], items = ..=1)]
    picks: Picks,
    #[form(default = 7, range = 5..)]
    perhaps: Perhaps,
    #[form(default = "2026-07-28")]
    day: Day,
    #[form(default = "https://example.com/")]
    page: Page,
    #[form(default = "ada@example.com", rename = "mail")]
    address: Address,
    #[form(sensitive = "what is printed on a card of the library")]
    card_number: Option<Name>,
}

fn even(degrees: &Degrees) -> Result<(), &'static str> {
    if degrees.0 % 2 == 0 { Ok(()) } else { Err("an even number, please") }
}

fn main() {
    let schema: Value = serde_json::from_str(F::schema().json_text()).unwrap();
    let titled = json!([{"const": "A", "title": "A"}, {"const": "B", "title": "Bee"}]);
    assert_eq!(
        schema["properties"],
        json!({
            "name": {"type": "string", "title": "Name", "minLength": 2, "maxLength": 9, "default": "Ada"},
            "letter": {"type": "string", "minLength": 1, "maxLength": 1, "default": "x"},
            "flag": {"type": "boolean", "description": "Go on?", "default": true},
            "degrees": {"type": "integer", "minimum": -10, "maximum": 0, "default": -3},
            "share": {"type": "number", "minimum": 0.25, "maximum": 1, "default": 0.5},
            "pick": {"type": "string", "description": "One of two", "oneOf": titled, "default": "B"},
            "picks": {"type": "array", "minItems": 1, "maxItems": 1, "items": {"anyOf": titled}, "default": ["A"]},
            "perhaps": {"type": "integer", "minimum": 5, "maximum": 255, "default": 7},
            "day": {"type": "string", "format": "date", "default": "2026-07-28"},
            "page": {"type": "string", "format": "uri", "default": "https://example.com/"},
            "mail": {"type": "string", "format": "email", "maxLength": 4096, "default": "ada@example.com"},
            "card_number": {"type": "string", "minLength": 2, "maxLength": 4096},
        })
    );
    // A default is shown, and never filled in.
    let errors = decode::<F>(Some(&json!({})), F::schema(), Policy::Portable).unwrap_err();
    let missing: Vec<_> = errors.iter().map(|error| error.field()).collect();
    assert_eq!(missing, ["name", "letter", "flag", "degrees", "pick", "picks", "day", "page", "mail"]);
    let answer = json!({
        "name": "Bo", "letter": "é", "flag": false, "degrees": -10, "pick": "A", "picks": ["B"], "day": "2024-02-29",
        "page": "https://example.com/a", "mail": "bo@example.com",
    });
    let read: F = decode(Some(&answer), F::schema(), Policy::Portable).unwrap();
    assert_eq!((read.name, read.letter, read.flag.0, read.degrees.0), (Name("Bo".into()), Letter('é'), false, -10));
    assert_eq!((read.pick.0, read.picks.0, read.perhaps.0, read.share), (K::A, vec![K::B], None, None));
    assert_eq!((read.day.0.day(), read.page.0.path(), &*read.address.0), (29, "/a", "bo@example.com"));
    let mut bad = answer.clone();
    for (field, value) in [("name", json!("Ada Lovelace")), ("degrees", json!(-3)), ("share", json!(0.1)), ("perhaps", json!(4))] {
        bad[field] = value;
    }
    let errors = decode::<F>(Some(&bad), F::schema(), Policy::Portable).unwrap_err();
    let rules: Vec<_> = errors.iter().map(|error| (error.field(), error.rule().as_str())).collect();
    assert_eq!(rules, [("name", "maxLength"), ("degrees", "check"), ("share", "minimum"), ("perhaps", "minimum")]);
}
