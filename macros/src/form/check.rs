//! From what stands in the source to a form in order, or to everything that is wrong with it.

use super::{
    input::{Body, FieldInput, FormInput},
    model::{Field, Form, Rejected},
};
use crate::{
    default,
    docs::Words,
    faults::Faults,
    format, limit, messages, names,
    rename::{Rule, bare},
    secrets,
};

const MAX_FIELDS: usize = 256;
const MAX_TITLE: usize = 256;
const MAX_DESCRIPTION: usize = 1_024;

/// Checks everything that needs no types.
pub(crate) fn check(input: FormInput, mut faults: Faults) -> Result<Form, Box<Rejected>> {
    let FormInput {
        ident,
        generics,
        keys,
        serde,
        body,
    } = input;
    let runtime = names::runtime(keys.runtime.as_ref(), &mut faults);
    let rule = names::rule(keys.rename_all.as_ref(), &serde, &mut faults);
    let check = keys
        .check
        .as_ref()
        .and_then(|entry| entry.function(&mut faults));
    let json_schema = keys
        .json_schema
        .as_ref()
        .is_some_and(|entry| entry.flag(&mut faults));
    names::owns(&generics, messages::FORM_BORROWS, &mut faults);

    let (inputs, braces) = match body {
        Body::Unit => (Vec::new(), false),
        Body::Named(inputs) => (inputs, true),
        Body::Other => {
            faults.on(&ident, messages::FORM_NEEDS_STRUCT);
            (Vec::new(), false)
        }
    };
    if braces && inputs.is_empty() {
        faults.on(&ident, messages::FORM_IS_EMPTY);
    }
    if inputs.len() > MAX_FIELDS {
        faults.on(&ident, messages::too_many("fields", MAX_FIELDS));
    }

    let mut fields = Vec::with_capacity(inputs.len());
    let mut types = Vec::with_capacity(inputs.len());
    let mut sized = true;
    for input in inputs {
        let before = faults.count();
        let faulty = input.faulty;
        sized &= names::sized(&input.ty, &mut faults);
        let (field, secret) = check_field(input, rule, &mut faults);
        let found = faults.count().saturating_sub(before);
        if !faulty && found == usize::from(secret) {
            types.push((field.ty.clone(), field.open));
        }
        fields.push(field);
    }
    names::unique(
        fields
            .iter()
            .map(|field| (field.wire.as_str(), &field.ident)),
        messages::name_taken,
        &mut faults,
    );

    if faults.count() == 0 {
        Ok(Form {
            runtime,
            ident,
            generics,
            check,
            json_schema,
            braces,
            fields,
        })
    } else {
        Err(Box::new(Rejected {
            faults,
            runtime,
            ident,
            generics,
            json_schema,
            sized,
            types,
        }))
    }
}

/// The field, and whether it was reported as a secret (which says nothing about its type).
fn check_field(input: FieldInput, rule: Option<Rule>, faults: &mut Faults) -> (Field, bool) {
    let FieldInput {
        ident,
        ty,
        keys,
        serde,
        docs,
        doc_attr,
        ..
    } = input;
    let wire = names::given(keys.rename.as_ref(), &serde, faults);
    let wire =
        wire.unwrap_or_else(|| rule.map_or_else(|| bare(&ident), |rule| rule.field(&bare(&ident))));
    let title = keys
        .title
        .as_ref()
        .and_then(|entry| entry.short_text(MAX_TITLE, faults))
        .map(|(text, _)| text);
    let description = match (&keys.description, docs) {
        (Some(entry), _) => entry
            .short_text(MAX_DESCRIPTION, faults)
            .map(|(text, _)| Words::Literal(text)),
        (None, Some(Words::Literal(docs))) if docs.chars().count() > MAX_DESCRIPTION => {
            faults.on(doc_attr.as_ref(), messages::docs_too_long(MAX_DESCRIPTION));
            None
        }
        (None, docs) => docs,
    };
    let sensitive = keys.sensitive.as_ref().is_some_and(|entry| {
        entry.text(faults);
        true
    });
    let secret = !sensitive
        && secret(
            &ident,
            &wire,
            title.as_deref(),
            match &description {
                Some(Words::Literal(text)) => Some(text),
                Some(Words::Compiled(_)) | None => None,
            },
            faults,
        );

    let limit = limit::single(
        keys.length.as_ref(),
        keys.range.as_ref(),
        keys.items.as_ref(),
        faults,
    );
    let format = keys
        .format
        .as_ref()
        .and_then(|entry| format::read(entry, faults));
    let default = keys
        .default
        .as_ref()
        .and_then(|entry| default::read(entry, limit.as_ref(), faults));
    let check = keys.check.as_ref().and_then(|entry| entry.function(faults));
    let open = keys.choices.as_ref().is_some_and(|entry| {
        entry.flag(faults);
        true
    });
    if open {
        for entry in [&keys.length, &keys.range, &keys.format]
            .into_iter()
            .flatten()
        {
            faults.on(entry.key(), messages::key_with_choices(entry.key()));
        }
        if let Some(entry) = &keys.default {
            faults.on(entry.key(), messages::default_for_open(entry.key()));
        }
    }
    (
        Field {
            ident,
            ty,
            wire,
            title,
            description,
            sensitive,
            limit,
            format,
            default,
            open,
            check,
        },
        secret,
    )
}

/// Reports a field that says that it is a secret; once, at its name.
fn secret(
    ident: &syn::Ident,
    wire: &str,
    title: Option<&str>,
    description: Option<&str>,
    faults: &mut Faults,
) -> bool {
    let name = bare(ident);
    let places = [
        ("the field's name", Some(name.as_str())),
        ("the field's wire name", Some(wire)),
        ("the field's title", title),
        ("the field's description", description),
    ];
    let found = places
        .iter()
        .find_map(|(place, text)| text.and_then(secrets::named_in).map(|word| (place, word)));
    if let Some((place, word)) = &found {
        faults.on(ident, messages::secret(place, word));
    }
    found.is_some()
}
