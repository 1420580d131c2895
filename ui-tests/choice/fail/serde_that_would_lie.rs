// What serde has above an enum and its variants, and would read otherwise than a choice.
use askback::Choice;

#[derive(Choice)]
#[serde(tag = "kind")]
enum Tagged {
    A,
}

#[derive(Choice)]
#[serde(try_from = "String")]
enum ReadOtherwise {
    A,
}

#[derive(Choice)]
enum Variants {
    #[serde(skip_deserializing)]
    A,
    #[serde(with = "module")]
    B,
    #[serde(untagged)]
    C,
    #[serde(other)]
    D,
}

fn main() {}
