//! The cases that concern questions, answers and rounds.

use std::collections::BTreeSet;

use crate::table::rows;

const IDS: [&str; 71] = [
    "env-accept-empty-object-is-not-approval",
    "env-accept-false-is-not-approval",
    "env-accept-all-optional-empty-object",
    "env-accept-content-null",
    "env-cancel-content-null-tolerated",
    "env-decline-content-not-validated",
    "env-content-object-with-integer",
    "env-content-is-array",
    "env-decode-inner-content-not-envelope",
    "env-unknown-members-and-meta-ignored",
    "env-content-extra-property-ignored",
    "env-duplicate-key-in-content",
    "env-mixed-type-values-kept",
    "mrtr-state-only-result-and-retry",
    "mrtr-empty-requests-map-with-state",
    "mrtr-empty-string-key-is-ordinary",
    "mrtr-one-of-two-missing",
    "mrtr-wrong-key-only",
    "mrtr-responses-empty-object",
    "mrtr-responses-null",
    "mrtr-response-not-an-object",
    "mrtr-response-of-other-kind",
    "mrtr-discriminate-on-resulttype",
    "mrtr-not-wrapped-into-content",
    "mrtr-final-result-has-resulttype",
    "mrtr-stale-answers-in-state-only-round",
    "mrtr-duplicate-key-two-asks-one-round",
    "mrtr-ordinal-key-skew",
    "mrtr-effect-before-ask-runs-once",
    "mrtr-retry-same-jsonrpc-id-tolerated",
    "state-tampered",
    "state-expired",
    "state-other-arguments",
    "state-other-tool",
    "state-other-method",
    "state-argument-digest-ignores-key-order",
    "state-argument-digest-number-spelling",
    "state-absent-vs-null-arguments",
    "state-from-other-service",
    "state-noncanonical-base64",
    "state-oversized",
    "state-retired-key-within-ttl",
    "gate-first-shot-forged-answers",
    "plain-form-first-shot-answers-accepted",
    "replay-identical-after-completion",
    "replay-changed-answer-after-claim",
    "replay-crash-between-claim-and-effect",
    "decline-is-not-missing",
    "cancel-distinct-from-decline",
    "declined-result-not-truthy",
    "rounds-counter-not-resettable",
    "abandoned-flows-do-not-leak",
    "cap-empty-elicitation-means-form",
    "cap-empty-elicitation-url-ask",
    "cap-meta-missing",
    "place-retry-fields-on-unsupported-method",
    "place-parallel-request-without-state",
    "url-accept-is-not-completion",
    "url-accept-content-dropped",
    "url-dangerous-scheme-refused",
    "url-no-elicitation-id-on-2026",
    "url-elicitation-id-on-2025-11-25",
    "url-no-secret-or-identity-in-url",
    "legacy-client-errors-on-elicit",
    "legacy-silent-client",
    "legacy-human-wait-has-own-timeout",
    "legacy-2025-06-18-enums-degrade",
    "legacy-2025-06-18-no-multiselect",
    "legacy-default-only-on-boolean-2025-06-18",
    "legacy-capability-with-form-and-url-keys",
    "legacy-mode-absent-means-form",
];

#[test]
fn every_case_is_run_or_says_why_not() {
    let rows = rows();
    let known: BTreeSet<_> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(known, BTreeSet::from(IDS));
    for row in &rows {
        let runs = !row.legs.is_empty();
        let explained = row.not_run.as_ref().is_some_and(|why| why.len() > 20);
        assert!(runs != explained, "{}", row.id);
    }
}
