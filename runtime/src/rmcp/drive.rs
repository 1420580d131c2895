//! Raw methods that ask: what `#[interactive]` does for tools and prompts, for a resource or a method written by hand.

use std::borrow::Cow;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams,
    GetPromptResponse, InputRequiredResult, JsonObject, ReadResourceRequestParams,
    ReadResourceResponse,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};

use super::call::Request;
use super::callers::told;
use super::finish::{Failure, Response, Told, close, failure, tool_failure};
use super::progress::Running;
use super::wrap::{Envelope, RetryFields};
use crate::askback::Askback;
use crate::conversation::{Ask, Handler};

/// A raw request that may ask: `resources/read`, `tools/call`, `prompts/get`.
#[diagnostic::on_unimplemented(
    message = "nothing can be asked while `{Self}` is answered",
    label = "asking is not available for this method, `tools/list` and the other lists among them",
    note = "the protocol lets `tools/call`, `prompts/get` and `resources/read` ask, and nothing else"
)]
pub trait Driven {
    /// What the method answers.
    #[allow(private_bounds)]
    type Response: Response;

    #[doc(hidden)]
    const METHOD: &'static str;

    /// Its name or URI.
    #[doc(hidden)]
    fn name(&self) -> Cow<'_, str>;

    #[doc(hidden)]
    fn arguments(&self) -> Option<&JsonObject>;

    #[doc(hidden)]
    fn retry(&self) -> RetryFields;

    /// Whether rmcp's own routing loses the retry fields.
    #[doc(hidden)]
    const LOSES_RETRY: bool = false;

    #[doc(hidden)]
    fn is_retry(&self) -> bool;

    /// Puts other retry fields in.
    #[doc(hidden)]
    fn set_retry(&mut self, retry: RetryFields);

    /// What the response asks for, if it asks.
    #[doc(hidden)]
    fn asked(response: &Self::Response) -> Option<&InputRequiredResult>;

    /// A failure as a result, for the model to read: tools have that.
    #[doc(hidden)]
    const FAILED: Option<fn(CallToolResult) -> Self::Response> = None;

    /// Marks a result that an answer went into: nobody else may be given it.
    #[doc(hidden)]
    fn personal(response: Self::Response) -> Self::Response;
}

macro_rules! driven {
    ($request:ident => $response:ident, $method:literal, $name:ident, $loses:literal, $arguments:expr, $failed:expr, $personal:expr) => {
        impl Driven for $request {
            type Response = $response;
            const METHOD: &'static str = $method;
            const LOSES_RETRY: bool = $loses;
            const FAILED: Option<fn(CallToolResult) -> $response> = $failed;

            fn name(&self) -> Cow<'_, str> {
                Cow::Borrowed(&self.$name)
            }

            fn arguments(&self) -> Option<&JsonObject> {
                let arguments: fn(&Self) -> Option<&JsonObject> = $arguments;
                arguments(self)
            }

            fn retry(&self) -> RetryFields {
                RetryFields {
                    state: self.request_state.clone(),
                    responses: self.input_responses.clone(),
                }
            }

            fn is_retry(&self) -> bool {
                self.request_state.is_some() || self.input_responses.is_some()
            }

            fn set_retry(&mut self, retry: RetryFields) {
                self.request_state = retry.state;
                self.input_responses = retry.responses;
            }

            fn asked(response: &$response) -> Option<&InputRequiredResult> {
                match response {
                    $response::InputRequired(result) => Some(result),
                    _ => None,
                }
            }

            fn personal(response: $response) -> $response {
                let personal: fn($response) -> $response = $personal;
                personal(response)
            }
        }
    };
}

driven!(CallToolRequestParams => CallToolResponse, "tools/call", name, false, |request| request.arguments.as_ref(), Some(Into::into), |it| it);
driven!(GetPromptRequestParams => GetPromptResponse, "prompts/get", name, true, |request| request.arguments.as_ref(), None, |it| it);
driven!(ReadResourceRequestParams => ReadResourceResponse, "resources/read", uri, false, |_| None, None, |response| match response {
    ReadResourceResponse::Complete(mut result) => {
        result.ttl_ms = Some(0);
        result.cache_scope = Some(CacheScope::Private);
        ReadResourceResponse::Complete(result)
    }
    other => other,
});

static DRIVEN: Handler = Handler {
    name: "drive",
    ttl: None,
    rounds: None,
    guidance: None,
    unsealed: false,
    once: false,
    recovers: false,
    by_hand: true,
    plain: false,
    asks: true,
    plan: &[],
};

impl Askback {
    /// Runs a raw method that asks: a resource, or a tool or prompt without rmcp's macros.
    ///
    /// `body` runs from the top in every round of the modern era; see [`Ask`]. The server has to be served through
    /// [`wrap`](Askback::wrap); who calls and what is bound is what that was told.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that the client gets: the body's own, or what stopped the call.
    ///
    /// ```
    /// # use rmcp::{ErrorData, RoleServer, ServerHandler, model::*, service::RequestContext};
    /// # #[derive(askback::Form)] struct Reason { reason: String }
    /// struct Vault { askback: askback::Askback }
    ///
    /// impl ServerHandler for Vault {
    ///     async fn read_resource(
    ///         &self,
    ///         request: ReadResourceRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<ReadResourceResponse, ErrorData> {
    ///         let uri = request.uri.clone();
    ///         self.askback.drive(request, context, async |ask| {
    ///             let Reason { reason } = ask.form("reason", "Why do you read this?").await?;
    ///             let text = format!("read because of: {reason}");
    ///             Ok::<_, ErrorData>(ReadResourceResult::new(vec![ResourceContents::text(text, uri)]))
    ///         })
    ///         .await
    ///     }
    /// }
    /// ```
    pub async fn drive<Q, F, T, E>(
        &self,
        request: Q,
        context: RequestContext<RoleServer>,
        body: F,
    ) -> Result<Q::Response, ErrorData>
    where
        Q: Driven,
        F: for<'a, 'call> AsyncFnOnce(&'a mut Ask<'call>) -> Result<T, E>,
        T: Into<Q::Response>,
        E: Failure,
    {
        let own = match context.extensions.get::<Envelope>() {
            Some(_) => None,
            None => {
                let callers = told(self.callers.as_ref());
                Some(Envelope::new(self.clone(), callers, &context))
            }
        };
        // A request that came by way of the wrapper ends there.
        let running = Running::of(own.as_ref());
        let envelope = match &own {
            Some(own) => own,
            None => Envelope::of(&context)?,
        };
        running
            .until(drive(request, &context, envelope, body))
            .await
    }
}

async fn drive<Q, F, T, E>(
    request: Q,
    context: &RequestContext<RoleServer>,
    envelope: &Envelope,
    body: F,
) -> Result<Q::Response, ErrorData>
where
    Q: Driven,
    F: for<'a, 'call> AsyncFnOnce(&'a mut Ask<'call>) -> Result<T, E>,
    T: Into<Q::Response>,
    E: Failure,
{
    let scope = ();
    let opened = {
        let (name, retry) = (request.name(), request.retry());
        let request = Request {
            method: Q::METHOD,
            name: &name,
            arguments: request.arguments(),
            retry: &retry,
        };
        Box::pin(request.open(context, envelope, &DRIVEN, &scope)).await
    };
    let mut ask = match opened {
        Ok(ask) => ask,
        Err(ended) => return ended,
    };
    let told = match ask.lease().hold(Box::pin(body(&mut ask))).await {
        Some(returned) => {
            let asked = ask.conversation.has_asked();
            Told::new(&ask, returned, |returned| match (returned, Q::FAILED) {
                (Ok(value), _) if asked => Ok(Q::personal(value.into())),
                (Ok(value), _) => Ok(value.into()),
                (Err(error), Some(failed)) => tool_failure(error).map(failed),
                (Err(error), None) => Err(failure(error)),
            })
        }
        None => {
            ask.lost();
            Told::paused()
        }
    };
    Box::pin(close(ask, told)).await
}
