//! How a call ends: with the handler's own result, with questions, or with what stopped it.

use std::collections::BTreeMap;
use std::error::Error as StdError;

use rmcp::ErrorData;
use rmcp::handler::server::prompt::IntoGetPromptResult;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, GetPromptResponse, InputRequiredResult,
};

use super::outcome;
use super::stated::stateless;
use super::wire;
use crate::conversation::{Ask, Delivered, Ending, Pause, Return, Stop};
use crate::error::Error;

impl From<Pause> for ErrorData {
    fn from(pause: Pause) -> Self {
        Self::internal_error(pause.to_string(), None)
    }
}

/// A handler's error on its way to the wire: `rmcp::ErrorData` keeps its code, anything else is told to the model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent to the client as an error",
    label = "neither `rmcp::ErrorData` nor anything that can be boxed as an error",
    note = "implement `std::error::Error` for it, or return `askback::Error`"
)]
pub trait Failure {
    /// The error, boxed.
    fn boxed(self) -> Box<dyn StdError + Send + Sync>;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn StdError + Send + Sync>>> Failure for E {
    fn boxed(self) -> Box<dyn StdError + Send + Sync> {
        self.into()
    }
}

impl Failure for Error {
    fn boxed(self) -> Box<dyn StdError + Send + Sync> {
        self.into_inner()
    }
}

/// A tool's own error on its way to the wire. `W` is one of two ways: rmcp's own, or as a [`Failure`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent to the client as an error",
    label = "neither `rmcp::ErrorData` nor anything that can be boxed as an error",
    note = "implement `std::error::Error` or rmcp's `IntoCallToolResult` for it, or return `askback::Error`"
)]
pub trait ToolFailure<W> {
    /// What the client gets.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that it is.
    fn tell(self) -> Result<CallToolResponse, ErrorData>;
}

/// As rmcp itself tells an error: by its `IntoCallToolResult`.
pub struct AsRmcpDoes;

/// As any error is told: by its text.
pub struct AsAnError;

#[diagnostic::do_not_recommend]
impl<E: IntoCallToolResult> ToolFailure<AsRmcpDoes> for E {
    fn tell(self) -> Result<CallToolResponse, ErrorData> {
        Err::<CallToolResult, _>(self).into_call_tool_result()
    }
}

#[diagnostic::do_not_recommend]
impl<E: Failure> ToolFailure<AsAnError> for E {
    fn tell(self) -> Result<CallToolResponse, ErrorData> {
        tool_failure(self).map(Into::into)
    }
}

/// Ends a tool call.
///
/// # Errors
///
/// The JSON-RPC error that the client gets.
pub(super) fn finish_tool<R, W>(ask: Ask<'_>, returned: R) -> Result<CallToolResponse, ErrorData>
where
    R: Return,
    R::Value: IntoCallToolResult,
    R::Failure: ToolFailure<W>,
{
    let by_itself = ask.conversation.accepted_by_itself();
    let marked = |result| outcome::marked(result, &by_itself);
    let name = ask.conversation.name().to_owned();
    match end(ask, returned.into_result()) {
        End::Handler(Ok(value)) => match value.into_call_tool_result()? {
            CallToolResponse::InputRequired(_) => Err(stateless(&name)),
            response => Ok(marked(response)),
        },
        End::Handler(Err(failure)) => failure.tell().map(marked),
        End::Asked(result) => Ok(result.into()),
        End::Stopped(stop, guidance) => outcome::tool(stop, guidance).map(Into::into),
        End::Failed(error) => Err(error),
    }
}

/// A tool's own failure: told to the model, unless it is an `ErrorData`.
pub(super) fn tool_failure(failure: impl Failure) -> Result<CallToolResult, ErrorData> {
    match failure.boxed().downcast::<ErrorData>() {
        Ok(error) => Err(*error),
        Err(error) => Ok(CallToolResult::error(vec![ContentBlock::text(
            error.to_string(),
        )])),
    }
}

/// Ends a prompt request.
///
/// # Errors
///
/// The JSON-RPC error that the client gets.
pub(super) fn finish_prompt<R>(ask: Ask<'_>, returned: R) -> Result<GetPromptResponse, ErrorData>
where
    R: Return,
    R::Value: IntoGetPromptResult,
    R::Failure: Failure,
{
    let name = ask.conversation.name().to_owned();
    match end(ask, returned.into_result()) {
        End::Handler(Ok(value)) => match value.into_get_prompt_result()? {
            GetPromptResponse::InputRequired(_) => Err(stateless(&name)),
            response => Ok(response),
        },
        other => not_finished(other).map(Into::into),
    }
}

/// What a call that is no tool's ends with, when its handler did not succeed.
pub(super) fn not_finished<T, E: Failure>(
    end: End<T, E>,
) -> Result<InputRequiredResult, ErrorData> {
    match end {
        End::Asked(result) => Ok(result),
        End::Stopped(stop, guidance) => Err(outcome::error(stop, guidance)),
        End::Failed(error) => Err(error),
        End::Handler(Ok(_)) => Err(ErrorData::internal_error(
            "the handler's result was lost",
            None,
        )),
        End::Handler(Err(error)) => Err(failure(error)),
    }
}

/// A handler's own failure as a JSON-RPC error.
pub(super) fn failure(failure: impl Failure) -> ErrorData {
    match failure.boxed().downcast::<ErrorData>() {
        Ok(error) => *error,
        Err(error) => ErrorData::internal_error(error.to_string(), None),
    }
}

/// How a call ended.
pub(super) enum End<T, E> {
    Handler(Result<T, E>),
    Asked(InputRequiredResult),
    Stopped(Stop, Option<&'static str>),
    Failed(ErrorData),
}

pub(super) fn end<T, E>(ask: Ask<'_>, returned: Result<T, E>) -> End<T, E> {
    let guidance = ask.conversation.guidance();
    match ask.conversation.finish(returned.is_err()) {
        Ending::Handler => End::Handler(returned),
        Ending::Asked { questions, state } => match requests(&questions) {
            Ok(requests) => End::Asked(InputRequiredResult::new(Some(requests), state)),
            Err(error) => End::Failed(error),
        },
        Ending::Stopped(stop) => End::Stopped(stop, guidance),
        Ending::Swallowed(stop) => End::Failed(outcome::swallowed(&stop)),
    }
}

fn requests(
    questions: &[Delivered],
) -> Result<BTreeMap<String, rmcp::model::InputRequest>, ErrorData> {
    let requests = questions.iter().map(|question| {
        wire::input_request(question).map_err(|error| {
            let misuse = format!("the question `{}` cannot be sent: {error}", question.key);
            outcome::error(Stop::Misuse(misuse), None)
        })
    });
    requests.collect()
}
