//! Case shape-secret-field-denied, the other way round: a reason lets one through, and words that only look like a secret
//! need none.
#![allow(dead_code)]

use askback::Form;

#[derive(Form)]
struct NotSecret {
    #[form(sensitive = "the number printed on a loyalty card, which opens nothing")]
    card_number: String,
    /// Which token does the parser stumble over?
    #[form(sensitive = "a word of a program text")]
    word: String,
    tokenizer: String,
    max_tokens: u32,
    pinned: bool,
    keyboard: String,
    primary_key: String,
    secretary: String,
    passport: String,
    /// The shipping address; keep it short
    opinion: String,
}

fn main() {
    assert_eq!(NotSecret::schema().fields().len(), 10);
}
