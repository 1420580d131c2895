//! A mistake of each kind that the compiler finds when it evaluates constants, which it does once all else is right.

use askback::{Choice, Form};

#[derive(Choice)]
enum Level {
    Low,
    High,
}

const LEAST: u8 = 7;
const MOST: u8 = 3;
const HALF: f64 = 0.5;
const LONG: usize = 1;

#[derive(askback::Field)]
#[field(length = 2..=5)]
struct Code(String);

#[derive(Form)]
struct Constants {
    #[form(length = ..=9)] //~
    wider_than_its_type: Code,
    #[form(length = 1..)] //~
    length_of_a_number: u8,
    #[form(range = 1..)] //~
    range_of_a_text: String,
    #[form(items = 1..)] //~
    items_of_a_choice: Level,
    #[form(format = "email")] //~
    format_of_a_truth: bool,
    #[form(range = LEAST..=MOST)] //~
    reversed: u8,
    #[form(range = ..=300)] //~
    outside_the_type: u8,
    #[form(range = HALF..)] //~
    fraction: u8,
    #[form(length = ..=HALF)] //~
    no_count: String,
    #[form(items = 3..)] //~
    more_than_there_are: Vec<Level>,
    #[form(range = f64::NAN..)] //~
    no_number: f64,
    #[form(range = ..=1e300)] //~
    beyond: f32,
    #[form(default = true)] //~
    default_of_another_type: u8,
    #[form(default = 1.5)] //~
    default_with_a_fraction: i32,
    #[form(default = 1e39)] //~
    default_beyond: f32,
    #[form(range = ..=HALF, default = 0.75)] //~
    default_with_a_fraction_outside: f64,
    #[form(items = ..=LONG, default = ["Low", "High"])] //~
    default_of_too_many: Vec<Level>,
    #[form(default = 300)] //~
    default_outside_the_type: u8,
    #[form(range = ..=MOST, default = 5)] //~
    default_outside_its_bounds: u8,
    #[form(default = "Middle")] //~
    no_member: Level,
    #[form(default = ["Low", "Middle"])] //~
    no_member_of_the_list: Vec<Level>,
    #[form(length = ..=LONG, default = "ab")] //~
    default_too_long: String,
    #[doc = concat!("long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long longx", "")] //~
    docs_too_long: u8,
    #[doc = concat!("Your pass", "word")] //~
    secretive: String,
}

fn main() {}
