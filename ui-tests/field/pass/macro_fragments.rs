//! Newtypes written by `macro_rules!`: types, bounds and paths as fragments of every kind, in groups nobody sees.

use askback::form::{Policy, decode};
use askback::{Choice, Field, Form};
use serde_json::{Value, json};

#[derive(Choice, Debug, PartialEq)]
enum K {
    A,
    B,
    C,
}

/// One newtype of one line, with what a caller would want to say.
macro_rules! newtype {
    ($(#[$attr:meta])* $vis:vis $name:ident of $inner:ty $(, $key:ident $least:tt to $most:expr)? $(, $format:literal)? $(, by $rule:path)?) => {
        #[derive(Field, Debug, PartialEq)]
        $(#[$attr])*
        $(#[field($key = $least..=$most)])?
        $(#[field(format = $format)])?
        $(#[field(check = $rule)])?
        $vis struct $name($inner);
    };
}

mod rules {
    pub(super) fn even(value: &u16) -> Result<(), String> {
        if value % 2 == 0 { Ok(()) } else { Err("even".to_owned()) }
    }
}

newtype!(pub Even of u16, range 2 to LARGEST - 1, by rules::even);
newtype!(Mail of Box<str>, length 6 to 3 * 10, "email");
newtype!(pub(crate) Some_ of Vec<K>, items 1 to { 1 + 1 });
newtype!(#[derive(Clone)] #[allow(dead_code)] Perhaps of Option<::std::string::String>, length 1 to 5);
newtype!(Inner of Even, range 10 to 20);

const LARGEST: u16 = 101;

/// The type is itself what a macro gives.
macro_rules! number {
    (small) => { u8 };
    ($other:ty) => { Option<$other> };
}

#[derive(Field, Debug, PartialEq)]
#[field(range = 1..=limit!(9))]
struct Digit(number!(small));

#[derive(Field, Debug, PartialEq)]
struct Nothing(number!(number!(small)));

#[macro_export]
macro_rules! limit {
    ($limit:literal) => { $limit };
}

/// Generic, with parameters and clause passed on token by token.
macro_rules! generic {
    ($name:ident[$($params:tt)*] ($inner:ty) $($clause:tt)*) => {
        #[derive(Field, Debug, PartialEq)]
        struct $name<$($params)*>($inner) $($clause)*;
    };
}

generic!(Wrapped[T, const N: usize = 1] (T) where T: Field + PartialEq);

/// Several at once, each named after what it holds.
macro_rules! each {
    ($($module:ident: $inner:ident),*) => {
        $(
            mod $module {
                #[derive(askback::Field, Debug, PartialEq)]
                pub struct Newtype(pub $inner);
            }
        )*

        #[derive(Form, Debug, PartialEq)]
        struct Each {
            $($module: $module::Newtype),*
        }
    };
}

each!(yes: bool, small: i8, wide: f32, letter: char, text: String);

#[derive(Form, Debug)]
struct F {
    even: Even,
    mail: Mail,
    some: Some_,
    perhaps: Perhaps,
    inner: Inner,
    digit: Digit,
    nothing: Nothing,
    wrapped: Wrapped<bool>,
}

fn properties<F: Form>() -> Value {
    serde_json::from_str::<Value>(F::schema().json_text()).unwrap()["properties"].clone()
}

fn main() {
    assert_eq!(
        properties::<F>(),
        json!({
            "even": {"type": "integer", "minimum": 2, "maximum": 100},
            "mail": {"type": "string", "minLength": 6, "maxLength": 30, "format": "email"},
            "some": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["A", "B", "C"]}},
            "perhaps": {"type": "string", "minLength": 1, "maxLength": 5},
            "inner": {"type": "integer", "minimum": 10, "maximum": 20},
            "digit": {"type": "integer", "minimum": 1, "maximum": 9},
            "nothing": {"type": "integer", "minimum": 0, "maximum": 255},
            "wrapped": {"type": "boolean"},
        })
    );
    let answer = json!({"even": 4, "mail": "a@b.example", "some": ["C"], "inner": 12, "digit": 9, "wrapped": true});
    let read: F = decode(Some(&answer), F::schema(), Policy::Portable).unwrap();
    assert_eq!((read.even, read.inner, read.digit), (Even(4), Inner(Even(12)), Digit(9)));
    assert_eq!((&*read.mail.0, read.some, read.perhaps), ("a@b.example", Some_(vec![K::C]), Perhaps(None)));
    assert_eq!((read.nothing, read.wrapped), (Nothing(None), Wrapped(true)));
    let bad = json!({"even": 5, "mail": "a@b.example", "some": ["A"], "inner": 13, "digit": 0, "wrapped": true});
    let errors = decode::<F>(Some(&bad), F::schema(), Policy::Portable).unwrap_err();
    let rules: Vec<_> = errors.iter().map(|error| (error.field(), error.rule().as_str())).collect();
    assert_eq!(rules, [("even", "check"), ("inner", "check"), ("digit", "minimum")]);
    let answer = json!({"yes": true, "small": -128, "wide": 0.5, "letter": "x", "text": ""});
    let read: Each = decode(Some(&answer), Each::schema(), Policy::Portable).unwrap();
    assert_eq!((read.yes.0, read.small.0, read.wide.0, read.letter.0, read.text.0.len()), (true, -128, 0.5, 'x', 0));
    let _ = K::B;
}
