//! What a newtype takes is narrowed by the field that has it, and never widened: texts and lists as numbers.
use askback::{Choice, Field, Form};

#[derive(Choice)]
enum Team {
    Ops,
    Web,
    Desk,
}

#[derive(Field)]
#[field(length = 2..=5)]
struct Code(String);

#[derive(Field)]
#[field(length = ..=3)]
struct Short(Code);

#[derive(Field)]
#[field(items = 1..=2)]
struct Teams(Vec<Team>);

#[derive(Field)]
#[field(length = ..=9)]
struct Wide(Code);

#[derive(Form)]
struct Bounds {
    #[form(length = 6..)]
    above: Code,
    #[form(length = ..=9)]
    wider: Option<Code>,
    #[form(length = 4..)]
    of_both: Short,
    #[form(items = ..=3)]
    more: Teams,
    #[form(items = 0..)]
    fewer: Teams,
    #[form(default = "a")]
    too_short: Code,
    #[form(default = "abcd")]
    too_long: Short,
    #[form(default = ["Ops", "Web", "Desk"])]
    too_many: Teams,
    #[form(length = 3..=4, default = "abc")]
    narrowed: Code,
}

fn main() {}
