//! What the expansions of the macros name. No part of the public interface: it may change in any version.

pub use std::borrow::Cow;

pub use schemars;
pub use serde_json::Value;

pub use crate::form::derive::*;
pub use crate::form::{
    Choice, ChoiceOption, DefaultValue, Fault, Field, FieldSchema, Form, Format, Kind, Present, Reader, Schema, Shape,
};
