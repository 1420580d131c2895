//! Literal messages: what stands between their braces.

use proc_macro2::Span;
use syn::{Ident, LitStr};

use crate::{faults::Faults, messages};

/// The value that a placeholder shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shows {
    /// `{}`: the next positional value.
    Next,
    /// `{0}`.
    Position,
    /// `{name}`.
    Name(String),
}

/// One `{…}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Placeholder {
    pub(crate) shows: Shows,
    /// What stands after the colon.
    pub(crate) spec: String,
    /// Where it starts, in bytes.
    pub(crate) start: usize,
}

/// Where a URL takes the handle that the runtime makes for whoever is asked.
pub(crate) const TICKET: &str = "{ask.ticket}";

impl Placeholder {
    /// Whether it is `{ask.…}`, which is no value but something of ours.
    pub(crate) fn is_own(&self) -> bool {
        matches!(&self.shows, Shows::Name(name) if name.starts_with("ask."))
    }
}

/// The text with the braces of the ticket that starts at `at` doubled, so that `format!` leaves it as it is.
pub(crate) fn escaped(text: &str, at: usize) -> String {
    let (before, from) = text.split_at(at);
    let after = from.strip_prefix(TICKET).unwrap_or(from);
    format!("{before}{{{TICKET}}}{after}")
}

/// The placeholders of a literal. What is no placeholder at all is left to `format!`, which points into the literal.
pub(crate) fn placeholders(text: &str) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut offset = 0_usize;
    while let Some(open) = rest.find(['{', '}']) {
        let (_, from) = rest.split_at(open);
        let start = offset.saturating_add(open);
        if from.starts_with("{{") || from.starts_with("}}") {
            rest = from.get(2..).unwrap_or_default();
        } else if let Some((inside, _)) = from
            .strip_prefix('{')
            .and_then(|inside| inside.split_once('}'))
        {
            let (name, spec) = inside.split_once(':').unwrap_or((inside, ""));
            let shows = match name.trim() {
                "" => Shows::Next,
                index if index.chars().all(|digit| digit.is_ascii_digit()) => Shows::Position,
                name => Shows::Name(name.to_owned()),
            };
            found.push(Placeholder {
                shows,
                spec: spec.to_owned(),
                start,
            });
            rest = from
                .get(inside.len().saturating_add(2)..)
                .unwrap_or_default();
        } else {
            rest = from.get(1..).unwrap_or_default();
        }
        offset = text.len().saturating_sub(rest.len());
    }
    found
}

/// The names whose values a literal shows inline, each once.
pub(crate) fn shown(text: &str) -> Vec<String> {
    let mut names: Vec<String> = placeholders(text)
        .into_iter()
        .filter(|placeholder| !placeholder.is_own())
        .filter_map(|placeholder| match placeholder.shows {
            Shows::Name(name) => Some(name),
            Shows::Next | Shows::Position => None,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Every name that stands between braces, those of widths and precisions included.
pub(crate) fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for Placeholder { shows, spec, .. } in placeholders(text) {
        if let Shows::Name(name) = shows {
            names.push(name);
        }
        for before in spec.split('$').rev().skip(1) {
            let start = before
                .rfind(|letter: char| !is_word(letter))
                .map_or(0, |at| at.saturating_add(1));
            names.extend(before.get(start..).map(ToOwned::to_owned));
        }
    }
    names.retain(|name| is_name(name));
    names
}

/// Whether `{…}` is one of the forms that a message takes: `{}`, `{:?}`, `{:.2}`.
fn is_plain(spec: &str) -> bool {
    let spec = spec.trim_end();
    matches!(spec, "" | "?")
        || spec.strip_prefix('.').is_some_and(|digits| {
            !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
        })
}

/// Reports forms of placeholders that a message does not take.
pub(crate) fn check(literal: &LitStr, faults: &mut Faults) {
    for placeholder in placeholders(&literal.value()) {
        if placeholder.is_own() {
            faults.on(literal, messages::interactive::OWN_IN_MESSAGE);
        } else if !is_plain(&placeholder.spec) {
            faults.on(literal, messages::interactive::spec(&placeholder.spec));
        }
    }
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first))
        && letters.all(is_word)
        && name != "_"
}

fn is_word(letter: char) -> bool {
    unicode_ident::is_xid_continue(letter)
}

/// A name as an identifier, keywords as raw ones, which may be written as such.
pub(crate) fn ident(name: &str, span: Span) -> Ident {
    let bare = name.strip_prefix("r#").unwrap_or(name);
    if !is_name(bare) || matches!(bare, "self" | "Self" | "super" | "crate") {
        return Ident::new("__askback_unnameable", span);
    }
    match syn::parse_str::<Ident>(bare) {
        Ok(_) => Ident::new(bare, span),
        Err(_) => Ident::new_raw(bare, span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found() {
        let found = placeholders("{{no}} {} `{table}` {0:?} {x:.2} }} {");
        let shows: Vec<_> = found
            .iter()
            .map(|found| (&found.shows, found.spec.as_str()))
            .collect();
        assert_eq!(
            shows,
            [
                (&Shows::Next, ""),
                (&Shows::Name("table".to_owned()), ""),
                (&Shows::Position, "?"),
                (&Shows::Name("x".to_owned()), ".2"),
            ]
        );
        assert_eq!(found.first().map(|found| found.start), Some(7));
    }

    #[test]
    fn a_ticket_is_left_to_the_runtime() {
        let text = "https://x/{a}?{ask.ticket}#{{ask.ticket}}";
        let own: Vec<usize> = placeholders(text)
            .iter()
            .filter(|it| it.is_own())
            .map(|it| it.start)
            .collect();
        assert_eq!(own, [14]);
        assert_eq!(
            escaped(text, 14),
            "https://x/{a}?{{ask.ticket}}#{{ask.ticket}}"
        );
        assert_eq!(shown(text), ["a"]);
        assert_eq!(names(text), ["a"]);
    }

    #[test]
    fn names_include_widths_and_leave_out_what_is_none() {
        assert_eq!(
            names("{a} {b:?} {0} {} {c:w$.p$} {größe} {x y}"),
            ["a", "b", "c", "p", "w", "größe"]
        );
    }

    #[test]
    fn only_simple_forms_pass() {
        for (spec, passes) in [
            ("", true),
            ("?", true),
            (".3", true),
            (".*", false),
            (">5", false),
            ("#?", false),
            ("x", false),
            (".w$", false),
        ] {
            assert_eq!(is_plain(spec), passes, "{spec}");
        }
    }

    #[test]
    fn keywords_become_raw() {
        assert_eq!(ident("type", Span::call_site()).to_string(), "r#type");
        assert_eq!(ident("table", Span::call_site()).to_string(), "table");
        assert_eq!(
            ident("self", Span::call_site()).to_string(),
            "__askback_unnameable"
        );
    }

    #[test]
    fn any_name_is_an_identifier() {
        let named = |name: &str| ident(name, Span::call_site()).to_string();
        for (name, expected) in [
            ("x", "x"),
            ("größe", "größe"),
            ("type", "r#type"),
            ("r#type", "r#type"),
            ("r#x", "x"),
        ] {
            assert_eq!(named(name), expected);
        }
        for name in [
            "", "_", "r#", "r#_", "self", "r#self", "crate", "1", "a#b", "a b", "²", "a²!", "'a",
            "r#r#x", "\u{202e}",
        ] {
            assert_eq!(named(name), "__askback_unnameable", "{name}");
        }
    }
}
