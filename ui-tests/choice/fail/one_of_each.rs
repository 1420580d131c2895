//! A mistake of each kind: each gives one error, and all are told in one compile.

use askback::{Choice, Form};

// What a choice is made of.

#[derive(Choice)]
struct Struct { //~
    a: u8,
}

#[derive(Choice)]
union Union { //~
    a: u8,
}

#[derive(Choice)]
enum Empty {} //~

#[derive(Choice)]
enum Data {
    Tuple(u8), //~
    Named { a: u8 }, //~
    Unit,
}

// Keys of the enum.

#[derive(Choice)]
#[choice(renameall = "camelCase")] //~
#[choice(colour = "red")] //~
#[choice(title = "T")] //~
#[choice(titel = "T")] //~
#[choice(rename = "c")] //~
#[choice(default = "A")] //~
#[choice(rename_all = "sideways")] //~
#[choice(legacy = true)] //~
#[choice(crate = 1)] //~
#[choice("legacy")] //~
#[choice] //~
#[serde(untagged)] //~
#[serde(from = "u8")] //~
enum Container {
    A,
}

// Keys of a variant.

#[derive(Choice)]
enum Keys {
    #[choice(titel = "T")] //~
    Misspelt,
    #[choice(value = "v")] //~
    OfOthers,
    #[choice(label = "L")] //~
    OfOthersToo,
    #[choice(legacy)] //~
    OfTheEnum,
    #[choice(rename_all = "lowercase")] //~
    OfTheEnumToo,
    #[choice(default)] //~
    OfTheField,
    #[choice(skip)] //~
    NotSkipped,
    #[choice(description = "D")] //~
    NotToBeHad,
    #[choice(title = "T")]
    #[choice(title = "U")] //~
    Twice,
    #[choice("title")] //~
    Literal,
    #[choice] //~
    NoKeys,
    #[choice(title)] //~
    NoValue,
    #[choice(title("T"))] //~
    Parenthesised,
    #[choice(title = 1)] //~
    NoText,
    #[choice(rename = "")] //~
    Blank,
    #[choice(title = type)] //~
    NoExpression,
    #[choice(title = "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long lx lo")] //~
    TitleTooLong,
    /// long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long lx lo //~
    DocsTooLong,
    #[serde(skip)] //~
    Skipped,
    #[serde(other)] //~
    Other,
    #[serde(untagged)] //~
    Untagged,
    #[serde(with = "module")] //~
    ReadByAnother,
}

// Values.

#[derive(Choice)]
enum Values {
    A,
    #[choice(rename = "A")]
    Taken, //~
}

/// An enum that is in error is a choice all the same.
#[derive(Form)]
struct Asked {
    container: Container,
    keys: Vec<Keys>,
    values: Option<Values>,
}

fn main() {}
