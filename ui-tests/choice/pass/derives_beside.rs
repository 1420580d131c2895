//! A choice with the other derives that enums have: what they say of a value is what we say of it.

use std::collections::{BTreeMap, HashMap};

use askback::Choice;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(
    Choice, Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "How bad")]
#[repr(u8)]
#[non_exhaustive]
#[must_use]
pub enum Severity {
    /// Can wait
    #[default]
    CanWait = 1,
    /// At once
    #[serde(alias = "now")]
    AtOnce,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Arguments {
    severity: Severity,
}

fn main() {
    for severity in [Severity::CanWait, Severity::AtOnce] {
        let json = serde_json::to_value(severity).unwrap();
        assert_eq!(json, severity.value());
        assert_eq!(serde_json::from_value::<Severity>(json).unwrap(), severity);
        assert_eq!(Severity::from_value(severity.value()), Some(severity));
    }
    // What serde reads besides is not offered.
    assert_eq!(serde_json::from_value::<Severity>("now".into()).unwrap(), Severity::AtOnce);
    assert_eq!(Severity::from_value("now"), None);
    assert_eq!(Severity::from_value(Severity::default().value()), Some(Severity::CanWait));
    let counts = HashMap::from([(Severity::AtOnce, 1)]);
    let sorted = BTreeMap::from([(Severity::AtOnce, 2), (Severity::CanWait, 1)]);
    assert_eq!((counts[&Severity::AtOnce], sorted.into_values().next()), (1, Some(1)));
    assert_eq!(Severity::AtOnce as u8, 2);
    let _ = schemars::schema_for!(Arguments);
    let _ = Arguments { severity: Severity::default() }.severity;
}
