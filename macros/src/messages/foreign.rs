//! Keys of serde and of other libraries, each with what to do instead.

// Of `#[serde(…)]`, where they would make the schema lie.

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

// Of our own attributes, where other libraries have them.

const NO_RULE: &str = "is not part of the form grammar, so clients would drop it; check it on the server with `check = path`";
const USE_RANGE: &str = "is called `range` here; write `range = a..=b`, `a..` or `..=b`";
const USE_LENGTH: &str = "is called `length` here; write `length = a..=b`, `a..` or `..=b`";
const USE_ITEMS: &str = "is called `items` here; write `items = a..=b`, `a..` or `..=b`";
const USE_CHECK: &str = "is called `check` here; write `check = path`";
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
    ("validate", USE_CHECK),
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

const ON_A_FIELD: &str = "stands on a field, not on the struct; move it there";

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
        "rename",
        "stands on a field, not on the struct; use `rename_all` for all of them",
    ),
    ("length", ON_A_FIELD),
    ("range", ON_A_FIELD),
    ("items", ON_A_FIELD),
    ("format", ON_A_FIELD),
    ("default", ON_A_FIELD),
    ("choices", ON_A_FIELD),
    ("sensitive", ON_A_FIELD),
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
        "stands on the form's field; write `#[form(default = …)]` there",
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
        "stands on the form's field; write `#[form(default = …)]` there",
    ),
    (
        "rename_all",
        "stands on the enum, not on a variant; move it there or write `rename = \"…\"`",
    ),
    (
        "legacy",
        "stands on the enum, not on a variant; move it there",
    ),
];

const ON_THE_FORM: &str =
    "stands on the field that has this type; write it into that field's `#[form(…)]`";

pub(crate) const FOREIGN_NEWTYPE: &[(&str, &str)] = &[
    ("pattern", NO_RULE),
    ("validate", USE_CHECK),
    ("min", USE_RANGE),
    ("max", USE_RANGE),
    ("min_length", USE_LENGTH),
    ("max_length", USE_LENGTH),
    ("min_items", USE_ITEMS),
    ("max_items", USE_ITEMS),
    ("title", ON_THE_FORM),
    ("description", ON_THE_FORM),
    ("rename", ON_THE_FORM),
    ("default", ON_THE_FORM),
    ("choices", ON_THE_FORM),
    ("sensitive", ON_THE_FORM),
];
