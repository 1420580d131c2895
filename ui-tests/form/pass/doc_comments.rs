//! Doc comments of all forms are descriptions.

use askback::{Choice, Form, form::Kind};

macro_rules! documented {
    ($(#[$attr:meta])* $name:ident $doc:literal $expr:expr) => {
        #[derive(Form)]
        struct $name {
            $(#[$attr])*
            passed_on: u8,
            #[doc = $doc]
            literal: u8,
            #[doc = $expr]
            expression: u8,
            #[doc = concat!("Of ", stringify!($name))]
            put_together: u8,
        }
    };
}

documented! {
    /// Passed
    /// on
    FromMacro " Literal" "Expression"
}

#[derive(Form)]
struct Described {
    /** One block */
    block: u8,
    /**
     * Stars down
     *   the side
     *
     * of a *block*
     */
    stars: u8,
    /** Without
        stars */
    no_stars: u8,
    /// Before,
    #[doc = concat!("\n put ", "together \n", 7)]
    /// after
    mixed: u8,
    #[doc = include_str!("doc_comments.txt")]
    included: u8,
    #[doc = ""]
    #[doc = concat!("", " \n ")]
    blank: u8,
    #[doc(hidden)]
    #[doc(alias = "other")]
    hidden: u8,
    #[cfg_attr(all(), doc = "Under a condition")]
    conditional: u8,
    #[doc = concat!("Not ", "this")]
    #[form(description = "But this")]
    explicit: u8,
    #[doc = stringify!(The cafeteria token.)]
    #[form(sensitive = "a coin that is put into a machine")]
    coin: u8,
}

/// In a generic form too.
#[derive(Form)]
struct Generic<T: askback::Field> {
    #[doc = concat!("An ", "answer")]
    answer: T,
}

#[derive(Choice, Debug, PartialEq)]
enum Level {
    #[doc = concat!(" Low", ": can wait\nMore words")]
    Low,
    #[doc = include_str!("doc_comments.txt")]
    High,
    #[doc = concat!("", "")]
    NoWords,
    /// Written
    #[doc = concat!("and ", "more")]
    Written,
    /**
     * Of a block
     */
    Block,
    #[doc(hidden)]
    Hidden,
}

/// Without any title there are none.
#[derive(Choice)]
enum Untitled {
    #[doc(hidden)]
    A,
}

fn descriptions<F: Form>() -> Vec<(String, String)> {
    F::schema()
        .fields()
        .iter()
        .map(|field| (field.name().to_owned(), field.description().unwrap_or("none").to_owned()))
        .collect()
}

fn expect<F: Form>(expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    assert_eq!(descriptions::<F>(), expected);
}

fn titles<C: Choice + askback::Field>() -> Vec<Option<String>> {
    let Kind::Single { options } = C::kind() else { panic!() };
    options.iter().map(|option| option.title().map(str::to_owned)).collect()
}

fn main() {
    expect::<FromMacro>(&[
        ("passed_on", "Passed on"),
        ("literal", "Literal"),
        ("expression", "Expression"),
        ("put_together", "Of FromMacro"),
    ]);
    expect::<Described>(&[
        ("block", "One block"),
        ("stars", "Stars down the side of a *block*"),
        ("no_stars", "Without stars"),
        ("mixed", "Before, put together 7 after"),
        ("included", "From a file, in two lines."),
        ("blank", "none"),
        ("hidden", "none"),
        ("conditional", "Under a condition"),
        ("explicit", "But this"),
        ("coin", "The cafeteria token."),
    ]);
    expect::<Generic<u8>>(&[("answer", "An answer")]);
    let of = |title: &str| Some(title.to_owned());
    assert_eq!(
        titles::<Level>(),
        [of("Low: can wait"), of("From a file,"), of("NoWords"), of("Written"), of("Of a block"), of("Hidden")]
    );
    assert_eq!(titles::<Untitled>(), [None]);
}
