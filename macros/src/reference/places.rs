//! Where the keys of the pages stand, and how keys are fed to the macros there.

use proc_macro2::{TokenStream, TokenTree};

use super::table::{Row, rows, words};
use crate::{choice, field, form, handler, interactive, operation, vocabulary::Vocabulary};

const FORM: &str = include_str!("../../../runtime/guide/reference/form.md");
const CHOICE: &str = include_str!("../../../runtime/guide/reference/choice.md");
const FIELD: &str = include_str!("../../../runtime/guide/reference/field.md");
const INTERACTIVE: &str = include_str!("../../../runtime/guide/reference/interactive.md");
const OPERATION: &str = include_str!("../../../runtime/guide/reference/operation.md");

/// A place where keys stand.
pub(super) struct Place {
    pub(super) name: &'static str,
    pub(super) vocabulary: &'static Vocabulary,
    pub(super) rows: Vec<Row>,
    /// What can be in this place, each by the word that a row says it by, and what it then is in the source.
    pub(super) kinds: &'static [(&'static str, &'static str)],
    /// What the macro says of these keys on this kind.
    pub(super) errors: fn(&[&str], &str) -> Vec<String>,
}

impl Place {
    fn new(
        (page, name): (&str, &'static str),
        vocabulary: &'static Vocabulary,
        kinds: &'static [(&'static str, &'static str)],
        errors: fn(&[&str], &str) -> Vec<String>,
    ) -> Self {
        Self {
            name,
            vocabulary,
            rows: rows(page, name),
            kinds,
            errors,
        }
    }

    /// The kinds that a row is for: those that it names, or else all.
    pub(super) fn kinds_of(&self, row: &Row) -> Vec<&'static str> {
        let named = |kind: &str| words(&row.place).any(|word| word == kind);
        let some = self.kinds.iter().any(|(kind, _)| named(kind));
        let fits = |kind: &&(&str, &str)| !some || named(kind.0);
        self.kinds.iter().filter(fits).map(|(_, it)| *it).collect()
    }

    /// The row of a key.
    pub(super) fn row(&self, key: &str) -> &Row {
        self.rows
            .iter()
            .find(|row| row.key == key)
            .unwrap_or_else(|| panic!("{}: no row for {key}", self.name))
    }

    /// What has to stand beside this row, and beside that: a sample of each.
    pub(super) fn beside(&self, row: &Row) -> Vec<(String, String)> {
        let Some(key) = &row.beside else {
            return Vec::new();
        };
        let needed = self.row(key);
        let mut all = self.beside(needed);
        all.push((key.clone(), needed.samples[0].clone()));
        all
    }
}

const STRUCT: &[(&str, &str)] = &[("struct", "{ a: u8 }")];
const VALUES: &[(&str, &str)] = &[
    ("text", "String"),
    ("number", "f64"),
    ("list", "Vec<String>"),
    ("other", "Severity"),
];
const ANY: &[(&str, &str)] = &[("any", "")];
const ASKED: &[(&str, &str)] = &[
    ("form", "Reason"),
    ("Confirmed", "Confirmed"),
    ("Consent", "Consent"),
];

/// All places.
pub(super) fn all() -> Vec<Place> {
    let mut handler = Place::new(
        (INTERACTIVE, "Keys of `#[interactive]`"),
        &interactive::input::HANDLER,
        ANY,
        on_handler,
    );
    handler.rows.extend(rows(INTERACTIVE, "Parameters"));
    vec![
        Place::new(
            (FORM, "On the struct"),
            &form::CONTAINER,
            STRUCT,
            |keys, body| {
                derive(
                    form::derive,
                    &format!("#[form({})] struct F {body}", keys.join(", ")),
                )
            },
        ),
        Place::new((FORM, "On a field"), &form::FIELD, VALUES, |keys, ty| {
            derive(
                form::derive,
                &format!("struct F {{ #[form({})] a: {ty} }}", keys.join(", ")),
            )
        }),
        Place::new(
            (CHOICE, "On the enum"),
            &choice::CONTAINER,
            ANY,
            |keys, _| {
                derive(
                    choice::derive,
                    &format!("#[choice({})] enum C {{ A }}", keys.join(", ")),
                )
            },
        ),
        Place::new(
            (CHOICE, "On a variant"),
            &choice::VARIANT,
            ANY,
            |keys, _| {
                derive(
                    choice::derive,
                    &format!("enum C {{ #[choice({})] A }}", keys.join(", ")),
                )
            },
        ),
        Place::new(
            (FIELD, "On the newtype"),
            &field::NEWTYPE,
            VALUES,
            |keys, ty| {
                derive(
                    field::derive,
                    &format!("#[field({})] struct N({ty});", keys.join(", ")),
                )
            },
        ),
        handler,
        Place::new(
            (INTERACTIVE, "Keys of `#[ask]`"),
            &handler::ask::ASK,
            ASKED,
            in_tool,
        ),
        Place::new(
            (INTERACTIVE, "Keys of `#[ask]`"),
            &handler::ask::ASK,
            ASKED,
            in_operation,
        ),
        Place::new(
            (OPERATION, "Keys of `#[operation]`"),
            &operation::input::OPERATION,
            ANY,
            |keys, _| {
                attribute(
                    operation::operation,
                    &keys.join(", "),
                    "async fn go() -> R {}",
                )
            },
        ),
    ]
}

/// Keys of the attribute and parameters, told apart by the colon before the type.
fn on_handler(written: &[&str], _: &str) -> Vec<String> {
    let (parameters, keys): (Vec<_>, Vec<_>) = written.iter().partition(|it| it.contains(": "));
    let method = format!(
        "#[tool] async fn go(&self, {}) -> R {{}}",
        parameters.concat_with()
    );
    attribute(interactive::interactive, &keys.concat_with(), &method)
}

fn in_tool(keys: &[&str], ty: &str) -> Vec<String> {
    let method = format!(
        "#[tool(annotations(read_only_hint = true))] async fn go(&self, {}) -> R {{}}",
        question(keys, ty)
    );
    attribute(interactive::interactive, "", &method)
}

fn in_operation(keys: &[&str], ty: &str) -> Vec<String> {
    let function = format!("async fn go({}) -> R {{}}", question(keys, ty));
    attribute(operation::operation, "non_destructive", &function)
}

/// A question of this type with these keys; a message comes first where none is among them, and a visit goes somewhere.
fn question(keys: &[&str], ty: &str) -> String {
    let says = |key: &str| keys.iter().any(|it| it.starts_with(key));
    let mut all = Vec::new();
    if !says("message") {
        all.push("\"What?\"");
    }
    if ty == "Consent" && !says("url") && !says("message") && !says("until") && !says("wait") {
        all.push("url = \"https://example.com/\"");
    }
    all.extend(keys);
    let ty = if says("when") {
        format!("Option<{ty}>")
    } else {
        ty.to_owned()
    };
    format!("#[ask({})] x: {ty}", all.join(", "))
}

fn derive(derive: fn(syn::DeriveInput) -> TokenStream, item: &str) -> Vec<String> {
    let parsed = syn::parse_str(item).unwrap_or_else(|fault| panic!("{item}: {fault}"));
    errors(derive(parsed))
}

fn attribute(
    expand: fn(TokenStream, TokenStream) -> TokenStream,
    keys: &str,
    item: &str,
) -> Vec<String> {
    let tokens = |text: &str| {
        text.parse::<TokenStream>()
            .unwrap_or_else(|fault| panic!("{text}: {fault}"))
    };
    errors(expand(tokens(keys), tokens(item)))
}

/// The messages of all `compile_error!` in an expansion.
fn errors(expansion: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut called = false;
    for token in expansion {
        match token {
            TokenTree::Ident(name) => called = name == "compile_error",
            TokenTree::Punct(mark) => called &= mark.as_char() == '!',
            TokenTree::Group(group) if called => {
                found.push(group.stream().to_string());
                called = false;
            }
            TokenTree::Group(group) => found.extend(errors(group.stream())),
            TokenTree::Literal(_) => called = false,
        }
    }
    found
}

trait Commas {
    fn concat_with(&self) -> String;
}

impl Commas for Vec<&&str> {
    fn concat_with(&self) -> String {
        self.iter().map(|it| **it).collect::<Vec<_>>().join(", ")
    }
}
