//! Forms: the flat schema profile, typed decoding, and what was wrong with an answer.

mod schema;
mod decode;
mod errors;
mod field;

pub use decode::{Policy, Reader, decode};
pub use errors::{FieldError, FieldErrors, Rule};
pub use field::{Choice, Field, Form, Shape};
pub use schema::{ChoiceOption, FieldSchema, Format, Kind, Schema};
