//! What is looked for, field by field. Everything here was seen by running the clients.

use super::catalogue::Lint;
use super::finding::Finding;
use super::python;
use crate::form::escape::bounded;
use crate::form::{FieldSchema, Format, Kind, Schema};

/// The greatest whole number that JavaScript knows from its neighbours: 2^53 − 1.
const SAFE: i128 = (1 << 53) - 1;

pub(super) fn of(schema: &Schema) -> Vec<Finding> {
    let mut findings: Vec<_> = schema.fields().iter().flat_map(field).collect();
    findings.extend(whole(schema));
    findings
}

fn field(field: &FieldSchema) -> impl Iterator<Item = Finding> {
    let lints: [(Lint, Option<String>); 11] = [
        (Lint::Renamed, renamed(field)),
        (Lint::Dropped, dropped(field)),
        (Lint::Unset, unset(field)),
        (Lint::Rounded, rounded(field.kind())),
        (Lint::Literal, literal(field.kind())),
        (Lint::Default, default(field)),
        (Lint::Number, number(field)),
        (Lint::List, list(field.kind())),
        (Lint::Format, format(field.kind())),
        (Lint::Titles, titles(field.kind())),
        (Lint::Legacy, legacy(field.kind())),
    ];
    lints
        .into_iter()
        .filter_map(|(lint, effect)| Some(Finding::new(field.name(), lint, effect?)))
}

fn renamed(field: &FieldSchema) -> Option<String> {
    let attribute = python::attribute(field.name());
    let name = bounded(&field.name());
    if attribute == field.name() {
        None
    } else if field.required() {
        Some(format!(
            "FastMCP's typed handlers call it `{attribute}`, and FastMCP refuses an answer without `{name}`"
        ))
    } else {
        Some(format!(
            "FastMCP's typed handlers send it as `{attribute}`, which the form has not: the answer is lost"
        ))
    }
}

fn dropped(field: &FieldSchema) -> Option<String> {
    (field.name() == "__proto__").then(|| {
        "TypeScript and the Inspector take the field out of the form and of the answer".to_owned()
    })
}

fn unset(field: &FieldSchema) -> Option<String> {
    (!field.required() && field.default_value().is_none()).then(|| {
        "FastMCP's typed handlers send null where it is left out, which FastMCP refuses: the call fails"
            .to_owned()
    })
}

fn rounded(kind: &Kind) -> Option<String> {
    let Kind::Integer { minimum, maximum } = kind else {
        return None;
    };
    let safe = minimum.is_some_and(|least| least >= -SAFE)
        && maximum.is_some_and(|greatest| greatest <= SAFE);
    (!safe).then(|| {
        "a number beyond ±9007199254740991 is another one when TypeScript or the Inspector sends it"
            .to_owned()
    })
}

fn literal(kind: &Kind) -> Option<String> {
    let Kind::Single { options } = kind else {
        return None;
    };
    let value = options
        .iter()
        .map(|option| option.value())
        .find(|value| is_literal(value))?;
    Some(format!(
        "`mcpdo elicitation/respond` sends the choice `{}` as another type than a string unless it is quoted, so that it is \
         asked again",
        bounded(&value)
    ))
}

/// Whether it reads as JSON that is no string.
fn is_literal(value: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(value).is_ok_and(|value| !value.is_string())
}

fn default(field: &FieldSchema) -> Option<String> {
    field.default_value()?;
    let without = if field.required() {
        "asked again"
    } else {
        "read as absent"
    };
    Some(format!(
        "an accept that leaves it out has the default from FastMCP's typed handlers, TypeScript with `applyDefaults` and the \
         Inspector's prompt, and from the others it is {without}"
    ))
}

fn number(field: &FieldSchema) -> Option<String> {
    let numeric = matches!(field.kind(), Kind::Integer { .. } | Kind::Number { .. });
    (numeric && field.required() && field.default_value().is_none()).then(|| {
        "all clients but FastMCP pass on an approval with an empty object, or text in its place, and FastMCP one without \
         content: asked again, and given up after three times"
            .to_owned()
    })
}

fn list(kind: &Kind) -> Option<String> {
    matches!(kind, Kind::Multi { .. }).then(|| {
        "`mcpdo elicitation/respond` sends a single value as it is and no list, so that it is asked again, and clients of \
         2025-06-18 get a yes or no for each choice"
            .to_owned()
    })
}

fn format(kind: &Kind) -> Option<String> {
    let Kind::Text {
        format: Some(format),
        ..
    } = kind
    else {
        return None;
    };
    let fastmcp = match format {
        Format::Email => {
            "refuse reserved domains such as `example.test`, and write the domain in lower case"
        }
        Format::Uri => "change the spelling (`https://example.com` becomes `https://example.com/`)",
        Format::Date => "take nothing but a date",
        Format::DateTime => "send a `datetime` without time zone, which is asked again",
    };
    Some(format!(
        "FastMCP's typed handlers {fastmcp}, and the other clients send any text, which is asked again"
    ))
}

fn titles(kind: &Kind) -> Option<String> {
    let Kind::Single { options } = kind else {
        return None;
    };
    (options.is_titled() && !options.is_legacy()).then(|| {
        "FastMCP's typed handlers get a plain string, which shows neither choices nor titles"
            .to_owned()
    })
}

fn legacy(kind: &Kind) -> Option<String> {
    let Kind::Single { options } = kind else {
        return None;
    };
    (options.is_titled() && options.is_legacy()).then(|| {
        "FastMCP's typed handlers and the Inspector's prompt show the values and not the titles"
            .to_owned()
    })
}

fn whole(schema: &Schema) -> Option<Finding> {
    if schema.fields().is_empty() {
        return Some(Finding::new(
            "",
            Lint::Empty,
            "FastMCP's handlers get no type for a form without fields, and `mcpdo elicitation/respond` takes no accept without \
             a written `{}`",
        ));
    }
    let required = schema.fields().iter().any(FieldSchema::required);
    (!required).then(|| {
        Finding::new(
            "",
            Lint::Blank,
            "the Inspector's prompt accepts with `{}` by the return key alone, and FastMCP without content when its handler \
             returns nothing: all of that is a complete answer to a form of which nothing is required",
        )
    })
}
