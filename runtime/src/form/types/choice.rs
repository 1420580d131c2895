//! Choices, and lists and sets of them.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use serde_json::Value;

use crate::form::{Choice, Fault, Field, FieldSchema, Kind, Open, Options, Present, Shape, rules};

/// The kind of a single choice.
pub fn choice_kind<C: Choice>() -> Kind {
    Kind::Single {
        options: Options::fixed(C::options(), C::LEGACY),
    }
}

/// Reads a single choice.
///
/// # Errors
/// `type` when it is no text, `enum` when it is no member.
#[inline]
pub fn choice_decode<C: Choice>(value: &Value) -> Result<C, Fault> {
    C::from_value(rules::plain_text(value)?).ok_or_else(rules::not_offered)
}

/// Several options; at most as many as there are, unless the author says otherwise.
fn several<C: Choice>() -> Kind {
    let options = C::options();
    let max_items = u32::try_from(options.len()).ok();
    Kind::Multi {
        options: Options::fixed(options, C::LEGACY),
        min_items: None,
        max_items,
    }
}

#[inline]
fn member<C: Choice>(item: &Value) -> Result<C, Fault> {
    item.as_str()
        .and_then(C::from_value)
        .ok_or_else(rules::not_offered)
}

fn each<C: Choice, L: FromIterator<C>>(value: &Value, field: &FieldSchema) -> Result<L, Fault> {
    rules::items(value, field.kind())?
        .iter()
        .map(member)
        .collect()
}

/// A set has fewer items than were sent when some came twice.
fn still_enough<S>(set: S, count: usize, field: &FieldSchema) -> Result<S, Fault> {
    match field.kind() {
        Kind::Multi { min_items, .. } => rules::at_least(count, *min_items).map(|()| set),
        _ => Ok(set),
    }
}

impl<C: Choice> Field for Vec<C> {
    type Presence = Present;
    const SHAPE: Shape = Shape::Multi;
    const CHOICES: &'static [&'static str] = C::VALUES;

    fn kind() -> Kind {
        several::<C>()
    }

    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        let items = rules::items(value, field.kind())?;
        let mut list = Self::with_capacity(items.len());
        for item in items {
            list.push(member(item)?);
        }
        Ok(list)
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

impl<C: Choice + Ord> Field for BTreeSet<C> {
    type Presence = Present;
    const SHAPE: Shape = Shape::Multi;
    const CHOICES: &'static [&'static str] = C::VALUES;

    fn kind() -> Kind {
        several::<C>()
    }

    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        let set: Self = each(value, field)?;
        let count = set.len();
        still_enough(set, count, field)
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

impl<C, S> Field for HashSet<C, S>
where
    C: Choice + Eq + Hash,
    S: BuildHasher + Default + Send + 'static,
{
    type Presence = Present;
    const SHAPE: Shape = Shape::Multi;
    const CHOICES: &'static [&'static str] = C::VALUES;

    fn kind() -> Kind {
        several::<C>()
    }

    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        let set: Self = each(value, field)?;
        let count = set.len();
        still_enough(set, count, field)
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

impl Open for Vec<String> {
    type Presence = Present;
    const SHAPE: Shape = Shape::Multi;

    fn kind() -> Kind {
        Kind::Multi {
            options: Options::none(),
            min_items: None,
            max_items: None,
        }
    }

    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, Fault> {
        let list = rules::items(value, field.kind())?;
        rules::members(list, field.kind().options().unwrap_or(&Options::none()))?;
        Ok(list
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect())
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}
