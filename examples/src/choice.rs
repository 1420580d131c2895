//! Choices: the four ways in which a schema may write them.

use std::{borrow::Cow, fmt};

use anyhow::bail;
use rmcp::model::{ConstTitle, EnumSchema, MultiSelectEnumSchema, SingleSelectEnumSchema};

use crate::{
    field::{Input, count},
    question::printable,
};

/// A choice: the value on the wire, and how it reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The value on the wire.
    pub value: String,
    /// How it reads: its title, else the value.
    pub title: String,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

type Text = Option<Cow<'static, str>>;

/// Title, description and input of a property with choices.
///
/// # Errors
///
/// Choices of a kind that this client cannot ask.
pub(crate) fn select(choices: &EnumSchema) -> anyhow::Result<(&Text, &Text, Input)> {
    Ok(match choices {
        EnumSchema::Single(SingleSelectEnumSchema::Untitled(one)) => {
            let choices = untitled(&one.enum_);
            (
                &one.title,
                &one.description,
                pick_one(choices, one.default.as_deref()),
            )
        }
        EnumSchema::Single(SingleSelectEnumSchema::Titled(one)) => {
            let choices = titled(&one.one_of);
            (
                &one.title,
                &one.description,
                pick_one(choices, one.default.as_deref()),
            )
        }
        EnumSchema::Legacy(one) => {
            let mut choices = untitled(&one.enum_);
            for (choice, name) in choices.iter_mut().zip(one.enum_names.iter().flatten()) {
                choice.title = printable(name);
            }
            (
                &one.title,
                &one.description,
                pick_one(choices, one.default.as_deref()),
            )
        }
        EnumSchema::Multi(MultiSelectEnumSchema::Untitled(many)) => {
            let input = pick_many(
                untitled(&many.items.enum_),
                many.min_items,
                many.max_items,
                many.default.as_deref(),
            );
            (&many.title, &many.description, input)
        }
        EnumSchema::Multi(MultiSelectEnumSchema::Titled(many)) => {
            let input = pick_many(
                titled(&many.items.any_of),
                many.min_items,
                many.max_items,
                many.default.as_deref(),
            );
            (&many.title, &many.description, input)
        }
        _ => bail!("it is a choice of a kind that this client cannot ask"),
    })
}

fn untitled(values: &[String]) -> Vec<Choice> {
    let choice = |value: &String| Choice {
        value: value.clone(),
        title: printable(value),
    };
    values.iter().map(choice).collect()
}

fn titled(values: &[ConstTitle]) -> Vec<Choice> {
    let choice = |value: &ConstTitle| Choice {
        value: value.const_.clone(),
        title: printable(&value.title),
    };
    values.iter().map(choice).collect()
}

fn pick_one(choices: Vec<Choice>, default: Option<&str>) -> Input {
    let default = default.and_then(|value| choices.iter().position(|choice| choice.value == value));
    Input::One { choices, default }
}

fn pick_many(
    choices: Vec<Choice>,
    min: Option<u64>,
    max: Option<u64>,
    defaults: Option<&[String]>,
) -> Input {
    let defaults = defaults.unwrap_or_default();
    let defaults = (0..choices.len())
        .filter(|at| defaults.contains(&choices[*at].value))
        .collect();
    Input::Many {
        choices,
        min: min.map_or(0, count),
        max: max.map(count),
        defaults,
    }
}
