//! Rules for the cases themselves: how many there are, where carets stand, what messages look like. Nothing is compiled.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;
mod catalogue;
mod sources;

use std::collections::{BTreeMap, BTreeSet};

use cases::{Fail, MACROS, fails, named_cases, passes};
use catalogue::{Template, catalogue, said_by_the_runtime};
use sources::named_by;

/// Everything that breaks a rule, so that one run tells all.
fn nothing_breaks(rule: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{rule}:\n{}", broken.join("\n"));
}

#[test]
fn there_are_enough_of_both() {
    let (fails, passes) = (fails().len(), passes().len());
    assert!(fails >= 80, "{fails} files that must not compile");
    assert!(passes >= 80, "{passes} files that have to compile");
}

#[test]
fn what_fails_says_why() {
    let broken: Vec<String> = fails()
        .iter()
        .filter(|fail| fail.errors.is_empty())
        .map(|fail| fail.name.clone())
        .collect();
    nothing_breaks("a file without a `.stderr`, or with an empty one", &broken);
    nothing_breaks("a `.stderr` without its file", &cases::orphans());
}

/// Where an attribute of ours is itself what is wrong: a part of the message, and why nothing else can be pointed at.
const ATTRIBUTE_IS_THE_CULPRIT: [(&str, &str); 4] = [
    (
        "`#[interactive]` stands here twice",
        "the second of them is what is too much",
    ),
    (
        "`#[interactive]` is for a method of an rmcp server",
        "one of the two attributes has to go, and it is this one on a function",
    ),
    (
        "`#[operation]` makes a free function callable",
        "one of the two attributes has to go, and it is this one on a method",
    ),
    (
        "`#[operation]` stands here twice",
        "the second of them is what is too much",
    ),
];

#[test]
fn carets_stand_on_the_culprit_and_not_on_our_attributes() {
    let mut unused: BTreeSet<_> = ATTRIBUTE_IS_THE_CULPRIT.iter().collect();
    let mut broken = Vec::new();
    for fail in fails() {
        for error in &fail.errors {
            if !fail.is_at_our_attribute(error) {
                continue;
            }
            let known = ATTRIBUTE_IS_THE_CULPRIT
                .iter()
                .find(|(part, _)| error.text.contains(part));
            match known {
                Some(known) => drop(unused.remove(known)),
                None => broken.push(format!("{}:{}: {}", fail.name, error.line, error.text)),
            }
        }
    }
    broken.extend(
        unused
            .iter()
            .map(|known| format!("an exception for nothing: {known:?}")),
    );
    nothing_breaks("a caret on `derive`, `interactive` or `operation`", &broken);
}

#[test]
fn one_mistake_gives_one_error() {
    let mut broken = Vec::new();
    for fail in fails() {
        let mut places = BTreeMap::new();
        for error in &fail.errors {
            if let Some(first) = places.insert((error.line, error.column), &error.text) {
                broken.push(format!(
                    "{}:{}: {first}\n    and {}",
                    fail.name, error.line, error.text
                ));
            }
        }
    }
    nothing_breaks("two errors at one place", &broken);
}

#[test]
fn errors_are_errors_of_the_file_and_bring_no_warnings() {
    let mut broken = Vec::new();
    for fail in fails() {
        broken.extend(
            fail.elsewhere
                .iter()
                .map(|text| format!("{}: {text}", fail.name)),
        );
    }
    nothing_breaks("an error elsewhere than in the file, or a warning", &broken);
}

#[test]
fn each_marked_line_of_one_of_each_has_its_error() {
    let all: Vec<Fail> = fails()
        .into_iter()
        .filter(|fail| fail.name.contains("/one_of_each"))
        .collect();
    let mut broken = Vec::new();
    for fail in &all {
        let (marked, found) = (fail.marked(), fail.lines_of_errors());
        let lines: BTreeSet<_> = marked.keys().chain(found.keys()).collect();
        for line in lines {
            let (marked, found) = (
                marked.get(line).unwrap_or(&0),
                found.get(line).unwrap_or(&0),
            );
            if marked != found {
                broken.push(format!(
                    "{}:{line}: {marked} marked, {found} errors",
                    fail.name
                ));
            }
        }
    }
    nothing_breaks("lines marked `//~`, and lines with errors", &broken);
}

/// What a macro's files `one_of_each…` have not: the macros, a part of the message, and why.
const NOT_IN_ONE_OF_EACH: [(&[&str], &str, &str); 11] = [
    (
        &["form", "choice"],
        "split the form, or ask in several rounds",
        "too long to stand beside the others",
    ),
    (
        &["interactive", "operation"],
        "nested too deeply",
        "too long to stand beside the others",
    ),
    (
        &["interactive"],
        "nothing can be asked while",
        "the compiler says it of the request, of the call, and of what is awaited",
    ),
    (
        &["field", "interactive", "operation"],
        "`rename_all` has no rule",
        "it has no such key",
    ),
    (
        &["field", "interactive", "operation"],
        "characters; shorten it",
        "none of its keys has a text that is limited",
    ),
    (
        &["choice", "interactive", "operation"],
        "a field owns its answer, whose size",
        "it has no fields",
    ),
    (&["field"], "is blank; say something", "it takes no texts"),
    (&["field"], "is not a text;", "it takes no texts"),
    (
        &["field"],
        "is a flag and takes no value",
        "it has no flags",
    ),
    (
        &["interactive", "operation"],
        "has no keys; write",
        "it stands without keys too",
    ),
    (
        &["operation"],
        "write 30 to 3600",
        "a registry keeps what is open in a ledger",
    ),
];

#[test]
fn one_of_each_has_all_that_its_macro_can_say() {
    let (catalogue, by_the_runtime) = (catalogue(), said_by_the_runtime());
    let of_each = |&(names, part, _): &(&'static [&'static str], _, _)| {
        names.iter().map(move |name| (*name, part))
    };
    let mut unused: BTreeSet<(&str, &str)> = NOT_IN_ONE_OF_EACH.iter().flat_map(of_each).collect();
    let mut broken = Vec::new();
    for name in MACROS {
        let (together, alone): (Vec<Fail>, Vec<Fail>) = fails()
            .into_iter()
            .filter(|fail| fail.name.starts_with(&format!("{name}/")))
            .partition(|fail| fail.name.contains("/one_of_each"));
        let texts = |fails: Vec<Fail>| -> Vec<String> {
            let errors = fails.into_iter().flat_map(|fail| fail.errors);
            errors.map(|error| error.text).collect()
        };
        let (together, alone) = (texts(together), texts(alone));
        // What the runtime says for it is known only by its cases.
        let shown = by_the_runtime
            .iter()
            .filter(|template| alone.iter().any(|text| template.is_in(text)));
        let missing: BTreeSet<String> = catalogue
            .of(&named_by(name))
            .chain(shown)
            .filter(|template| template.is_telling())
            .filter(|template| !together.iter().any(|text| template.is_in(text)))
            .map(Template::to_string)
            .collect();
        for text in missing {
            let mut known = NOT_IN_ONE_OF_EACH.iter().flat_map(of_each);
            match known.find(|(of, part)| *of == name && text.contains(part)) {
                Some(known) => drop(unused.remove(&known)),
                None => broken.push(format!("{name}: {text}")),
            }
        }
    }
    broken.extend(
        unused
            .iter()
            .map(|known| format!("an exception for nothing: {known:?}")),
    );
    nothing_breaks(
        "a message that is in no `one_of_each` of its macro",
        &broken,
    );
}

/// What no `.stderr` can hold, and why.
const NEVER_SEEN: [(&str, &str); 2] = [
    (
        "anything",
        "a default is outside of bounds, so there is one",
    ),
    ("any number of", "the same, for characters"),
];

#[test]
fn every_message_is_shown_by_a_case() {
    let errors: Vec<String> = fails()
        .into_iter()
        .flat_map(|fail| fail.errors)
        .map(|error| error.text)
        .collect();
    let broken: Vec<String> = catalogue()
        .all()
        .chain(&said_by_the_runtime())
        .filter(|template| !errors.iter().any(|text| template.is_in(text)))
        .filter(|template| !NEVER_SEEN.iter().any(|(text, _)| template.is_in(text)))
        .map(Template::to_string)
        .collect();
    nothing_breaks("a message that no case shows", &broken);
}

#[test]
fn messages_have_the_form_of_the_house() {
    let catalogue = catalogue();
    let mut broken = BTreeSet::new();
    for error in fails().into_iter().flat_map(|fail| fail.errors) {
        let constant = error.text.strip_prefix("evaluation panicked: ");
        let ours = catalogue
            .all()
            .any(|template| template.is_telling() && template.is_in(&error.text));
        if !ours && constant.is_none() {
            continue;
        }
        let text = constant.unwrap_or(&error.text);
        let begins = text.starts_with(|first: char| first == '`' || first.is_lowercase());
        let remedy = text.contains("; ") || text.ends_with('?');
        if !begins || !remedy || text.ends_with('.') {
            broken.insert(text.to_owned());
        }
    }
    let broken: Vec<String> = broken.into_iter().collect();
    nothing_breaks(
        "no lower case at the beginning, no remedy after a `;`, or a full stop",
        &broken,
    );
}

#[test]
fn every_named_case_has_a_test() {
    let named = named_cases();
    let listed: Vec<&str> = include_str!("../../cases.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let listed_once: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), listed_once.len(), "a case is listed twice");
    let broken: Vec<String> = listed
        .iter()
        .filter(|case| !named.iter().any(|text| mentions(text, case)))
        .map(|case| (*case).to_owned())
        .collect();
    nothing_breaks("a case that no test names", &broken);
}

/// Whether a case is named, and not another one whose name is longer.
fn mentions(text: &str, case: &str) -> bool {
    let of_a_name = |char: char| char.is_alphanumeric() || char == '-' || char == '_';
    text.match_indices(case).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text
            .get(at + case.len()..)
            .and_then(|text| text.chars().next());
        !before.is_some_and(of_a_name) && !after.is_some_and(of_a_name)
    })
}
