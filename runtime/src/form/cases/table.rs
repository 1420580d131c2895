//! The rows. Where the outcome is not the one that the fault's reporters preferred, the row says what decided.

use super::Case;
use super::Outcome::{Decoded, Invalid, Unread};
use crate::form::decode::tests::{Letter, typed};

const CONFIRM: &str =
    r#"{"type":"object","properties":{"confirm":{"type":"boolean"}},"required":["confirm"]}"#;
const NAME: &str =
    r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;
const N: &str = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;
const N_FROM_0: &str =
    r#"{"type":"object","properties":{"n":{"type":"integer","minimum":0}},"required":["n"]}"#;
const PROJECT: &str =
    r#"{"type":"object","properties":{"project":{"type":"integer"}},"required":["project"]}"#;
const X: &str = r#"{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}"#;
const ONE_OR_TWO: &str = r#"{"type":"object","properties":{"t":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b","c"]}}},"required":["t"]}"#;

pub(super) fn cases() -> Vec<Case> {
    let mut all = content();
    all.extend(numbers());
    all.extend(presence());
    all.extend(choices());
    all.extend(super::strings::cases());
    all
}

fn content() -> Vec<Case> {
    vec![
        Case::new(
            "env-accept-empty-object-is-not-approval",
            CONFIRM,
            "{}",
            Invalid(&[("confirm", "missing")]),
        ),
        // The form is answered; that false keeps a gate closed is the gate's to decide.
        Case::new(
            "env-accept-false-is-not-approval",
            CONFIRM,
            r#"{"confirm":false}"#,
            Decoded(r#"{"confirm":false}"#),
        )
        .typed(typed::<bool>, Decoded("false")),
        Case::new(
            "env-accept-all-optional-empty-object",
            r#"{"type":"object","properties":{"nick":{"type":"string"},"age":{"type":"integer"}}}"#,
            "{}",
            Decoded("{}"),
        )
        .typed(typed::<Option<String>>, Decoded("None")),
        // Strict hosts send an object.
        Case::new(
            "env-accept-content-null",
            NAME,
            "null",
            Invalid(&[("name", "missing")]),
        )
        .strict(Invalid(&[("", "type")])),
        Case::new(
            "env-content-object-with-integer",
            PROJECT,
            r#"{"project":1}"#,
            Decoded(r#"{"project":1}"#),
        ),
        Case::new(
            "env-content-is-array",
            PROJECT,
            r#"[{"project":1}]"#,
            Invalid(&[("", "type")]),
        ),
        // Only the content member reaches the form.
        Case::new(
            "env-decode-inner-content-not-envelope",
            NAME,
            r#"{"name":"inner"}"#,
            Decoded(r#"{"name":"inner"}"#),
        )
        .typed(typed::<String>, Decoded("\"inner\"")),
        Case::new(
            "env-unknown-members-and-meta-ignored",
            CONFIRM,
            r#"{"confirm":true}"#,
            Decoded(r#"{"confirm":true}"#),
        ),
        Case::new(
            "env-content-extra-property-ignored",
            NAME,
            r#"{"name":"Ana","is_admin":true}"#,
            Decoded(r#"{"name":"Ana"}"#),
        )
        .strict(Invalid(&[("is_admin", "unexpected")])),
        Case::new(
            "env-duplicate-key-in-content",
            CONFIRM,
            r#"{"confirm":false,"confirm":true}"#,
            Unread,
        ),
        Case::new(
            "env-mixed-type-values-kept",
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"boolean"}},"required":["a"]}"#,
            r#"{"a":{"nested":1},"b":true}"#,
            Invalid(&[("a", "type")]),
        ),
        Case::new(
            "bool-string-true-rejected",
            CONFIRM,
            r#"{"confirm":"true"}"#,
            Invalid(&[("confirm", "type")]),
        )
        .typed(typed::<bool>, Invalid(&[("confirm", "type")])),
        // The policy decides what no content at all is.
        Case::new("no-content", NAME, "", Invalid(&[("name", "missing")]))
            .without_content()
            .strict(Invalid(&[("", "missing")])),
    ]
}

fn numbers() -> Vec<Case> {
    vec![
        Case::new("num-integer-written-as-1e2", N, r#"{"n":1e2}"#, Decoded(r#"{"n":1e2}"#))
            .typed(typed::<i64>, Decoded("100")),
        Case::new("num-integer-negative-zero", N_FROM_0, r#"{"n":-0}"#, Decoded(r#"{"n":-0}"#))
            .typed(typed::<u8>, Decoded("0")),
        Case::new("num-integer-fraction-rejected", N, r#"{"n":2.5}"#, Invalid(&[("n", "type")]))
            .typed(typed::<i64>, Invalid(&[("n", "type")])),
        Case::new(
            "num-number-fraction-accepted",
            r#"{"type":"object","properties":{"price":{"type":"number","minimum":0}},"required":["price"]}"#,
            r#"{"price":19.95}"#,
            Decoded(r#"{"price":19.95}"#),
        )
        .typed(typed::<f64>, Decoded("19.95")),
        Case::new("num-number-written-as-integer", X, r#"{"x":123}"#, Decoded(r#"{"x":123}"#))
            .typed(typed::<f64>, Decoded("123.0")),
        Case::new("num-numeric-string-rejected", N, r#"{"n":"42"}"#, Invalid(&[("n", "type")]))
            .typed(typed::<i64>, Invalid(&[("n", "type")])),
        Case::new("num-partial-numeric-string-rejected", N, r#"{"n":"42xyz"}"#, Invalid(&[("n", "type")]))
            .typed(typed::<i64>, Invalid(&[("n", "type")])),
        // The schema has no bounds here; a 64-bit field of a derived form says ±(2^53 − 1) unless given a `range`.
        Case::new(
            "num-i64-above-2pow53-exact",
            N,
            r#"{"n":9007199254740993}"#,
            Decoded(r#"{"n":9007199254740993}"#),
        )
        .typed(typed::<i64>, Decoded("9007199254740993")),
        Case::new(
            "num-bound-compare-not-through-f64",
            r#"{"type":"object","properties":{"n":{"type":"integer","maximum":9007199254740992}},"required":["n"]}"#,
            r#"{"n":9007199254740993}"#,
            Invalid(&[("n", "maximum")]),
        )
        .typed(typed::<i64>, Invalid(&[("n", "maximum")])),
        Case::new(
            "num-u64-max-exact",
            N_FROM_0,
            r#"{"n":18446744073709551615}"#,
            Decoded(r#"{"n":18446744073709551615}"#),
        )
        .typed(typed::<u64>, Decoded("18446744073709551615")),
        // The schema alone allows it; the type does not. The rule is named `maximum`, there is none called `range`.
        Case::new(
            "num-u64-overflow-rejected",
            N_FROM_0,
            r#"{"n":18446744073709551616}"#,
            Decoded(r#"{"n":18446744073709551616}"#),
        )
        .typed(typed::<u64>, Invalid(&[("n", "maximum")])),
        Case::new("num-exponent-overflow", X, r#"{"x":1e400}"#, Unread),
        Case::new(
            "num-minimum-violated",
            r#"{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0}},"required":["name"]}"#,
            r#"{"name":"Ana","age":-5}"#,
            Invalid(&[("age", "minimum")]),
        ),
        Case::new("num-wrong-type-in-string-field", NAME, r#"{"name":42}"#, Invalid(&[("name", "type")]))
            .typed(typed::<String>, Invalid(&[("name", "type")])),
    ]
}

fn presence() -> Vec<Case> {
    vec![
        Case::new(
            "default-explicit-false-wins",
            r#"{"type":"object","properties":{"notify":{"type":"boolean","default":true}}}"#,
            r#"{"notify":false}"#,
            Decoded(r#"{"notify":false}"#),
        )
        .typed(typed::<Option<bool>>, Decoded("Some(false)")),
        // Defaults are data for the client: none is filled in.
        Case::new(
            "default-is-not-filled-in",
            r#"{"type":"object","properties":{"notify":{"type":"boolean","default":true}},"required":["notify"]}"#,
            "{}",
            Invalid(&[("notify", "missing")]),
        )
        .typed(typed::<bool>, Invalid(&[("notify", "missing")])),
        Case::new(
            "opt-null-for-optional",
            r#"{"type":"object","properties":{"nick":{"type":"string"}}}"#,
            r#"{"nick":null}"#,
            Decoded("{}"),
        )
        .strict(Invalid(&[("nick", "type")])),
        Case::new("opt-null-for-required", NAME, r#"{"name":null}"#, Invalid(&[("name", "type")]))
            .typed(typed::<String>, Invalid(&[("name", "type")])),
        Case::new(
            "opt-empty-string-fails-minlength",
            r#"{"type":"object","properties":{"note":{"type":"string","minLength":1}}}"#,
            r#"{"note":""}"#,
            Invalid(&[("note", "minLength")]),
        )
        .typed(typed::<Option<String>>, Invalid(&[("note", "minLength")])),
        Case::new(
            "opt-absent-and-null-same-option",
            r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"boolean"},"c":{"type":"string","enum":["x","y"]}}}"#,
            "{}",
            Decoded("{}"),
        )
        .typed(typed::<Option<i64>>, Decoded("None")),
    ]
}

fn choices() -> Vec<Case> {
    vec![
        Case::new(
            "enum-title-sent-instead-of-const",
            r#"{"type":"object","properties":{"p":{"type":"string","oneOf":[{"const":"low","title":"Low Priority"},{"const":"high","title":"High Priority"}]}},"required":["p"]}"#,
            r#"{"p":"Low Priority"}"#,
            Invalid(&[("p", "enum")]),
        ),
        Case::new(
            "enum-case-sensitive",
            r#"{"type":"object","properties":{"c":{"type":"string","enum":["Red","Green"]}},"required":["c"]}"#,
            r#"{"c":"red"}"#,
            Invalid(&[("c", "enum")]),
        ),
        Case::new("multi-select-decodes", ONE_OR_TWO, r#"{"t":["b","a"]}"#, Decoded(r#"{"t":["b","a"]}"#))
            .typed(typed::<Vec<Letter>>, Decoded("[B, A]")),
        Case::new("multi-select-too-many", ONE_OR_TWO, r#"{"t":["a","b","c"]}"#, Invalid(&[("t", "maxItems")]))
            .typed(typed::<Vec<Letter>>, Invalid(&[("t", "maxItems")])),
        Case::new(
            "multi-select-empty-without-minitems",
            r#"{"type":"object","properties":{"t":{"type":"array","items":{"type":"string","enum":["a","b"]}}},"required":["t"]}"#,
            r#"{"t":[]}"#,
            Decoded(r#"{"t":[]}"#),
        )
        .typed(typed::<Vec<Letter>>, Decoded("[]")),
        Case::new("multi-select-bare-string", ONE_OR_TWO, r#"{"t":"a"}"#, Invalid(&[("t", "type")]))
            .typed(typed::<Vec<Letter>>, Invalid(&[("t", "type")])),
        Case::new("multi-select-non-string-items", ONE_OR_TWO, r#"{"t":["a",1]}"#, Invalid(&[("t", "enum")]))
            .typed(typed::<Vec<Letter>>, Invalid(&[("t", "enum")])),
        // The wire has no uniqueItems: a list keeps duplicates, a set counts again.
        Case::new(
            "multi-select-duplicates",
            r#"{"type":"object","properties":{"t":{"type":"array","minItems":2,"items":{"type":"string","enum":["a","b"]}}},"required":["t"]}"#,
            r#"{"t":["a","a"]}"#,
            Decoded(r#"{"t":["a","a"]}"#),
        )
        .typed(typed::<std::collections::BTreeSet<Letter>>, Invalid(&[("t", "minItems")])),
    ]
}
