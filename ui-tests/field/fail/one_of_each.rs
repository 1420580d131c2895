//! A mistake of each kind: each gives one error, and all are told in one compile.

use askback::{Choice, Field, Form};

// What a newtype is made of.

#[derive(Field)]
struct Unit; //~

#[derive(Field)]
struct Two(u8, u8); //~

#[derive(Field)]
enum Enum { //~
    A,
}

#[derive(Field)]
union Union { //~
    a: u8,
}

#[derive(Field)]
struct Borrowed<'a>(std::borrow::Cow<'a, str>); //~

#[derive(Field)]
struct WithoutASize(str); //~

// Keys.

#[derive(Field)]
#[field(rnage = 1..)] //~
#[field(colour = "red")] //~
#[field(min = 1)] //~
#[field(minn = 1)] //~
#[field(min_length = 1)] //~
#[field(max_items = 1)] //~
#[field(title = "T")] //~
#[field(pattern = "x")] //~
#[field(validate = rule)] //~
#[field("range")] //~
#[field] //~
struct Keys(u8);

#[derive(Field)]
#[field(range = 1..)]
#[field(range = 2..)] //~
struct Twice(u8);

#[derive(Field)]
#[field(range)] //~
struct NoValue(u8);

#[derive(Field)]
#[field(range(1..))] //~
struct Parenthesised(u8);

#[derive(Field)]
#[field(range = struct)] //~
struct NoExpression(u8);

#[derive(Field)]
#[field(check = "rule text")] //~
struct NoPath(u8);

#[derive(Field)]
#[field(range = 1..5)] //~
struct Exclusive(u8);

#[derive(Field)]
#[field(range = ..)] //~
struct Unbounded(u8);

#[derive(Field)]
#[field(range = 5)] //~
struct NoRange(u8);

#[derive(Field)]
#[field(range = 5..=1)] //~
struct Reversed(u8);

#[derive(Field)]
#[field(range = "a"..)] //~
struct NoNumber(u8);

#[derive(Field)]
#[field(range = ..=1e999)] //~
struct TooLarge(f64);

#[derive(Field)]
#[field(length = -1..)] //~
struct NoCount(String);

#[derive(Field)]
#[field(length = 1.., range = 1..)] //~
struct Several(String);

#[derive(Field)]
#[field(format = "uuid")] //~
struct UnknownFormat(String);

// Types.

struct NoField;

#[derive(Field)]
struct Inner(NoField); //~

#[derive(Field)]
struct Texts(Vec<String>); //~

#[derive(Field)]
#[field(check = rule)] //~
struct Checked(u8);

#[derive(Field)]
#[field(check = rule)] //~
struct CheckedText(String);

fn rule(_: &Level) -> Result<(), String> {
    Ok(())
}

#[derive(Choice)]
enum Level {
    Low,
}

/// A newtype that is in error is a field all the same.
#[derive(Form)]
struct Asked {
    keys: Keys,
    several: Option<Several>,
}

fn main() {}
