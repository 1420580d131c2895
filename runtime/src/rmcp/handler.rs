//! What the expansion of `#[interactive]` needs of a handler's types: its extractors, and its return type.
//!
//! Each is asked for in one sync call, whose result has no bounds: a type that does not fit is one error.

use std::future::Future;
use std::pin::Pin;

use rmcp::ErrorData;
use rmcp::handler::server::common::FromContextPart;
use rmcp::handler::server::prompt::{IntoGetPromptResult, PromptContext};
use rmcp::handler::server::tool::{IntoCallToolResult, ToolCallContext};
use rmcp::model::{CallToolResponse, GetPromptResponse};

use super::finish::{AsAnError, AsRmcpDoes, Failure, Told, ToolFailure, tell_prompt, tell_tool};
use crate::conversation::{Ask, Pause, Probe, Return};

/// A parameter that rmcp can extract for a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no parameter of an interactive tool",
    label = "rmcp cannot extract this for a tool",
    note = "a question needs `#[ask(\"…\")]` above its parameter, a value computed beforehand `#[step(…)]`",
    note = "the arguments are `Parameters(args): Parameters<Args>`, where `Args` implements `serde::Deserialize`"
)]
pub trait ToolParameter<S>: Sized {
    /// The value.
    ///
    /// # Errors
    ///
    /// As the extractor has them.
    fn extract(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<S, P> ToolParameter<S> for P
where
    P: for<'a> FromContextPart<ToolCallContext<'a, S>>,
{
    fn extract(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        P::from_context_part(context)
    }
}

/// A parameter that rmcp can extract for a prompt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no parameter of an interactive prompt",
    label = "rmcp cannot extract this for a prompt",
    note = "a question needs `#[ask(\"…\")]` above its parameter, a value computed beforehand `#[step(…)]`",
    note = "the arguments are `Parameters(args): Parameters<Args>`, where `Args` implements `serde::Deserialize`"
)]
pub trait PromptParameter<S>: Sized {
    /// The value.
    ///
    /// # Errors
    ///
    /// As the extractor has them.
    fn extract(context: &mut PromptContext<'_, S>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<S, P> PromptParameter<S> for P
where
    P: for<'a> FromContextPart<PromptContext<'a, S>>,
{
    fn extract(context: &mut PromptContext<'_, S>) -> Result<Self, ErrorData> {
        P::from_context_part(context)
    }
}

/// The extractor of a tool's parameter.
pub fn tool_parameter<P: ToolParameter<S>, S>()
-> fn(&mut ToolCallContext<'_, S>) -> Result<P, ErrorData> {
    P::extract
}

/// The extractor of a prompt's parameter.
pub fn prompt_parameter<P: PromptParameter<S>, S>()
-> fn(&mut PromptContext<'_, S>) -> Result<P, ErrorData> {
    P::extract
}

/// The future of a handler, which has to be one that can be sent.
pub fn sent<'a, F: Future + Send + 'a>(
    future: F,
) -> Pin<Box<dyn Future<Output = F::Output> + Send + 'a>> {
    Box::pin(future)
}

/// How a handler that returns an `R` pauses and ends.
pub struct Returns<R, T> {
    /// The handler's own way out.
    pub pause: fn(Pause) -> R,
    /// What it returned, for [`close`](super::close).
    pub tell: fn(&Ask<'_>, R) -> Told<T>,
}

/// How a tool that returns an `R` pauses and ends.
pub fn tool_returns<R, W>(_: W) -> Returns<R, CallToolResponse>
where
    R: Return,
    R::Value: IntoCallToolResult,
    R::Failure: ToolFailure<W>,
{
    Returns {
        pause: R::pause,
        tell: tell_tool::<R, W>,
    }
}

/// A return type whose error rmcp itself can tell. By method resolution, since an error may be told in both ways, and rmcp's
/// is the author's own.
pub trait ToldByRmcp {
    /// The way.
    fn told(&self) -> AsRmcpDoes {
        AsRmcpDoes
    }
}

impl<R: Return<Failure: IntoCallToolResult>> ToldByRmcp for &Probe<R> {}

/// Any other, and whatever is no return type: the compiler says so where it is needed.
pub trait ToldAsError {
    /// The way.
    fn told(&self) -> AsAnError {
        AsAnError
    }
}

impl<R> ToldAsError for Probe<R> {}

/// The way in which a tool's own error is told.
#[doc(hidden)]
#[macro_export]
macro_rules! __askback_told {
    ($ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::__private::{ToldAsError as _, ToldByRmcp as _};
        (&&$crate::__private::Probe::<$ty>(::core::marker::PhantomData)).told()
    }};
}

/// How a prompt that returns an `R` pauses and ends.
pub fn prompt_returns<R>() -> Returns<R, GetPromptResponse>
where
    R: Return,
    R::Value: IntoGetPromptResult,
    R::Failure: Failure,
{
    Returns {
        pause: R::pause,
        tell: tell_prompt::<R>,
    }
}

/// What an interactive prompt gives to rmcp, which has no conversion of its own for a response that may ask.
pub struct PromptEnd(pub Result<GetPromptResponse, ErrorData>);

impl IntoGetPromptResult for PromptEnd {
    fn into_get_prompt_result(self) -> Result<GetPromptResponse, ErrorData> {
        self.0
    }
}
