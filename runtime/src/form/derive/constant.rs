//! Checks that the compiler evaluates: whether keys, bounds and literal defaults fit the type of their field.
//!
//! Every function here is called in constant context only, by the expansions. Its panic is a compile error; the caller's
//! place is where the error points at.
#![allow(
    clippy::panic,
    reason = "evaluated by the compiler: a panic here is a compile error"
)]

pub(crate) mod message;
mod preset;

use message::Message;
pub use preset::{default_boolean, default_fraction, default_text, default_texts, default_whole};

use crate::form::{Counts, Shape};

/// What a field's type is on the wire, as far as constants can tell.
#[derive(Debug, Clone, Copy)]
pub struct Wire {
    /// The shape.
    pub shape: Shape,
    /// The values of a choice; empty when they are not known.
    pub values: &'static [&'static str],
    /// How many characters or items the type itself takes.
    pub counts: Counts,
}

/// One end of a range, as an integer and as a number.
#[derive(Debug, Clone, Copy)]
pub struct Bound {
    whole: i128,
    fraction: f64,
}

impl Bound {
    /// A whole number.
    pub const fn whole(whole: i128) -> Self {
        Self {
            whole,
            fraction: whole as f64,
        }
    }

    /// A number with a fraction.
    pub const fn fraction(fraction: f64) -> Self {
        Self {
            whole: fraction as i128,
            fraction,
        }
    }

    /// A constant of any primitive type, cast both ways.
    pub const fn of(whole: i128, fraction: f64) -> Self {
        Self { whole, fraction }
    }

    const fn is_whole(self) -> bool {
        self.whole as f64 == self.fraction
    }

    pub(super) const fn integer(self) -> i128 {
        self.whole
    }

    pub(super) const fn number(self) -> f64 {
        self.fraction
    }

    /// As a count: what is negative is 0, what is too large the greatest count.
    pub(super) const fn count(self) -> u32 {
        if self.whole <= 0 {
            0
        } else if self.whole >= u32::MAX as i128 {
            u32::MAX
        } else {
            self.whole as u32
        }
    }
}

/// `length` is for text.
#[track_caller]
pub const fn length_fits(wire: Wire) {
    if !matches!(wire.shape, Shape::Text) {
        misfit("length", wire.shape);
    }
}

/// `range` is for numbers.
#[track_caller]
pub const fn range_fits(wire: Wire) {
    if !matches!(wire.shape, Shape::Integer { .. } | Shape::Number { .. }) {
        misfit("range", wire.shape);
    }
}

/// `items` is for lists.
#[track_caller]
pub const fn items_fits(wire: Wire) {
    if !matches!(wire.shape, Shape::Multi) {
        misfit("items", wire.shape);
    }
}

/// `format` is for text whose type has none.
#[track_caller]
pub const fn format_fits(wire: Wire) {
    if !matches!(wire.shape, Shape::Text) {
        misfit("format", wire.shape);
    }
}

#[track_caller]
const fn misfit(key: &str, shape: Shape) {
    let remedy = match shape {
        Shape::Rejected => return,
        Shape::Text => "a text has a `length`",
        Shape::Integer { .. } | Shape::Number { .. } => "a number has a `range`",
        Shape::Multi => "a list has `items`",
        Shape::Formatted => "its type says what it looks like, remove the key",
        Shape::Boolean | Shape::Single => "remove the key",
    };
    Message::new()
        .text("`")
        .text(key)
        .text("` does not fit ")
        .text(named(shape))
        .text("; ")
        .text(remedy)
        .fail()
}

const fn named(shape: Shape) -> &'static str {
    match shape {
        Shape::Text => "a text",
        Shape::Formatted => "a date, URL, address or character",
        Shape::Integer { .. } => "an integer",
        Shape::Number { .. } => "a number",
        Shape::Boolean => "a yes or no",
        Shape::Single => "a choice",
        Shape::Multi => "a list of choices",
        Shape::Rejected => "what did not compile",
    }
}

/// The bounds of `length` are counts, the least one first.
#[track_caller]
pub const fn length_within(wire: Wire, min: Option<Bound>, max: Option<Bound>) {
    if matches!(wire.shape, Shape::Text) {
        counts("length", wire, min, max);
    }
}

/// The bounds of `items` are counts, the least one first, and there are as many options as have to be chosen.
#[track_caller]
pub const fn items_within(wire: Wire, min: Option<Bound>, max: Option<Bound>) {
    if !matches!(wire.shape, Shape::Multi) {
        return;
    }
    counts("items", wire, min, max);
    if let Some(min) = min
        && !wire.values.is_empty()
        && min.whole > wire.values.len() as i128
    {
        Message::new()
            .text("`items` asks for at least ")
            .whole(min.whole)
            .text(" choices where there are ")
            .whole(wire.values.len() as i128)
            .text("; lower it")
            .fail();
    }
}

#[track_caller]
const fn counts(key: &str, wire: Wire, min: Option<Bound>, max: Option<Bound>) {
    count(key, min);
    count(key, max);
    ordered(key, min, max);
    narrows(key, wire.counts, min);
    narrows(key, wire.counts, max);
}

/// A newtype may have bounds already, beyond which its field does not go.
#[track_caller]
const fn narrows(key: &str, of: Counts, bound: Option<Bound>) {
    if let Some(bound) = bound
        && (bound.whole < of.min as i128 || bound.whole > of.max as i128)
    {
        let message = Message::new()
            .text("`")
            .text(key)
            .text("` goes to ")
            .whole(bound.whole)
            .text(", but the type takes ")
            .whole(of.min as i128);
        let message = match of.max {
            u32::MAX => message.text(" and more"),
            max => message.text(" to ").whole(max as i128),
        };
        message.text("; stay within").fail();
    }
}

#[track_caller]
const fn count(key: &str, bound: Option<Bound>) {
    if let Some(bound) = bound
        && (!bound.is_whole() || bound.whole < 0 || bound.whole > u32::MAX as i128)
    {
        Message::new()
            .text("`")
            .text(key)
            .text("` counts, and this bound is no count; write a whole number from 0 up")
            .fail();
    }
}

#[track_caller]
const fn ordered(key: &str, min: Option<Bound>, max: Option<Bound>) {
    let (Some(min), Some(max)) = (min, max) else {
        return;
    };
    if min.fraction > max.fraction || (min.is_whole() && max.is_whole() && min.whole > max.whole) {
        Message::new()
            .text("`")
            .text(key)
            .text("` is empty: it starts after its end; turn the bounds round")
            .fail();
    }
}

/// The bounds of `range` are finite numbers that the type has, the least one first.
#[track_caller]
pub const fn range_within(wire: Wire, min: Option<Bound>, max: Option<Bound>) {
    if matches!(wire.shape, Shape::Integer { .. } | Shape::Number { .. }) {
        in_type(wire.shape, min);
        in_type(wire.shape, max);
        ordered("range", min, max);
    }
}

#[track_caller]
const fn in_type(shape: Shape, bound: Option<Bound>) {
    let Some(bound) = bound else { return };
    if !bound.fraction.is_finite() {
        Message::new()
            .text("`range` has a bound that is not finite; leave that side open")
            .fail();
    }
    if let Some((least, greatest)) = shape.wire_bounds() {
        if !bound.is_whole() {
            Message::new()
                .text("`range` of an integer has a bound with a fraction; write a whole number")
                .fail();
        }
        if bound.whole < least || bound.whole > greatest {
            outside("`range` goes to ", bound.whole, least, greatest);
        }
    }
    if let Shape::Number { max } = shape
        && (bound.fraction > max || bound.fraction < -max)
    {
        Message::new()
            .text("`range` goes beyond what the type holds; use `f64` or a smaller bound")
            .fail();
    }
}

#[track_caller]
const fn outside(what: &str, value: i128, least: i128, greatest: i128) -> ! {
    Message::new()
        .text(what)
        .whole(value)
        .text(", but the type holds ")
        .whole(least)
        .text(" to ")
        .whole(greatest)
        .text(" on the wire; stay within")
        .fail()
}

/// The counts of a newtype whose attributes narrow them.
pub const fn narrow_counts(
    counts: Counts,
    least: Option<Bound>,
    greatest: Option<Bound>,
) -> Counts {
    Counts {
        min: match least {
            Some(bound) if bound.count() > counts.min => bound.count(),
            _ => counts.min,
        },
        max: match greatest {
            Some(bound) if bound.count() < counts.max => bound.count(),
            _ => counts.max,
        },
    }
}

/// The shape of a newtype whose attributes narrow an integer.
pub const fn narrow_shape(shape: Shape, least: Option<Bound>, greatest: Option<Bound>) -> Shape {
    match shape {
        Shape::Integer { min, max } => Shape::Integer {
            min: match least {
                Some(bound) if bound.whole > min => bound.whole,
                _ => min,
            },
            max: match greatest {
                Some(bound) if bound.whole < max => bound.whole,
                _ => max,
            },
        },
        other => other,
    }
}
