//! Declarations that use every key, a feature at a time.

use proc_macro2::TokenStream;

use super::Entry;

/// A feature of a macro.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) entry: Entry,
    /// What it shows.
    pub(super) name: &'static str,
    /// As it is written, with a sign before what the feature adds and takes.
    pub(super) source: &'static str,
}

impl Case {
    /// Everything that there is.
    pub(super) fn all() -> Vec<Self> {
        [
            (Entry::Form, include_str!("corpus/form.txt")),
            (Entry::Choice, include_str!("corpus/choice.txt")),
            (Entry::Field, include_str!("corpus/field.txt")),
            (Entry::Interactive, include_str!("corpus/interactive.txt")),
            (Entry::Operation, include_str!("corpus/operation.txt")),
            (Entry::Message, include_str!("corpus/message.txt")),
            (Entry::Document, include_str!("corpus/document.txt")),
        ]
        .into_iter()
        .flat_map(|(entry, text)| Self::read(entry, text))
        .collect()
    }

    fn read(entry: Entry, text: &'static str) -> impl Iterator<Item = Self> {
        text.split("== ").skip(1).map(move |section| {
            let (name, source) = section.split_once('\n').unwrap();
            Self {
                entry,
                name,
                source: source.trim_end(),
            }
        })
    }

    /// The declaration with its feature.
    pub(super) fn with(&self) -> TokenStream {
        self.lines('+', '-')
    }

    /// The declaration without it; `None` where it has nothing beside the feature.
    pub(super) fn without(&self) -> Option<TokenStream> {
        let shows = |line: &str| line.starts_with(['+', '-']);
        self.source.lines().any(shows).then(|| self.lines('-', '+'))
    }

    fn lines(&self, kept: char, left_out: char) -> TokenStream {
        let lines = self
            .source
            .lines()
            .filter(|line| !line.starts_with(left_out));
        let lines = lines.map(|line| line.strip_prefix(kept).unwrap_or(line));
        let lines: Vec<&str> = lines.collect();
        lines.join("\n").parse().unwrap()
    }

    /// What the macro makes of a declaration.
    pub(super) fn expand(&self, source: TokenStream) -> TokenStream {
        let (arguments, item) = self.entry.split(source).unwrap();
        self.entry.expand(arguments, item)
    }
}

/// A feature that is nowhere in these declarations is looked at by nothing here.
#[test]
fn every_key_is_used() {
    let cases = Case::all();
    let used = |entry: Entry, key: &str| {
        cases.iter().any(|case| {
            let written = case
                .source
                .split(|sign: char| !sign.is_alphanumeric() && sign != '_');
            case.entry == entry && case.name != "faults" && { written }.any(|word| word == key)
        })
    };
    for (entry, keys) in [
        (Entry::Form, crate::form::CONTAINER.keys),
        (Entry::Form, crate::form::FIELD.keys),
        (Entry::Choice, crate::choice::CONTAINER.keys),
        (Entry::Choice, crate::choice::VARIANT.keys),
        (Entry::Field, crate::field::NEWTYPE.keys),
        (Entry::Interactive, crate::interactive::input::HANDLER.keys),
        (Entry::Interactive, crate::handler::ask::ASK.keys),
        (Entry::Operation, crate::operation::OPERATION.keys),
        (Entry::Operation, crate::handler::ask::ASK.keys),
    ] {
        let unused: Vec<_> = keys.iter().filter(|key| !used(entry, key)).collect();
        assert!(unused.is_empty(), "{entry:?}: {unused:?}");
    }
}
