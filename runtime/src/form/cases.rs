//! Faults that people met with forms, one row each; the ids are stable names. Contents are raw text, because spelling
//! matters (`3.0`, `1e2`, duplicate keys). Where a field type is named, the typed reading has to come to the same verdict.

use super::{FieldErrors, Policy, Schema, check};
use crate::canonical::parse_raw;

mod strings;
mod table;

/// How a row has to end.
#[derive(Debug)]
enum Outcome {
    /// Exactly these fields are accepted.
    Decoded(&'static str),
    /// These fields break these rules.
    Invalid(&'static [(&'static str, &'static str)]),
    /// The text is no JSON that is let in.
    Unread,
}

type Typed = fn(Option<&serde_json::Value>, &Schema, Policy) -> Result<String, FieldErrors>;

struct Case {
    id: &'static str,
    /// The schema, as JSON text.
    form: &'static str,
    /// The answer's content, as JSON text; none when it is left out.
    content: Option<&'static str>,
    /// Under the portable policy.
    portable: Outcome,
    /// Under the strict policy, where it differs.
    strict: Option<Outcome>,
    /// Reads the first field as a type; a decoded outcome is what its `Debug` is then.
    typed: Option<(Typed, Outcome)>,
}

impl Case {
    const fn new(
        id: &'static str,
        form: &'static str,
        content: &'static str,
        portable: Outcome,
    ) -> Self {
        Self {
            id,
            form,
            content: Some(content),
            portable,
            strict: None,
            typed: None,
        }
    }

    const fn without_content(mut self) -> Self {
        self.content = None;
        self
    }

    const fn strict(mut self, outcome: Outcome) -> Self {
        self.strict = Some(outcome);
        self
    }

    const fn typed(mut self, read: Typed, outcome: Outcome) -> Self {
        self.typed = Some((read, outcome));
        self
    }
}

fn faults(errors: &FieldErrors) -> Vec<(&str, &str)> {
    errors
        .iter()
        .map(|error| (error.field(), error.rule().as_str()))
        .collect()
}

fn verdict(case: &Case, policy: Policy, outcome: &Outcome) {
    let id = case.id;
    let schema = read_schema(case);
    let content = match case.content.map(parse_raw) {
        Some(Ok(content)) => Some(content),
        None => None,
        Some(Err(_)) => {
            assert!(matches!(outcome, Outcome::Unread), "{id}: unread");
            return;
        }
    };
    let read = check(content.as_ref(), &schema, policy);
    match outcome {
        Outcome::Decoded(wanted) => {
            let read = read.unwrap_or_else(|errors| panic!("{id} {policy:?}: {errors:?}"));
            assert_eq!(read, parse_raw(wanted).unwrap(), "{id} {policy:?}");
        }
        Outcome::Invalid(wanted) => {
            assert_eq!(faults(&read.expect_err(id)), *wanted, "{id} {policy:?}")
        }
        // With `arbitrary_precision` on, the text can be read; then no rule may accept it.
        Outcome::Unread => assert!(read.is_err(), "{id} {policy:?}"),
    }
    match &case.typed {
        Some((typed, Outcome::Decoded(debug))) => {
            assert_eq!(
                typed(content.as_ref(), &schema, policy).as_deref(),
                Ok(*debug),
                "{id} {policy:?}, typed"
            );
        }
        Some((typed, Outcome::Invalid(wanted))) => {
            let errors = typed(content.as_ref(), &schema, policy).expect_err(id);
            assert_eq!(faults(&errors), *wanted, "{id} {policy:?}, typed");
        }
        Some((_, Outcome::Unread)) | None => {}
    }
}

fn read_schema(case: &Case) -> Schema {
    let form = parse_raw(case.form).unwrap();
    Schema::from_json(&form, Policy::Portable)
        .unwrap_or_else(|violations| panic!("{}: {violations}", case.id))
}

#[test]
fn every_case_ends_as_it_has_to() {
    for case in table::cases() {
        verdict(&case, Policy::Portable, &case.portable);
        verdict(
            &case,
            Policy::Strict,
            case.strict.as_ref().unwrap_or(&case.portable),
        );
    }
}

#[test]
fn ids_are_unique() {
    let mut ids: Vec<_> = table::cases().iter().map(|case| case.id).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert_eq!(count, 52);
}

#[test]
fn messages_never_quote_the_value() {
    for case in table::cases() {
        let Some(Ok(content)) = case.content.map(parse_raw) else {
            continue;
        };
        if let Err(errors) = check(Some(&content), &read_schema(&case), Policy::Strict) {
            for quoted in [
                "42xyz",
                "bob at",
                "2026-02-30",
                "Low Priority",
                "example.org/path",
                "+0200",
            ] {
                assert!(!errors.to_string().contains(quoted), "{}", case.id);
            }
        }
    }
}
