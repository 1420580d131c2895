//! Handlers with `#[state]`: they ask by their own result, and the runtime keeps their state.

use std::collections::BTreeMap;

use rmcp::ErrorData;
use rmcp::handler::server::common::{AsRequestContext, FromContextPart};
use rmcp::handler::server::prompt::PromptContext;
use rmcp::handler::server::tool::{IntoCallToolResult, ToolCallContext};
use rmcp::model::{CallToolResponse, GetPromptResponse, InputRequiredResult};

use super::call::{PromptCall, ToolCall};
use super::finish::{Failure, Response, Stopped, ToolFailure, failure};
use super::outcome;
use super::reenter;
use crate::conversation::{Handler, Keeper, Pause, Return, Stated, Stop};
use crate::question::{ROUND_LIMIT, is_key};

/// What the client answered to the requests of the last round, in a handler with `#[state]`: by key, as it came.
///
/// For tools it is what rmcp's extractor of the same name gives (`rmcp::handler::server::tool::InputResponses`); rmcp has
/// none for prompts. `None` in a first call, and in a handler without `#[state]`. There are only responses to what the last
/// round asked for; they are not checked otherwise, and they are the client's: check them.
///
/// ```
/// use askback::rmcp::InputResponses;
/// use rmcp::model::{GetPromptResponse, GetPromptResult, InputRequiredResult};
/// # use rmcp::{ErrorData, prompt, prompt_router};
/// # struct Desk;
///
/// #[derive(Default, serde::Serialize, serde::Deserialize)]
/// struct Draft {
///     topic: Option<String>,
/// }
///
/// # #[prompt_router]
/// # impl Desk {
/// #[askback::interactive]
/// #[prompt]
/// async fn report(
///     &self,
///     #[state] draft: &mut Draft,
///     InputResponses(responses): InputResponses,
/// ) -> Result<GetPromptResponse, ErrorData> {
///     let answer = responses.and_then(|mut responses| responses.remove("topic"));
///     if let Some(topic) = answer.as_ref().and_then(|answer| answer["content"]["topic"].as_str()) {
///         draft.topic = Some(topic.to_owned());
///     }
///     match &draft.topic {
///         Some(_topic) => Ok(GetPromptResult::new(Vec::new()).into()),
///         None => Ok(InputRequiredResult::from_input_requests(topic_request()).into()),
///     }
/// }
/// # }
/// # fn topic_request() -> rmcp::model::InputRequests { Default::default() }
/// ```
#[derive(Clone, Default)]
pub struct InputResponses(pub Option<rmcp::model::InputResponses>);

/// Shows the keys, not the answers.
impl std::fmt::Debug for InputResponses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let keys = self.0.as_ref().map(|responses| responses.keys());
        f.debug_tuple("InputResponses").field(&keys).finish()
    }
}

impl<C: AsRequestContext> FromContextPart<C> for InputResponses {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        let context = context.as_request_context_mut();
        Ok(context.extensions.remove::<Self>().unwrap_or_default())
    }
}

impl ToolCall {
    /// Opens the state of this call.
    ///
    /// # Errors
    ///
    /// What the client gets without the handler: the state, the caller or the connection is not what it has to be, or the
    /// call has ended or asked so before.
    pub async fn open_state<S>(
        &self,
        handler: &'static Handler,
        keeper: Keeper<S>,
    ) -> Result<Stated<S>, Result<CallToolResponse, ErrorData>> {
        let opened = self.request().own(&self.context, handler.into());
        let (own, brought) = Box::pin(opened).await?;
        let stated = Stated::new(own, brought, handler, keeper);
        stated.map_err(|stop| Err(outcome::error(stop, None)))
    }

    /// A context from which the author's own parameters are extracted, with the responses that the author may see.
    pub fn stated_context<'s, V, S>(
        &self,
        server: &'s V,
        stated: &Stated<S>,
    ) -> ToolCallContext<'s, V> {
        let mut context = self.context(server);
        context.input_responses = stated.responses().cloned();
        let responses = InputResponses(stated.responses().cloned());
        context.request_context.extensions.insert(responses);
        context
    }
}

impl PromptCall {
    /// Opens the state of this request.
    ///
    /// # Errors
    ///
    /// What the client gets without the handler: the state, the caller or the connection is not what it has to be, or the
    /// call has ended or asked so before.
    pub async fn open_state<S>(
        &self,
        handler: &'static Handler,
        keeper: Keeper<S>,
    ) -> Result<Stated<S>, Result<GetPromptResponse, ErrorData>> {
        let request = self.request().map_err(Err)?;
        let (own, brought) = Box::pin(request.own(&self.context, handler.into())).await?;
        let stated = Stated::new(own, brought, handler, keeper);
        stated.map_err(|stop| Err(outcome::error(stop, None)))
    }

    /// A context from which the author's own parameters are extracted, with the responses that the author may see.
    pub fn stated_context<'s, V, S>(
        &self,
        server: &'s V,
        stated: &Stated<S>,
    ) -> PromptContext<'s, V> {
        let mut context = self.context(server);
        let responses = InputResponses(stated.responses().cloned());
        context.context.extensions.insert(responses);
        context
    }
}

/// A prompt's result that may ask.
#[diagnostic::on_unimplemented(
    message = "a prompt with `#[state]` cannot return `{Self}`",
    label = "not a `GetPromptResponse`, nor what can be made into one",
    note = "return `Result<rmcp::model::GetPromptResponse, E>`: a `GetPromptResult` or an `InputRequiredResult`, each with `.into()`"
)]
pub trait MayAsk {
    /// The response.
    fn response(self) -> GetPromptResponse;
}

#[diagnostic::do_not_recommend]
impl<T: Into<GetPromptResponse>> MayAsk for T {
    fn response(self) -> GetPromptResponse {
        self.into()
    }
}

/// How a handler with `#[state]` that returns an `R` pauses and ends.
pub struct StatedReturns<R, S, T> {
    /// The handler's own way out.
    pub pause: fn(Pause) -> R,
    /// What it returned, for [`close_stated`].
    pub tell: fn(&Stated<S>, R) -> StatedTold<T>,
}

/// What a handler with `#[state]` returned, before its call has ended.
pub struct StatedTold<T>(Option<Result<Asks<T>, ErrorData>>);

enum Asks<T> {
    No(T),
    Yes(Box<InputRequiredResult>),
}

/// How a tool with `#[state]` that returns an `R` ends.
#[must_use]
pub fn tool_stated<R, S, W>(_: W) -> StatedReturns<R, S, CallToolResponse>
where
    R: Return,
    R::Value: IntoCallToolResult,
    R::Failure: ToolFailure<W>,
{
    StatedReturns {
        pause: R::pause,
        tell: |stated, returned| {
            StatedTold((!stated.is_stopped()).then(|| {
                let response = match returned.into_result() {
                    Ok(value) => value.into_call_tool_result()?,
                    Err(failure) => return failure.tell().map(Asks::No),
                };
                Ok(match response {
                    CallToolResponse::InputRequired(result) => Asks::Yes(Box::new(result)),
                    other => Asks::No(other),
                })
            }))
        },
    }
}

/// How a prompt with `#[state]` that returns an `R` ends.
#[must_use]
pub fn prompt_stated<R, S>() -> StatedReturns<R, S, GetPromptResponse>
where
    R: Return,
    R::Value: MayAsk,
    R::Failure: Failure,
{
    StatedReturns {
        pause: R::pause,
        tell: |stated, returned| {
            StatedTold((!stated.is_stopped()).then(|| {
                match returned.into_result().map(MayAsk::response) {
                    Ok(GetPromptResponse::InputRequired(result)) => Ok(Asks::Yes(Box::new(result))),
                    Ok(other) => Ok(Asks::No(other)),
                    Err(error) => Err(failure(error)),
                }
            }))
        },
    }
}

/// Ends a call of a handler with `#[state]`.
///
/// # Errors
///
/// The JSON-RPC error that the client gets.
pub async fn close_stated<S, T: Response>(
    mut stated: Stated<S>,
    told: StatedTold<T>,
) -> Result<T, ErrorData> {
    if let Some(stop) = stated.stopped().await {
        return T::stopped(Stopped(stop, None));
    }
    let failed = matches!(told.0, Some(Err(_)) | None);
    let response = match told.0 {
        Some(Ok(Asks::Yes(result))) => return keep(stated, *result).await.map(T::asks),
        Some(Ok(Asks::No(response))) => Ok(response),
        Some(Err(error)) => Err(error),
        None => Err(outcome::error(
            Stop::Internal("a pause was lost".to_owned()),
            None,
        )),
    };
    match stated.over(failed).await {
        Ok(()) => response,
        Err(stop) => T::stopped(Stopped(stop, None)),
    }
}

/// Checks what an author's own result asks for, and keeps the state.
async fn keep<S>(
    stated: Stated<S>,
    mut result: InputRequiredResult,
) -> Result<InputRequiredResult, ErrorData> {
    let guidance = stated.guidance();
    let told = |stop| outcome::error(stop, guidance);
    check(&stated, &result).map_err(told)?;
    let keys = result.input_requests.iter().flat_map(BTreeMap::keys);
    let keys = keys.cloned().collect();
    let shown =
        serde_json::to_vec(&result).map_err(|error| told(Stop::Internal(error.to_string())))?;
    result.request_state = Some(stated.suspend(keys, &shown).await.map_err(told)?);
    Ok(result)
}

fn check<S>(stated: &Stated<S>, result: &InputRequiredResult) -> Result<(), Stop> {
    let name = stated.name();
    if result.request_state.is_some() {
        return Err(Stop::Misuse(format!(
            "`{name}` has `#[state]` and set `request_state` itself; leave it empty: the state is sealed into it"
        )));
    }
    let keys = result.input_requests.iter().flat_map(BTreeMap::keys);
    let count = keys.clone().count();
    if count > ROUND_LIMIT {
        return Err(Stop::Misuse(format!(
            "`{name}` asks for {count} things in one round, and {ROUND_LIMIT} are the most; ask for the others in the next"
        )));
    }
    if keys.clone().any(|key| !is_key(key)) {
        return Err(Stop::Misuse(format!(
            "`{name}` asks under a key that is not 1 to 64 of the characters A-Z, a-z, 0-9, `_`, `.` and `-`"
        )));
    }
    reenter::check_declared(result, stated.declared())
}

/// What a handler's response is taken for that asks although the handler has no `#[state]`.
pub(super) fn stateless(name: &str) -> ErrorData {
    let misuse = format!(
        "`{name}` asked by a result of its own, which an interactive handler does with `#[state] state: &mut S` alone; \
         give it that, or ask with `#[ask]` or `Ask`"
    );
    outcome::error(Stop::Misuse(misuse), None)
}
