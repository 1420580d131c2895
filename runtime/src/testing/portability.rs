//! What real clients do badly with a form: a lint for tests.
//!
//! ```
//! # #[cfg(feature = "macros")] {
//! use askback::Form;
//! use askback::testing::portability;
//! use askback::testing::portability::Lint;
//!
//! #[derive(Form)]
//! #[form(rename_all = "kebab-case")]
//! struct Deletion {
//!     reason: String,
//!     due_by: Option<String>,
//! }
//!
//! // FastMCP calls `due-by` otherwise, and sends null for it when it is left out.
//! let findings = portability::<Deletion>();
//! assert_eq!(findings.iter().map(|finding| finding.lint()).collect::<Vec<_>>(), [Lint::Renamed, Lint::Unset]);
//!
//! #[derive(Form)]
//! struct Better {
//!     reason: String,
//!     #[form(default = "")]
//!     due_by: Option<String>,
//! }
//!
//! // Who fills in a default is known, and all right here.
//! let findings = portability::<Better>().except_in("due_by", Lint::Default);
//! assert!(findings.is_empty(), "{findings}");
//! # }
//! ```
//!
//! What it knows was seen with the five clients of [`Client`], in the versions that [`Client::version`] gives: each answered a
//! form with the field kind in question. Other clients, and what a form's message says, are not looked at.

mod catalogue;
mod check;
mod finding;
mod python;

pub use catalogue::{Client, Lint, Severity};
pub use finding::{Finding, Findings};

use crate::form::{Form, Schema};

/// What the known clients would drop, refuse or render badly in this form: its fields in their order, the whole form last.
///
/// Choices that only the call knows are not looked at: fill them in and use [`portability_of`].
#[must_use]
pub fn portability<F: Form>() -> Findings {
    portability_of(F::schema())
}

/// The same for a form that is known only as a schema, or whose choices are given by now.
///
/// ```
/// use askback::form::{Policy, Schema};
/// use askback::testing::portability::{Lint, portability_of};
///
/// let schema = serde_json::json!({
///     "type": "object",
///     "properties": { "class": { "type": "string" } },
///     "required": ["class"],
/// });
/// let schema = Schema::from_json(&schema, Policy::Portable)?;
/// let findings = portability_of(&schema);
/// assert_eq!(
///     findings.to_string(),
///     "harm: `class`: FastMCP's typed handlers call it `class_`, and FastMCP refuses an answer without `class`; \
///      name it otherwise on the wire, in ASCII letters, digits and single underscores, and no keyword of Python \
///      (the title is what the person reads)"
/// );
/// assert!(findings.except(Lint::Renamed).is_empty());
/// # Ok::<(), askback::form::Violations>(())
/// ```
#[must_use]
pub fn portability_of(schema: &Schema) -> Findings {
    check::of(schema).into_iter().collect()
}

#[cfg(test)]
mod tests;
