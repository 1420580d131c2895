//! One value against one field: the rules that typed and untyped reading share.
//!
//! Every sentence is for the person, says what is wanted, and never quotes the value.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::Value;

use super::number::{self, Whole};
use super::{Fault, FieldSchema, Kind, Options, Rule, format};

/// Checks a value against its field.
pub(crate) fn value(value: &Value, field: &FieldSchema) -> Result<(), Fault> {
    match &field.kind {
        Kind::Text { .. } | Kind::Single { .. } => text(value, &field.kind).map(drop),
        Kind::Integer { .. } => integer(value, &field.kind).map(drop),
        Kind::Number { .. } => number(value, &field.kind).map(drop),
        Kind::Boolean => boolean(value).map(drop),
        Kind::Multi { options, .. } => members(items(value, &field.kind)?, options),
    }
}

/// Text within its lengths and of its format, or one of the options.
#[inline]
pub(crate) fn text<'a>(value: &'a Value, kind: &Kind) -> Result<&'a str, Fault> {
    let text = plain_text(value)?;
    match kind {
        Kind::Text {
            min_length,
            max_length,
            format,
        } => {
            length(text, *min_length, *max_length)?;
            match format {
                Some(format) if !format::matches(*format, text) => Err(format::fault(*format)),
                _ => Ok(text),
            }
        }
        Kind::Single { options } if options.contains(text) => Ok(text),
        Kind::Single { .. } => Err(not_offered()),
        _ => Err(type_fault(kind)),
    }
}

/// Text of any length.
#[inline]
pub(crate) fn plain_text(value: &Value) -> Result<&str, Fault> {
    value
        .as_str()
        .ok_or_else(|| Fault::new(Rule::Type, "This has to be text."))
}

/// Lengths in Unicode code points.
#[inline]
pub(crate) fn length(text: &str, min: Option<u32>, max: Option<u32>) -> Result<(), Fault> {
    let (min, max) = (min.map_or(0, size), max.map_or(usize::MAX, size));
    // A code point takes one to four bytes: as a rule nothing has to be counted, or only up to the least length.
    if text.len() / 4 < min && text.chars().take(min).count() < min {
        Err(too_short(min))
    } else if text.len() > max && text.chars().count() > max {
        Err(too_long(max))
    } else {
        Ok(())
    }
}

#[cold]
fn too_short(min: usize) -> Fault {
    Fault::new(
        Rule::MinLength,
        format!("This needs at least {min} {}.", plural(min, "character")),
    )
}

#[cold]
fn too_long(max: usize) -> Fault {
    Fault::new(
        Rule::MaxLength,
        format!("This may have at most {max} {}.", plural(max, "character")),
    )
}

/// A whole number within its bounds, compared exactly.
#[inline]
pub(crate) fn integer(value: &Value, kind: &Kind) -> Result<Whole, Fault> {
    let whole = match value {
        Value::Number(number) => number::whole(number),
        _ => None,
    };
    let whole = whole.ok_or_else(|| Fault::new(Rule::Type, "This has to be a whole number."))?;
    let Kind::Integer { minimum, maximum } = kind else {
        return Err(type_fault(kind));
    };
    match (minimum, maximum) {
        (Some(minimum), _) if whole.cmp(*minimum) == Ordering::Less => Err(below(minimum)),
        (_, Some(maximum)) if whole.cmp(*maximum) == Ordering::Greater => Err(above(maximum)),
        _ => Ok(whole),
    }
}

/// A finite number within its bounds.
#[inline]
pub(crate) fn number(value: &Value, kind: &Kind) -> Result<f64, Fault> {
    let read = match value {
        Value::Number(number) => number
            .as_f64()
            .filter(|float| float.is_finite())
            .map(|float| (number, float)),
        _ => None,
    };
    let (number, float) = read.ok_or_else(|| Fault::new(Rule::Type, "This has to be a number."))?;
    let Kind::Number { minimum, maximum } = kind else {
        return Err(type_fault(kind));
    };
    match (minimum, maximum) {
        (Some(minimum), _) if number::compare(number, float, *minimum) == Ordering::Less => {
            Err(below(minimum))
        }
        (_, Some(maximum)) if number::compare(number, float, *maximum) == Ordering::Greater => {
            Err(above(maximum))
        }
        _ => Ok(float),
    }
}

/// True or false, and nothing that looks like it.
#[inline]
pub(crate) fn boolean(value: &Value) -> Result<bool, Fault> {
    value
        .as_bool()
        .ok_or_else(|| Fault::new(Rule::Type, "This has to be yes or no (true or false)."))
}

/// A list within its sizes; the items are not looked at.
#[inline]
pub(crate) fn items<'a>(value: &'a Value, kind: &Kind) -> Result<&'a [Value], Fault> {
    let list = value
        .as_array()
        .ok_or_else(|| Fault::new(Rule::Type, "This has to be a list of choices."))?;
    let Kind::Multi {
        min_items,
        max_items,
        ..
    } = kind
    else {
        return Err(type_fault(kind));
    };
    at_least(list.len(), *min_items)?;
    match *max_items {
        Some(max) if list.len() > size(max) => Err(Fault::new(
            Rule::MaxItems,
            format!("At most {max} may be chosen here."),
        )),
        _ => Ok(list),
    }
}

/// The least number of items, of a list or of a set after duplicates went away.
#[inline]
pub(crate) fn at_least(count: usize, min: Option<u32>) -> Result<(), Fault> {
    match min {
        Some(min) if count < size(min) => Err(Fault::new(
            Rule::MinItems,
            format!(
                "At least {min} {} to be chosen here.",
                if min == 1 { "has" } else { "have" }
            ),
        )),
        _ => Ok(()),
    }
}

/// Every item one of the options.
pub(crate) fn members(list: &[Value], options: &Options) -> Result<(), Fault> {
    // Both sides may be long: look up instead of comparing each with each.
    const FEW: usize = 16;
    let known: HashSet<&str> = if list.len() > FEW {
        options.iter().map(super::ChoiceOption::value).collect()
    } else {
        HashSet::new()
    };
    let member = |text| {
        if list.len() > FEW {
            known.contains(text)
        } else {
            options.contains(text)
        }
    };
    if list.iter().all(|item| item.as_str().is_some_and(member)) {
        Ok(())
    } else {
        Err(not_offered())
    }
}

/// Something else than the options was chosen.
pub(crate) fn not_offered() -> Fault {
    Fault::new(Rule::Enum, "This has to be one of the choices offered.")
}

/// Below a least value.
pub(crate) fn below(minimum: impl std::fmt::Display) -> Fault {
    Fault::new(Rule::Minimum, format!("This has to be at least {minimum}."))
}

/// Above a greatest value.
pub(crate) fn above(maximum: impl std::fmt::Display) -> Fault {
    Fault::new(Rule::Maximum, format!("This has to be at most {maximum}."))
}

/// The value's type is not the one that the schema in hand has.
fn type_fault(kind: &Kind) -> Fault {
    Fault::new(
        Rule::Type,
        match kind {
            Kind::Text { .. } | Kind::Single { .. } => "This has to be text.",
            Kind::Integer { .. } => "This has to be a whole number.",
            Kind::Number { .. } => "This has to be a number.",
            Kind::Boolean => "This has to be yes or no (true or false).",
            Kind::Multi { .. } => "This has to be a list of choices.",
        },
    )
}

fn size(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 {
        word.to_owned()
    } else {
        format!("{word}s")
    }
}
