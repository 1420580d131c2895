//! Generic forms.
#![allow(dead_code)]

use askback::form::{Policy, Present, decode};
use askback::{Field, Form};
use serde_json::{Value, json};

fn schema<F: Form>() -> Value {
    serde_json::from_str(F::schema().json_text()).unwrap()
}

// Case gen-default-type-parameter.
#[derive(Form)]
struct Defaulted<T: Field = String> {
    a: T,
}

// Case gen-const-and-type-parameter.
#[derive(Form)]
struct Constant<T: Field, const N: usize = 3> {
    a: T,
    #[form(length = ..=N)]
    b: String,
}

// Case gen-where-clause-kept.
#[derive(Form)]
struct Where<T>
where
    T: Field + Clone,
{
    #[form(title = "T")]
    a: T,
    b: Option<u8>,
}

// Case gen-phantom-and-unused-parameter: there is no `skip`, so a marker stays outside of the form.
struct Marked<F, M> {
    form: F,
    marker: std::marker::PhantomData<M>,
}

// A type parameter that is no `Option` itself.
#[derive(Form)]
struct Perhaps<T: Field<Presence = Present>> {
    a: Option<T>,
}

#[derive(Form)]
#[form(json_schema)]
struct OnlyConst<const N: u8> {
    #[form(range = N..)]
    a: u8,
}

fn main() {
    let text = json!({"type": "string", "maxLength": 4096});
    assert_eq!(schema::<Defaulted>(), json!({"type": "object", "properties": {"a": text}, "required": ["a"]}));
    assert_eq!(schema::<Defaulted<bool>>()["properties"]["a"], json!({"type": "boolean"}));
    assert_eq!(schema::<Constant<u8>>()["properties"]["b"]["maxLength"], json!(3));
    assert_eq!(schema::<Constant<u8, 7>>()["properties"]["b"]["maxLength"], json!(7));
    assert_eq!(schema::<Where<String>>()["required"], json!(["a"]));
    assert_eq!(schema::<OnlyConst<5>>()["properties"]["a"]["minimum"], json!(5));
    assert_eq!(schema::<Perhaps<bool>>(), json!({"type": "object", "properties": {"a": {"type": "boolean"}}}));
    // One schema for each instance, built once.
    assert!(std::ptr::eq(Defaulted::<bool>::schema(), Defaulted::<bool>::schema()));
    assert!(!std::ptr::eq(Defaulted::<bool>::schema(), Defaulted::<u8>::schema()));
    let read: Where<u8> = decode(Some(&json!({"a": 3})), Where::<u8>::schema(), Policy::Portable).unwrap();
    assert_eq!((read.a, read.b), (3, None));
    let marked = Marked::<_, std::rc::Rc<()>> { form: read, marker: std::marker::PhantomData };
    let _ = (marked.form.a, marked.marker);
    let read: Constant<char> = decode(Some(&json!({"a": "x", "b": "y"})), Constant::<char>::schema(), Policy::Portable).unwrap();
    assert_eq!((read.a, read.b.as_str()), ('x', "y"));
}
