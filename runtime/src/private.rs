//! What the expansion of the macros uses. Not part of the public interface: it changes without notice.

pub use crate::conversation::{
    Ask, Asked, Asking, Handler, Item, Optional, Pause, QuestionKind, Receipt, Return, Round, What,
    spec,
};
pub use crate::question::{Message, Values};
#[cfg(feature = "rmcp")]
pub use crate::rmcp::{Parameters, PromptCall, ToolCall, finish_prompt, finish_tool};
#[cfg(feature = "rmcp")]
pub use rmcp;

/// For the derives of forms, choices and fields.
pub mod form {
    pub use std::borrow::Cow;

    pub use schemars;
    pub use serde_json::Value;

    pub use crate::form::derive::*;
    pub use crate::form::{
        Choice, ChoiceOption, DefaultValue, Fault, Field, FieldSchema, Form, Format, Kind, Present,
        Reader, Schema, Shape,
    };
}
