// Case def-enum-default-not-a-member.
use askback::{Choice, Field, Form};

#[derive(Choice)]
enum K {
    A,
    B,
}

#[derive(Field)]
#[field(range = 1..=100)]
struct Percent(u8);

const MOST: u8 = 3;

#[derive(Form)]
struct Defaults {
    #[form(default = "C")]
    member: K,
    #[form(default = ["A", "C"])]
    members: Option<Vec<K>>,
    #[form(default = "5")]
    text_for_number: u8,
    #[form(default = 5)]
    number_for_text: String,
    #[form(default = 1)]
    number_for_truth: bool,
    #[form(default = true)]
    truth_for_text: String,
    #[form(default = 256)]
    too_large: Option<u8>,
    #[form(default = 1.5)]
    fraction: i32,
    #[form(range = ..=MOST, default = 4)]
    beyond: u8,
    #[form(default = 101)]
    narrowed: Percent,
    #[form(default = "A")]
    one_for_many: Vec<K>,
    #[form(default = ["A"])]
    many_for_one: K,
    #[form(default = 1e39)]
    single: f32,
}

fn main() {}
