//! Every message that the macros give, in one place. Form: "`key` problem; remedy", lower case, no full stop.

use std::fmt::Display;

pub(crate) mod interactive;

use crate::{rename::RULES, vocabulary::Vocabulary};

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
    let rules: Vec<_> = RULES.iter().map(|(name, _)| *name).collect();
    format!(
        "`rename_all` has no rule \"{rule}\"; the rules are {}",
        listed(&rules)
    )
}

// Shapes of items.

pub(crate) const FORM_NEEDS_STRUCT: &str =
    "a form is a struct with named fields, or a unit struct; write `struct Name { field: Type }`";
pub(crate) const FORM_BORROWS: &str =
    "a form owns its answers and cannot borrow; remove the lifetime and use `String` for `&str`";
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

const NOT_ASKED: &str = "every field of a form is asked for: keep this one in another struct";
const NOT_DEFAULTED: &str = "defaults are never filled in: use `Option<T>` for what may be absent and `#[form(default = …)]` for what the client shows";
const OWN_READER: &str =
    "the answer is read by the field's type: wrap it in a newtype that derives `Field`";

pub(crate) const SERDE_STRUCT: &[(&str, &str)] = &[
    ("default", NOT_DEFAULTED),
    (
        "transparent",
        "a form is an object: derive `Field` on a newtype instead",
    ),
    ("from", OWN_READER),
    ("try_from", OWN_READER),
    ("tag", "a form has no tag: remove it"),
];

pub(crate) const SERDE_FIELD: &[(&str, &str)] = &[
    (
        "flatten",
        "a form is flat: write these fields into the form itself",
    ),
    ("default", NOT_DEFAULTED),
    ("skip", NOT_ASKED),
    ("skip_serializing", NOT_ASKED),
    ("skip_deserializing", NOT_ASKED),
    ("skip_serializing_if", NOT_ASKED),
    ("with", OWN_READER),
    ("serialize_with", OWN_READER),
    ("deserialize_with", OWN_READER),
];

pub(crate) const SERDE_ENUM: &[(&str, &str)] = &[
    ("untagged", "a choice is the name of a variant: remove it"),
    ("tag", "a choice is the name of a variant: remove it"),
    ("from", "a choice is read by its values: remove it"),
    ("try_from", "a choice is read by its values: remove it"),
];

pub(crate) const SERDE_VARIANT: &[(&str, &str)] = &[
    (
        "skip",
        "every variant can be chosen: remove the variant or the attribute",
    ),
    (
        "skip_serializing",
        "every variant can be chosen: remove the variant or the attribute",
    ),
    (
        "skip_deserializing",
        "every variant can be chosen: remove the variant or the attribute",
    ),
    ("other", "only declared values are accepted: remove it"),
    ("untagged", "a choice is the name of a variant: remove it"),
    ("with", "a choice is read by its values: remove it"),
    (
        "deserialize_with",
        "a choice is read by its values: remove it",
    ),
];

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
    format!(
        "`format` knows no \"{format}\"; the formats are \"email\", \"uri\", \"date\" and \"date-time\""
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

// Keys that come from elsewhere.

const NO_RULE: &str = "is not part of the form grammar, so clients would drop it; check it on the server with `check = path`";
const USE_RANGE: &str = "is called `range` here; write `range = a..=b`, `a..` or `..=b`";
const USE_LENGTH: &str = "is called `length` here; write `length = a..=b`, `a..` or `..=b`";
const USE_ITEMS: &str = "is called `items` here; write `items = a..=b`, `a..` or `..=b`";
const USE_RENAME: &str = "is called `rename` here; write `rename = \"…\"`";
const USE_TITLE: &str = "is called `title` here; write `title = \"…\"`";
const USE_DESCRIPTION: &str =
    "is called `description` here; write `description = \"…\"` or a doc comment";
const USE_CHOICE: &str = "is decided by the type; use an enum that derives `Choice`, or `choices` for values known only at the call";
const BY_TYPE: &str = "is decided by the type; use `Option<T>` for what may be absent";
const ASKED: &str =
    "cannot be had: every field of a form is asked for; keep the others in another struct";

pub(crate) const FOREIGN_FIELD: &[(&str, &str)] = &[
    ("pattern", NO_RULE),
    ("regex", NO_RULE),
    ("multiple_of", NO_RULE),
    ("step", NO_RULE),
    ("exclusive_min", NO_RULE),
    ("exclusive_max", NO_RULE),
    ("unique", NO_RULE),
    ("unique_items", NO_RULE),
    ("validate", "is called `check` here; write `check = path`"),
    ("min", USE_RANGE),
    ("max", USE_RANGE),
    ("minimum", USE_RANGE),
    ("maximum", USE_RANGE),
    ("min_length", USE_LENGTH),
    ("max_length", USE_LENGTH),
    ("min_items", USE_ITEMS),
    ("max_items", USE_ITEMS),
    ("name", USE_RENAME),
    ("label", USE_TITLE),
    ("desc", USE_DESCRIPTION),
    ("doc", USE_DESCRIPTION),
    ("help", USE_DESCRIPTION),
    ("values", USE_CHOICE),
    ("options", USE_CHOICE),
    ("required", BY_TYPE),
    ("optional", BY_TYPE),
    (
        "flatten",
        "cannot be had: a form is flat; write the fields into the form itself",
    ),
    ("skip", ASKED),
    (
        "with",
        "cannot be had: the answer is read by the field's type; wrap it in a newtype that derives `Field`",
    ),
    (
        "secret",
        "cannot be had: form mode must not collect secrets; ask in URL mode",
    ),
    (
        "rename_all",
        "stands on the struct, not on a field; move it there or write `rename = \"…\"`",
    ),
];

pub(crate) const FOREIGN_FORM: &[(&str, &str)] = &[
    (
        "title",
        "has no place in a form's schema; put it into the question's message",
    ),
    (
        "description",
        "has no place in a form's schema; put it into the question's message",
    ),
    (
        "deny_unknown_fields",
        "is decided by the policy of the server; remove it",
    ),
    (
        "default",
        "stands on a field, not on the struct; move it there",
    ),
];

pub(crate) const FOREIGN_CHOICE: &[(&str, &str)] = &[
    (
        "title",
        "stands on a variant, not on the enum; the title of the whole field is `#[form(title = …)]`",
    ),
    (
        "rename",
        "stands on a variant, not on the enum; use `rename_all` for all of them",
    ),
    (
        "default",
        "stands on the form's field: `#[form(default = …)]`",
    ),
];

pub(crate) const FOREIGN_VARIANT: &[(&str, &str)] = &[
    ("value", USE_RENAME),
    ("name", USE_RENAME),
    ("label", USE_TITLE),
    (
        "description",
        "is not part of an option on the wire; put it into `title`",
    ),
    (
        "skip",
        "cannot be had: every variant can be chosen; remove the variant",
    ),
    (
        "default",
        "stands on the form's field: `#[form(default = …)]`",
    ),
    (
        "rename_all",
        "stands on the enum, not on a variant; move it there or write `rename = \"…\"`",
    ),
];

pub(crate) const FOREIGN_NEWTYPE: &[(&str, &str)] = &[
    ("pattern", NO_RULE),
    ("validate", "is called `check` here; write `check = path`"),
];

fn listed(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
