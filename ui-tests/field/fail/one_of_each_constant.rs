//! A mistake of each kind that the compiler finds when it evaluates constants, which it does once all else is right.

use askback::{Choice, Field};

#[derive(Choice)]
enum Level {
    Low,
    High,
}

const LEAST: u8 = 7;
const MOST: u8 = 3;
const HALF: f64 = 0.5;

#[derive(Field)]
#[field(length = 1..)] //~
struct LengthOfANumber(u8);

#[derive(Field)]
#[field(range = 1..)] //~
struct RangeOfAText(String);

#[derive(Field)]
#[field(items = 1..)] //~
struct ItemsOfAChoice(Level);

#[derive(Field)]
#[field(format = "email")] //~
struct FormatOfATruth(bool);

#[derive(Field)]
#[field(range = LEAST..=MOST)] //~
struct Reversed(u8);

#[derive(Field)]
#[field(range = ..=300)] //~
struct OutsideTheType(u8);

#[derive(Field)]
#[field(range = HALF..)] //~
struct Fraction(u8);

#[derive(Field)]
#[field(length = ..=HALF)] //~
struct NoCount(String);

#[derive(Field)]
#[field(items = 3..)] //~
struct MoreThanThereAre(Vec<Level>);

#[derive(Field)]
#[field(range = f64::NAN..)] //~
struct NoNumber(f64);

#[derive(Field)]
#[field(range = ..=1e300)] //~
struct Beyond(f32);

#[derive(Field)]
#[field(range = 1..=10)]
struct Narrow(u8);

#[derive(Field)]
#[field(range = 20..)] //~
struct OutsideTheLayerBelow(Narrow);

fn main() {
    let _ = (Level::Low, Level::High);
}
