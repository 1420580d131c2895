//! Forms: the flat schema profile, typed decoding, and what was wrong with an answer.
//!
//! A [`Form`] is a struct that the person fills in. Its [`Schema`] goes to the client as `requestedSchema` (MCP
//! 2026-07-28, client/elicitation, "Requested Schema"); the answer comes back as JSON and is read by [`decode`], or by
//! [`check`] when the form is known only as a schema. Both report every faulty field at once and coerce nothing.
//!
//! ```
//! # #[cfg(feature = "macros")] {
//! use askback::form::{Form as _, Policy, decode};
//!
//! #[derive(askback::Form)]
//! struct Deletion {
//!     /// Why is this table being emptied?
//!     #[form(length = 3..=200)]
//!     reason: String,
//!     rows: Option<u8>,
//! }
//!
//! let good = serde_json::json!({"reason": "obsolete", "rows": 3.0});
//! let deletion: Deletion = decode(Some(&good), Deletion::schema(), Policy::Portable)?;
//! assert_eq!((deletion.reason.as_str(), deletion.rows), ("obsolete", Some(3)));
//!
//! let bad = serde_json::json!({"reason": "no", "rows": "3"});
//! let errors = decode::<Deletion>(Some(&bad), Deletion::schema(), Policy::Portable).err().unwrap_or_default();
//! assert_eq!(
//!     errors.to_string(),
//!     "reason: This needs at least 3 characters.\nrows: This has to be a whole number."
//! );
//! # }
//! # Ok::<(), askback::form::FieldErrors>(())
//! ```

#[cfg(test)]
mod cases;
mod decode;
pub mod derive;
pub(crate) mod errors;
pub(crate) mod escape;
mod field;
mod format;
mod number;
mod parse;
mod rules;
mod schema;
pub mod secret;
mod types;

pub use decode::{Policy, Reader, check, decode};
pub use errors::{Fault, FieldError, FieldErrors, Rule, Violation, Violations};
pub use field::{Choice, Field, Form, InOption, Open, Optional, Presence, Present, Shape};
#[doc(hidden)]
pub use field::{Counts, Member};
pub use schema::{
    ChoiceOption, DefaultValue, FieldSchema, Format, Given, Kind, MAX_CHOICES, MAX_DESCRIPTION,
    MAX_FIELDS, MAX_SCHEMA_BYTES, MAX_TEXT_LENGTH, MAX_TITLE, Options, Schema,
};
