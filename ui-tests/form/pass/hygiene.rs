//! Expansions in places where names mean something else.
#![allow(dead_code)]

use askback::Form as _;

// Case hyg-no-implicit-prelude.
mod without_prelude {
    #![no_implicit_prelude]

    #[derive(::askback::Form)]
    #[form(check = check, json_schema)]
    pub struct F {
        #[form(length = 1..=5, title = "T", default = "x", check = rule)]
        pub a: ::std::string::String,
        pub k: K,
        #[form(items = 1.., default = ["A"])]
        pub ks: ::std::vec::Vec<K>,
        #[form(choices)]
        pub open: ::std::string::String,
        pub n: N,
    }

    fn rule(_: &::std::string::String) -> ::std::result::Result<(), ::std::string::String> {
        ::std::result::Result::Ok(())
    }

    fn check(_: &F) -> ::std::result::Result<(), ::std::string::String> {
        ::std::result::Result::Ok(())
    }

    #[derive(::askback::Choice)]
    pub enum K {
        /// Title
        A,
        B,
    }

    #[derive(::askback::Field)]
    #[field(range = 1.., check = small)]
    pub struct N(pub u8);

    fn small(_: &u8) -> ::std::result::Result<(), ::std::string::String> {
        ::std::result::Result::Ok(())
    }

    #[derive(::askback::Form)]
    pub struct G<T: ::askback::Field> {
        pub a: T,
    }
}

// Cases hyg-prelude-names-shadowed and hyg-result-alias.
#[allow(dead_code, non_camel_case_types)]
mod shadowed {
    struct Option;
    struct String;
    struct Vec;
    struct Some;
    struct Box;
    struct Ok;
    struct Err;
    struct Send;
    struct Sized;
    struct str;
    struct bool;
    struct i128;
    type Result<T> = std::result::Result<T, ()>;
    enum Never {
        None,
    }
    use Never::None;
    mod core {}
    mod std_shadow {}
    macro_rules! panic { () => { () } }
    macro_rules! matches { () => { () } }

    #[derive(askback::Form)]
    pub struct F {
        pub a: std::string::String,
        #[form(range = 1..=LIMIT, default = 2)]
        pub b: std::option::Option<u8>,
    }

    const LIMIT: u8 = 9;

    #[derive(askback::Choice)]
    pub enum K {
        A,
    }

    #[derive(askback::Field)]
    pub struct N(std::string::String);

    fn uses() -> Result<()> {
        let _ = (panic!(), matches!(), None);
        std::result::Result::Ok(())
    }
}

// Case hyg-struct-named-like-trait.
mod named_like_the_trait {
    #[derive(askback::Form)]
    pub struct Form {
        pub a: String,
        pub c: Choice,
        pub f: Field,
    }

    #[derive(askback::Choice)]
    pub enum Choice {
        A,
    }

    #[derive(askback::Field)]
    pub struct Field(pub u8);

    #[derive(askback::Form)]
    pub struct Schema {
        pub reader: Reader,
        pub self_: Option<bool>,
    }

    #[derive(askback::Choice)]
    pub enum Reader {
        Some,
        None,
        Ok,
        Err,
    }
}

// Case hyg-inherent-method-shadows-trait.
mod inherent_methods {
    #[derive(askback::Choice)]
    pub enum K {
        A,
    }

    impl K {
        pub fn schema(&self) -> u8 {
            0
        }
        pub fn decode(_: u8) {}
        pub fn default() -> u8 {
            1
        }
        pub fn options() {}
        pub fn kind() {}
        pub fn value(&self) {}
    }

    #[derive(askback::Form)]
    pub struct F {
        pub k: K,
    }

    impl F {
        pub fn schema() -> u8 {
            K::decode(1);
            K::options();
            K::kind();
            K::A.value();
            K::A.schema() + K::default()
        }
        pub fn decode() {}
    }
}

// Case diag-derive-inside-function.
fn local() -> &'static str {
    #[derive(askback::Form)]
    struct L {
        a: u8,
        k: K,
    }

    #[derive(askback::Choice)]
    enum K {
        A,
    }

    let _ = |form: L| (form.a, form.k);
    let _ = K::A;
    L::schema().json_text()
}

fn main() {
    let text = without_prelude::F::schema().json_text();
    assert!(text.contains(r#""required":["a","k","ks","open","n"]"#), "{text}");
    assert!(without_prelude::G::<u8>::schema().fields().len() == 1);
    assert_eq!(
        shadowed::F::schema().json_text(),
        r#"{"type":"object","properties":{"a":{"type":"string","maxLength":4096},"b":{"type":"integer","minimum":1,"maximum":9,"default":2}},"required":["a"]}"#
    );
    assert_eq!(named_like_the_trait::Form::schema().fields().len(), 3);
    assert_eq!(named_like_the_trait::Schema::schema().fields().len(), 2);
    assert_eq!(
        <inherent_methods::F as askback::Form>::schema().json_text(),
        r#"{"type":"object","properties":{"k":{"type":"string","enum":["A"]}},"required":["k"]}"#
    );
    inherent_methods::F::decode();
    assert_eq!(inherent_methods::F::schema(), 1);
    assert!(local().contains(r#""a":{"#));
    let _ = (without_prelude::K::A, without_prelude::K::B);
}
