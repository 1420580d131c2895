//! What a form, a field and a choice are, as traits.

use serde_json::Value;

use super::{ChoiceOption, FieldError, FieldSchema, Kind, Reader, Schema};

/// A form: a struct whose fields the person fills in. Implemented by `#[derive(Form)]`.
pub trait Form: Sized + Send + 'static {
    /// The form's schema, built once.
    fn schema() -> &'static Schema;

    /// Reads the answer, field by field; `None` when at least one field was wrong. Every fault is kept in `reader`.
    fn decode(reader: &mut Reader<'_>) -> Option<Self>;
}

/// A type that a form's field may have.
pub trait Field: Sized + Send {
    /// What the type is on the wire, for compile-time checks.
    const SHAPE: Shape;
    /// Whether a field of this type has to be in the answer.
    const REQUIRED: bool;

    /// The wire kind with the bounds of the type itself.
    fn kind() -> Kind;

    /// Reads a value that is there. `field` holds the effective bounds and choices.
    fn decode(value: &Value, field: &FieldSchema) -> Result<Self, FieldError>;

    /// What an absent value means; `None` when it is an error.
    fn absent() -> Option<Self> {
        None
    }
}

/// One of a closed set of values. Implemented by `#[derive(Choice)]`.
pub trait Choice: Sized + Send + 'static {
    /// The options, in declaration order.
    fn options() -> &'static [ChoiceOption];
    /// Whether titles go out as `enumNames` (for old clients).
    const LEGACY: bool;
    /// The option with this wire value.
    fn from_value(value: &str) -> Option<Self>;
    /// The wire value.
    fn value(&self) -> &'static str;
}

/// The wire shape of a field type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A string.
    Text,
    /// A string with a fixed format (a date, a URL).
    Formatted,
    /// An integer within the type's own bounds.
    Integer {
        /// Least value.
        min: i128,
        /// Greatest value.
        max: i128,
    },
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// One option of a choice.
    Single,
    /// Several options of a choice.
    Multi,
}
