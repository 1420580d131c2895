//! Whether a literal default fits its field.

use super::message::{self, Message};
use super::{Bound, Wire, named, outside};
use crate::form::Shape;
use crate::form::schema::MAX_TEXT_LENGTH;

/// A whole number as default.
#[track_caller]
pub const fn default_whole(wire: Wire, value: i128, min: Option<Bound>, max: Option<Bound>) {
    if let Some((least, greatest)) = wire.shape.wire_bounds() {
        if value < least || value > greatest {
            outside("`default` is ", value, least, greatest);
        }
        if beyond(Bound::whole(value), min, max) {
            Message::new()
                .text("`default` ")
                .whole(value)
                .text(" is outside `range`; give one that is inside")
                .fail();
        }
    } else {
        default_fraction(wire, value as f64, min, max);
    }
}

/// A number as default.
#[track_caller]
pub const fn default_fraction(wire: Wire, value: f64, min: Option<Bound>, max: Option<Bound>) {
    match wire.shape {
        Shape::Number { max: most } if value > most || value < -most => Message::new()
            .text("`default` is beyond what the type holds; use `f64` or a smaller one")
            .fail(),
        Shape::Number { .. } if beyond(Bound::fraction(value), min, max) => Message::new()
            .text("`default` is outside `range`; give one that is inside")
            .fail(),
        Shape::Number { .. } => {}
        Shape::Integer { .. } => Message::new()
            .text("`default` has a fraction, but the field is an integer; give a whole number")
            .fail(),
        shape => default_misfit("a number", shape),
    }
}

const fn beyond(value: Bound, min: Option<Bound>, max: Option<Bound>) -> bool {
    let below = match min {
        Some(min) => {
            value.fraction < min.fraction
                || (value.is_whole() && min.is_whole() && value.whole < min.whole)
        }
        None => false,
    };
    let above = match max {
        Some(max) => {
            value.fraction > max.fraction
                || (value.is_whole() && max.is_whole() && value.whole > max.whole)
        }
        None => false,
    };
    below || above
}

#[track_caller]
const fn default_misfit(given: &str, shape: Shape) {
    let wanted = match shape {
        Shape::Rejected => return,
        Shape::Text | Shape::Formatted => "a text",
        Shape::Integer { .. } | Shape::Number { .. } => "a number",
        Shape::Boolean => "`true` or `false`",
        Shape::Single => "one of its values, or a variant",
        Shape::Multi => "a list of its values: `[…]`",
    };
    Message::new()
        .text("`default` is ")
        .text(given)
        .text(", but the field is ")
        .text(named(shape))
        .text("; give ")
        .text(wanted)
        .fail()
}

/// A text as default.
#[track_caller]
pub const fn default_text(wire: Wire, value: &str, min: Option<Bound>, max: Option<Bound>) {
    match wire.shape {
        Shape::Text => {
            let count = Bound::whole(message::code_points(value) as i128);
            let (least, most) = within(wire, min, max, MAX_TEXT_LENGTH);
            if beyond(count, Some(least), Some(most)) {
                Message::new()
                    .text("`default` has ")
                    .whole(count.whole)
                    .text(" characters, which `length` does not allow; give one that fits")
                    .fail();
            }
        }
        Shape::Formatted => {}
        Shape::Single => member(wire, value),
        shape => default_misfit("a text", shape),
    }
}

/// The bounds of the field, or else of its type, or else up to `most`.
const fn within(wire: Wire, min: Option<Bound>, max: Option<Bound>, most: u32) -> (Bound, Bound) {
    let least = match min {
        Some(min) => min,
        None => Bound::whole(wire.counts.min as i128),
    };
    let most = match (max, wire.counts.max) {
        (Some(max), _) => max,
        (None, u32::MAX) => Bound::whole(most as i128),
        (None, max) => Bound::whole(max as i128),
    };
    (least, most)
}

#[track_caller]
const fn member(wire: Wire, value: &str) {
    if !wire.values.is_empty() && !message::contains(wire.values, value) {
        Message::new()
            .text("`default` \"")
            .text(value)
            .text("\" is not a member; the members are ")
            .list(wire.values)
            .fail();
    }
}

/// Yes or no as default.
#[track_caller]
pub const fn default_boolean(wire: Wire, _: bool, _: Option<Bound>, _: Option<Bound>) {
    if !matches!(wire.shape, Shape::Boolean) {
        default_misfit("a yes or no", wire.shape);
    }
}

/// A list of texts as default.
#[track_caller]
pub const fn default_texts(wire: Wire, values: &[&str], min: Option<Bound>, max: Option<Bound>) {
    if !matches!(wire.shape, Shape::Multi) {
        default_misfit("a list", wire.shape);
    }
    let mut at = 0;
    while at < values.len() {
        member(wire, values[at]);
        at += 1;
    }
    let (least, most) = within(wire, min, max, u32::MAX);
    if beyond(Bound::whole(values.len() as i128), Some(least), Some(most)) {
        Message::new()
            .text("`default` has ")
            .whole(values.len() as i128)
            .text(" items, which `items` does not allow; give a list that fits")
            .fail();
    }
}
