//! Every message that the macros give, in one place. Form: "`key` problem; remedy", lower case, no full stop.

use std::fmt::Display;

mod foreign;
pub(crate) mod interactive;
pub(crate) mod operation;

pub(crate) use foreign::*;

use crate::{
    format::FORMATS,
    rename::RULES,
    vocabulary::{Vocabulary, nearest_value},
};

pub(crate) const TOO_DEEP: &str = "this is nested too deeply to be read; give a part of it a name: a type, a constant or a function";

// Keys and their values.

pub(crate) fn unknown_key(vocabulary: &Vocabulary, key: &str) -> String {
    let Vocabulary {
        attribute,
        place,
        keys,
        ..
    } = vocabulary;
    match vocabulary.nearest(key) {
        Some((near, None)) => {
            format!("`{key}` is not a key of `{attribute}` on {place}; did you mean `{near}`?")
        }
        Some((near, Some(remedy))) => {
            format!(
                "`{key}` is not a key of `{attribute}` on {place}; if you mean `{near}`, it {remedy}"
            )
        }
        None => format!(
            "`{key}` is not a key of `{attribute}` on {place}; the keys are {}",
            listed(keys)
        ),
    }
}

pub(crate) fn foreign_key(key: &str, remedy: &str) -> String {
    format!("`{key}` {remedy}")
}

pub(crate) fn twice(key: &str) -> String {
    format!("`{key}` stands here twice; keep one")
}

pub(crate) fn attribute_without_keys(attribute: &str) -> String {
    format!("`{attribute}` has no keys; write `#[{attribute}(key = value)]` or remove it")
}

pub(crate) fn literal_for_key(attribute: &str) -> String {
    format!("`{attribute}` takes keys; write `key = value` instead of a value alone")
}

pub(crate) fn no_expression(key: &impl Display) -> String {
    format!("`{key}` has a value that is no expression; see its entry in the table of keys")
}

pub(crate) fn parenthesised(key: &str) -> String {
    format!("`{key}` takes no parentheses; write `{key} = value`, or `{key}` alone if it is a flag")
}

pub(crate) fn needs_value(key: &impl Display) -> String {
    format!("`{key}` has no value; write `{key} = value`")
}

pub(crate) fn takes_no_value(key: &impl Display) -> String {
    format!("`{key}` is a flag and takes no value; write it alone or remove it")
}

pub(crate) fn wants_text(key: &impl Display) -> String {
    format!("`{key}` is not a text; write a string literal")
}

pub(crate) fn blank(key: &impl Display) -> String {
    format!("`{key}` is blank; say something or remove the key")
}

pub(crate) fn too_long(key: &impl Display, limit: usize) -> String {
    format!("`{key}` has more than {limit} characters; shorten it")
}

pub(crate) fn docs_too_long(limit: usize) -> String {
    format!(
        "this doc comment is the field's description and has more than {limit} characters; give a shorter one with `description = \"…\"`"
    )
}

pub(crate) fn title_docs_too_long(limit: usize) -> String {
    format!(
        "the first line of this doc comment is the option's title and has more than {limit} characters; give a shorter one with `title = \"…\"`"
    )
}

pub(crate) fn wants_path(key: &impl Display) -> String {
    format!("`{key}` is not a path; write it without parentheses, like `module::name`")
}

pub(crate) fn unknown_rule(rule: &str) -> String {
    let rules = RULES.map(|(name, _)| name);
    format!(
        "`rename_all` has no rule \"{rule}\"; {}the rules are {}",
        meant(&rules, rule),
        listed(&rules)
    )
}

fn meant(values: &[&str], given: &str) -> String {
    nearest_value(values.iter().copied(), given)
        .map(|near| format!("did you mean `{near}`? "))
        .unwrap_or_default()
}

// Shapes of items.

pub(crate) const FORM_NEEDS_STRUCT: &str =
    "a form is a struct with named fields, or a unit struct; write `struct Name { field: Type }`";
pub(crate) const FORM_BORROWS: &str =
    "a form owns its answers and cannot borrow; remove the lifetime and use `String` for `&str`";
pub(crate) const UNSIZED: &str = "a field owns its answer, whose size this type does not know; use `String` for `str`, and a `Vec` of a choice for a slice";
pub(crate) const FORM_IS_EMPTY: &str = "a form with braces has at least one field; write `struct Name;` for a form without fields, or ask with a `Confirmed`";
pub(crate) const CHOICE_NEEDS_ENUM: &str =
    "a choice is an enum of unit variants; write `enum Name { First, Second }`";
pub(crate) const CHOICE_IS_EMPTY: &str =
    "a choice without variants can never be answered; give it at least one variant";
pub(crate) const FIELD_NEEDS_NEWTYPE: &str = "`Field` is derived on a struct with exactly one field; write `struct Name(Inner);`, or derive `Form` for a whole form and `Choice` for an enum";
pub(crate) const FIELD_BORROWS: &str =
    "a field owns its answer and cannot borrow; remove the lifetime and use `String` for `&str`";

pub(crate) fn variant_with_data(variant: &impl Display) -> String {
    format!(
        "`{variant}` carries data, but a choice has unit variants only; ask for the data in a field of its own"
    )
}

pub(crate) fn too_many(what: &str, limit: usize) -> String {
    format!("more than {limit} {what}; split the form, or ask in several rounds")
}

// Names.

pub(crate) fn name_taken(wire: &str, other: &impl Display) -> String {
    format!(
        "the wire name \"{wire}\" is already used by `{other}`; give one of the two another `rename`"
    )
}

pub(crate) fn value_taken(wire: &str, other: &impl Display) -> String {
    format!(
        "the value \"{wire}\" is already used by `{other}`; give one of the two another `rename`"
    )
}

pub(crate) fn serde_refused(key: &str, remedy: &str) -> String {
    format!("`serde({key})` would make the schema lie; {remedy}")
}

// Limits.

pub(crate) fn wants_range(key: &impl Display) -> String {
    format!("`{key}` is not a range; write `{key} = 1..=10`, `{key} = 1..` or `{key} = ..=10`")
}

pub(crate) fn exclusive_end(key: &impl Display) -> String {
    format!(
        "`{key}` includes both ends, on the wire too; write `..=` with the greatest allowed value instead of `..`"
    )
}

pub(crate) fn unbounded(key: &impl Display) -> String {
    format!("`{key}` has no bound; give it one or remove the key")
}

pub(crate) fn reversed(key: &impl Display, min: &str, max: &str) -> String {
    format!("`{key}` is empty: it starts at {min} and ends at {max}; turn the bounds round")
}

pub(crate) fn bound_not_number(key: &impl Display) -> String {
    format!("`{key}` has a bound that is no number; write a literal or a constant expression")
}

pub(crate) fn bound_not_count(key: &impl Display) -> String {
    format!("`{key}` counts, and this bound is no count; write a whole number from 0 up")
}

pub(crate) fn number_too_large() -> String {
    "this number does not fit any field type; write a smaller one".to_owned()
}

pub(crate) fn several_limits(first: &impl Display, second: &impl Display) -> String {
    format!(
        "`{second}` does not go with `{first}`; a text has a `length`, a number a `range`, a list `items`"
    )
}

pub(crate) fn unknown_format(format: &str) -> String {
    let formats = FORMATS.map(|(name, _)| name);
    format!(
        "`format` knows no \"{format}\"; {}the formats are {}",
        meant(&formats, format),
        listed(&formats)
    )
}

// Defaults.

pub(crate) fn default_outside(
    value: &str,
    min: Option<&str>,
    max: Option<&str>,
    key: &impl Display,
) -> String {
    let bounds = match (min, max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} and more"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => String::from("anything"),
    };
    format!("`default` {value} is outside `{key}`, which allows {bounds}; give one that is inside")
}

pub(crate) fn default_length(count: usize, min: Option<&str>, max: Option<&str>) -> String {
    let bounds = match (min, max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => String::from("any number of"),
    };
    format!("`default` has {count} characters, but `length` allows {bounds}; give one that fits")
}

pub(crate) fn default_for_open(key: &impl Display) -> String {
    format!(
        "`{key}` cannot stand with `choices`, which are known only at the call; give the default there: `default(field = value)`"
    )
}

pub(crate) fn key_with_choices(key: &impl Display) -> String {
    format!(
        "`{key}` does not go with `choices`, which already say what is allowed; remove one of the two"
    )
}

pub(crate) fn default_literal() -> String {
    "`default` is of a type that no field has; write a number, a text, `true` or `false`, a character or a list".to_owned()
}

// Secrets.

pub(crate) fn secret(place: &str, word: &str) -> String {
    format!(
        "{place} says \"{word}\", and form mode must not collect secrets; ask in URL mode (`#[ask(url = …)]`), or say why it is none: `#[form(sensitive = \"reason\")]`"
    )
}

fn listed(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
