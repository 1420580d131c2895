// What only the compiler can read of a doc comment is held to the same rules.
use askback::Form;

#[derive(Form)]
struct Described {
    #[doc = concat!("long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long ", "long long long long long long long long long long long long ")]
    a: u8,
    /// Known here:
    #[doc = concat!("your pass", "word")]
    b: u8,
    #[doc = stringify!(the API-keys)]
    c: u8,
    #[doc = include_str!("doc_comments.txt")]
    d: u8,
}

fn main() {}
