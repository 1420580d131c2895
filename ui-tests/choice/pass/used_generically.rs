//! What is written for any choice: menus, parsers, tables at compile time, forms over a choice that the caller picks.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use askback::form::{Policy, Present, decode};
use askback::{Choice, Field, Form};
use serde_json::json;

#[derive(Choice, Debug, PartialEq, Clone, Copy)]
#[choice(rename_all = "kebab-case")]
enum Level {
    /// Low: can wait
    CanWait,
    /// High: now
    AtOnce,
}

#[derive(Choice, Debug, PartialEq, Clone, Copy)]
enum Only {
    One,
}

// Known when the compiler runs.
const COUNT: usize = Level::VALUES.len();
const FIRST: &str = Level::VALUES[0];
const _: () = assert!(COUNT == 2 && !Level::LEGACY);
static COUNTS: [usize; COUNT] = [0; COUNT];

/// A menu for hosts that have only text.
fn menu<C: Choice>() -> String {
    let lines = C::options().iter().enumerate();
    lines.map(|(at, option)| format!("{} {} ({})\n", at + 1, option.title().unwrap_or(option.value()), option.value())).collect()
}

/// What a host's own command line takes.
struct Parsed<C>(C);

struct NotAmong<C>(PhantomData<C>);

impl<C: Choice> FromStr for Parsed<C> {
    type Err = NotAmong<C>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        C::from_value(text.trim()).map(Self).ok_or(NotAmong(PhantomData))
    }
}

impl<C: Choice> fmt::Display for NotAmong<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", C::VALUES.join(", "))
    }
}

#[derive(Form)]
struct Pick<C>
where
    C: Choice + Field<Presence = Present>,
{
    one: C,
    other: Option<C>,
    many: Vec<C>,
}

fn round_trip<C: Choice + Field<Presence = Present> + PartialEq + fmt::Debug + Copy>(choice: C) {
    let answer = json!({"one": choice.value(), "many": [choice.value()]});
    let read: Pick<C> = decode(Some(&answer), Pick::<C>::schema(), Policy::Strict).unwrap();
    assert_eq!((read.one, read.other, read.many), (choice, None, vec![choice]));
}

fn main() {
    assert_eq!((FIRST, COUNTS.len()), ("can-wait", 2));
    assert_eq!(menu::<Level>(), "1 Low: can wait (can-wait)\n2 High: now (at-once)\n");
    assert_eq!(menu::<Only>(), "1 One (One)\n");
    assert!(matches!(" at-once\n".parse(), Ok(Parsed(Level::AtOnce))));
    let Err(error) = "AtOnce".parse::<Parsed<Level>>() else { panic!("it is no value") };
    assert_eq!(error.to_string(), "one of can-wait, at-once");
    round_trip(Level::CanWait);
    round_trip(Only::One);
    // Each has a schema of its own.
    assert_eq!(
        Pick::<Only>::schema().json_text(),
        concat!(
            r#"{"type":"object","properties":{"one":{"type":"string","enum":["One"]},"#,
            r#""other":{"type":"string","enum":["One"]},"#,
            r#""many":{"type":"array","maxItems":1,"items":{"type":"string","enum":["One"]}}},"required":["one"]}"#
        )
    );
    assert!(Pick::<Level>::schema().json_text().contains(r#""maxItems":2"#));
}
