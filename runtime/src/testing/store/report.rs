//! What came of the suite.

use std::fmt;

use super::Rule;
use crate::ledger::StoreError;

/// How a store breaks a rule.
#[derive(Debug)]
pub struct Broken(String);

impl Broken {
    pub(super) fn differs(
        line: u32,
        what: impl fmt::Display,
        left: &dyn fmt::Debug,
        right: &dyn fmt::Debug,
    ) -> Self {
        Self(format!(
            "line {line}: {what}\n  got  {left:?}\n  want {right:?}"
        ))
    }

    pub(super) fn shape(line: u32, pattern: &str, value: &dyn fmt::Debug) -> Self {
        Self(format!("line {line}:\n  got  {value:?}\n  want {pattern}"))
    }

    pub(super) fn lost(what: &str) -> Self {
        Self(what.to_owned())
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

impl From<StoreError> for Broken {
    fn from(error: StoreError) -> Self {
        let mut text = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(cause) = source {
            text = format!("{text}: {cause}");
            source = cause.source();
        }
        Self(text)
    }
}

/// What came of the suite: which rules are kept, broken, left out.
#[derive(Debug, Default)]
#[must_use]
pub struct Report {
    kept: Vec<&'static str>,
    left_out: Vec<&'static str>,
    broken: Vec<(&'static str, Broken)>,
}

impl Report {
    pub(super) fn add(&mut self, rule: &Rule, came: Result<bool, Broken>) {
        match came {
            Ok(true) => self.kept.push(rule.name()),
            Ok(false) => self.left_out.push(rule.name()),
            Err(broken) => self.broken.push((rule.name(), broken)),
        }
    }

    /// The rules that the store keeps.
    #[must_use]
    pub fn kept(&self) -> &[&'static str] {
        &self.kept
    }

    /// The rules that were not checked, since the store's time cannot be moved.
    #[must_use]
    pub fn left_out(&self) -> &[&'static str] {
        &self.left_out
    }

    /// The rules that the store breaks, and how.
    #[must_use]
    pub fn broken(&self) -> &[(&'static str, Broken)] {
        &self.broken
    }

    /// Ends the test unless every rule that was checked is kept.
    ///
    /// # Panics
    /// With every broken rule and how it is broken.
    #[track_caller]
    pub fn unwrap(self) {
        assert!(self.broken.is_empty(), "{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} rules kept, {} broken, {} left out",
            self.kept.len(),
            self.broken.len(),
            self.left_out.len()
        )?;
        for (name, broken) in &self.broken {
            writeln!(f, "{name}: {broken}")?;
        }
        Ok(())
    }
}
