//! What the expansion of the macros uses. Not part of the public interface: it changes without notice.

#[doc(hidden)]
pub use crate::__askback_asked_as as asked_as;
pub use crate::conversation::{
    Ask, Asked, AskedAs, Asking, Carried, Carry, Fields, FieldsWhen, FilledIn, GateError,
    GateQuestion, GateSite, Handler, Item, Keep, Keeper, Known, KnownInside, NoFields, Optional,
    Pause, Plan, Probe, QuestionKind, Receipt, Recover, RecoverWith, Return, Round, Ruling, Slot,
    Stated, Unchecked, Unknown, Verdict, Verified, Visit, What, address, by_hand, carry, check,
    choices, choices_given, covers, decide, declare, declare_when, default, is_unit, keeper, label,
    names_field, plain, recover, recover_with, ruling, spec, takes_choices, typed, until, visit,
    words,
};
pub use crate::question::{Component, Message, Values, component};
#[cfg(feature = "rmcp")]
pub use crate::rmcp::{
    MayAsk, NotReadAgain, Parameters, PromptCall, PromptEnd, PromptParameter, ReadAgain, Returns,
    StatedReturns, ToldAsError, ToldByRmcp, ToolCall, ToolParameter, close, close_stated,
    prompt_parameter, prompt_returns, prompt_stated, sent, tool_parameter, tool_returns,
    tool_stated,
};
#[cfg(feature = "rmcp")]
#[doc(hidden)]
pub use crate::{__askback_read_again as read_again, __askback_told as told};
#[cfg(feature = "macros")]
pub use askback_macros::document;
#[cfg(feature = "rmcp")]
pub use rmcp;

/// For the derives of forms, choices and fields.
pub mod form {
    pub use std::borrow::Cow;

    pub use schemars;
    pub use serde_json::Value;

    pub use crate::form::derive::*;
    pub use crate::form::{
        Choice, ChoiceOption, Counts, DefaultValue, Fault, Field, FieldSchema, Form, Format, Kind,
        Member, Present, Reader, Schema, Shape,
    };
}
#[cfg(feature = "macros")]
pub use askback_macros::message;

/// For `#[operation]`.
pub mod registry {
    pub use serde_json::{Map, Value};

    pub use crate::registry::{
        Fails, Operation, OperationFuture, OperationParameter, OperationReturns, Parameter, State,
        description, operation_returns, parameter, schema, takes,
    };
}
