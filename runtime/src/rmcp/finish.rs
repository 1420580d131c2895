//! How a call ends: with the handler's own result, with questions, or with what stopped it.

use std::collections::BTreeMap;
use std::error::Error as StdError;

use rmcp::ErrorData;
use rmcp::handler::server::prompt::IntoGetPromptResult;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, GetPromptResponse, InputRequiredResult,
    ReadResourceResponse,
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

/// What a handler returned, before its call has ended.
pub struct Told<T> {
    /// Whether it is an error, which is what passes a pause on.
    failed: bool,
    /// What the client gets, unless a pause is on: nobody looks into that then.
    answer: Option<Result<T, ErrorData>>,
}

/// What a tool returned.
pub(super) fn tell_tool<R, W>(ask: &Ask<'_>, returned: R) -> Told<CallToolResponse>
where
    R: Return,
    R::Value: IntoCallToolResult,
    R::Failure: ToolFailure<W>,
{
    let returned = returned.into_result();
    Told::new(ask, returned, |returned| match returned {
        Ok(value) => match value.into_call_tool_result()? {
            CallToolResponse::InputRequired(_) => Err(stateless(ask.conversation.name())),
            response => Ok(response),
        },
        Err(failure) => failure.tell(),
    })
}

/// What a prompt returned.
pub(super) fn tell_prompt<R>(ask: &Ask<'_>, returned: R) -> Told<GetPromptResponse>
where
    R: Return,
    R::Value: IntoGetPromptResult,
    R::Failure: Failure,
{
    let returned = returned.into_result();
    Told::new(ask, returned, |returned| match returned {
        Ok(value) => match value.into_get_prompt_result()? {
            GetPromptResponse::InputRequired(_) => Err(stateless(ask.conversation.name())),
            response => Ok(response),
        },
        Err(error) => Err(failure(error)),
    })
}

impl<T> Told<T> {
    /// A pause is on.
    pub(super) fn paused() -> Self {
        Self {
            failed: true,
            answer: None,
        }
    }

    pub(super) fn new<V, E>(
        ask: &Ask<'_>,
        returned: Result<V, E>,
        tell: impl FnOnce(Result<V, E>) -> Result<T, ErrorData>,
    ) -> Self {
        Self {
            failed: returned.is_err(),
            answer: (!ask.conversation.is_stopped()).then(|| tell(returned)),
        }
    }
}

/// A response that may ask, or tell how a call ended.
pub trait Response: Sized {
    /// It asks.
    #[doc(hidden)]
    fn asks(result: InputRequiredResult) -> Self;

    /// The call was stopped.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that it is.
    #[doc(hidden)]
    fn stopped(stop: Stopped) -> Result<Self, ErrorData>;

    /// Says which confirmations the client seems to have given by itself, where there is a place for that.
    #[doc(hidden)]
    fn marked(self, by_itself: &[String]) -> Self;
}

/// What stopped a call, and where else the person can do it.
pub struct Stopped(pub(super) Stop, pub(super) Option<&'static str>);

impl Response for CallToolResponse {
    fn asks(result: InputRequiredResult) -> Self {
        result.into()
    }

    fn stopped(Stopped(stop, guidance): Stopped) -> Result<Self, ErrorData> {
        outcome::tool(stop, guidance).map(Into::into)
    }

    fn marked(self, by_itself: &[String]) -> Self {
        outcome::marked(self, by_itself)
    }
}

impl Response for GetPromptResponse {
    fn asks(result: InputRequiredResult) -> Self {
        result.into()
    }

    fn stopped(Stopped(stop, guidance): Stopped) -> Result<Self, ErrorData> {
        Err(outcome::error(stop, guidance))
    }

    fn marked(self, _: &[String]) -> Self {
        self
    }
}

impl Response for ReadResourceResponse {
    fn asks(result: InputRequiredResult) -> Self {
        result.into()
    }

    fn stopped(Stopped(stop, guidance): Stopped) -> Result<Self, ErrorData> {
        Err(outcome::error(stop, guidance))
    }

    fn marked(self, _: &[String]) -> Self {
        self
    }
}

/// Ends a call.
///
/// # Errors
///
/// The JSON-RPC error that the client gets.
pub async fn close<T: Response>(ask: Ask<'_>, told: Told<T>) -> Result<T, ErrorData> {
    let Told { failed, answer } = told;
    let by_itself = ask.conversation.accepted_by_itself();
    let guidance = ask.conversation.guidance();
    match (ask.conversation.finish(failed).await, answer) {
        (Ending::Handler, Some(answer)) => answer.map(|response| response.marked(&by_itself)),
        (Ending::Handler, None) => Err(ErrorData::internal_error(
            "the handler's result was lost",
            None,
        )),
        (ending, _) => ended(ending, guidance),
    }
}

/// What the client gets of a call that its handler did not end.
pub(super) fn ended<T: Response>(
    ending: Ending,
    guidance: Option<&'static str>,
) -> Result<T, ErrorData> {
    match ending {
        Ending::Asked {
            questions, state, ..
        } => {
            let requests = requests(&questions)?;
            Ok(T::asks(InputRequiredResult::new(Some(requests), state)))
        }
        Ending::Stopped(stop) => T::stopped(Stopped(stop, guidance)),
        Ending::Swallowed(stop) => Err(outcome::swallowed(&stop)),
        Ending::Handler => Err(ErrorData::internal_error(
            "the handler's result was lost",
            None,
        )),
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

/// A handler's own failure as a JSON-RPC error.
pub(super) fn failure(failure: impl Failure) -> ErrorData {
    match failure.boxed().downcast::<ErrorData>() {
        Ok(error) => *error,
        Err(error) => ErrorData::internal_error(error.to_string(), None),
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
