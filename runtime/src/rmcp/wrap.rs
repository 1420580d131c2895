//! What is served: the author's server, and around it what its interactive handlers need.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, GetPromptRequestParams,
    GetPromptResponse, ReadResourceRequestParams, ReadResourceResponse,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use super::callers::{Callers, IntoPrincipal, told};
use super::era::Client;
use super::handshake::Waited;
use super::outcome;
use super::progress::{Reporting, Running};
use super::reenter;
use crate::askback::{Askback, ConfigError};
use crate::conversation::Stop;

/// An author's server, ready to be served: it forwards every method, and gives interactive handlers what they need.
#[derive(Clone)]
pub struct Served<S> {
    pub(super) inner: S,
    askback: Result<Askback, Arc<ConfigError>>,
    callers: Callers,
}

/// Wraps a server as it needs it on stdio and in memory: a key of the process, and every caller the local user.
///
/// All servers of one type that are wrapped so are one deployment: a state of one opens at another. Give them an
/// [`Askback`] each, with an audience of its own, where that matters.
///
/// Over HTTP configure an [`Askback`] with a key, and say who calls with [`Served::principal`].
pub fn wrap<S: ServerHandler>(server: S) -> Served<S> {
    static LOCAL: OnceLock<Result<Askback, Arc<ConfigError>>> = OnceLock::new();
    let askback = LOCAL
        .get_or_init(|| Askback::builder().build().map_err(Arc::new))
        .clone();
    Served {
        inner: server,
        askback,
        callers: Callers::default().with_bind(|_| std::any::type_name::<S>()),
    }
}

impl Askback {
    /// Wraps a server. This is what is served: an interactive handler that is reached without it fails closed.
    pub fn wrap<S: ServerHandler>(&self, server: S) -> Served<S> {
        Served {
            inner: server,
            askback: Ok(self.clone()),
            callers: told(self.callers.as_ref()),
        }
    }
}

impl<S> Served<S> {
    /// Who calls, from what the transport authenticated. Over HTTP it has to be said; a failure refuses the request.
    ///
    /// Every other transport counts as local, and its caller as the local user: say otherwise when you serve a socket.
    ///
    /// Behind a gateway it is the person, not the gateway. [`Principal::anonymous`](crate::Principal::anonymous) has to be
    /// written out: then all callers are one.
    #[must_use]
    pub fn principal<P: IntoPrincipal>(
        mut self,
        principal: impl Fn(&RequestContext<RoleServer>) -> P + Send + Sync + 'static,
    ) -> Self {
        self.callers = self.callers.with_principal(principal);
        self
    }

    /// The author's server.
    pub fn get_ref(&self) -> &S {
        &self.inner
    }

    /// The author's server.
    pub fn into_inner(self) -> S {
        self.inner
    }
}

/// What the wrapper hands to the handlers, beside the request.
#[derive(Clone)]
pub(crate) struct Envelope {
    pub(super) askback: Askback,
    pub(super) callers: Callers,
    pub(super) client: Client,
    /// The retry fields of a prompt, which rmcp's own macros drop.
    pub(super) retry: Option<Arc<RetryFields>>,
    /// Whether the wrapper itself calls again, with answers that it has asked for.
    pub(super) reentered: bool,
    /// Where the request's progress goes, if anywhere.
    pub(super) reporting: Option<Reporting>,
    /// For how long this call's questions have waited on the connection.
    pub(super) waited: Waited,
}

/// The retry fields of a request (MCP 2026-07-28, basic/patterns/mrtr).
#[doc(hidden)]
#[derive(Clone, Default)]
pub struct RetryFields {
    pub(super) state: Option<String>,
    pub(super) responses: Option<BTreeMap<String, Value>>,
}

impl Envelope {
    pub(super) fn new(
        askback: Askback,
        callers: Callers,
        context: &RequestContext<RoleServer>,
    ) -> Self {
        Self {
            reporting: Reporting::of(context, &askback.host),
            askback,
            callers,
            client: Client::of(context),
            retry: None,
            reentered: false,
            waited: Waited::default(),
        }
    }

    /// What the wrapper left in the request; without it an interactive handler does not run.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Result<&Self, ErrorData> {
        context.extensions.get::<Self>().ok_or_else(|| {
            ErrorData::internal_error(
                "an interactive handler was reached without `askback.wrap(server)`: serve that",
                None,
            )
        })
    }
}

impl<S: ServerHandler> Served<S> {
    /// What goes along with a request; `None` when the configuration is wrong, so that interactive handlers fail closed.
    fn envelope(&self, context: &RequestContext<RoleServer>) -> Option<Envelope> {
        match &self.askback {
            Ok(askback) => Some(Envelope::new(
                askback.clone(),
                self.callers.clone(),
                context,
            )),
            Err(error) => {
                tracing::error!(%error, "askback is not configured");
                None
            }
        }
    }

    pub(super) async fn call_tool_checked(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let envelope = self.envelope(&context);
        let running = Running::of(envelope.as_ref());
        let call = |request, context| self.inner.call_tool(request, context);
        let answer = reenter::answer(envelope, request, context, call);
        running.until(answer).await
    }

    pub(super) async fn get_prompt_checked(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let envelope = self.envelope(&context);
        let running = Running::of(envelope.as_ref());
        let call = |request, context| self.inner.get_prompt(request, context);
        let answer = reenter::answer(envelope, request, context, call);
        running.until(answer).await
    }

    pub(super) async fn read_resource_checked(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let envelope = self.envelope(&context);
        let running = Running::of(envelope.as_ref());
        let call = |request, context| self.inner.read_resource(request, context);
        let answer = reenter::answer(envelope, request, context, call);
        running.until(answer).await
    }

    pub(super) async fn custom_request_checked(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if let Some(error) = malformed_retry(&request) {
            return Err(error);
        }
        let result = self.inner.on_custom_request(request, context).await?;
        match result.0.get("resultType").and_then(Value::as_str) {
            Some("input_required") => Err(ErrorData::internal_error(
                "`input_required` answers `tools/call`, `prompts/get` and `resources/read`, and no other method",
                None,
            )),
            _ => Ok(result),
        }
    }
}

/// What is wrong with the retry fields of a request that rmcp could not read, and so takes for one of another method.
fn malformed_retry(request: &CustomRequest) -> Option<ErrorData> {
    if !matches!(
        request.method.as_str(),
        "tools/call" | "prompts/get" | "resources/read"
    ) {
        return None;
    }
    let field = |name| request.params.as_ref().and_then(|params| params.get(name));
    let (state, responses) = (field("requestState"), field("inputResponses"));
    if state.is_some_and(|state| !state.is_string() && !state.is_null()) {
        return Some(outcome::error(Stop::BadState, None));
    }
    if responses.is_some_and(|responses| !responses.is_object() && !responses.is_null()) {
        let what = "`inputResponses` has to be an object";
        return Some(outcome::error(Stop::BadResponses(what), None));
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn retry_fields_of_another_form_are_told_apart_from_other_methods() {
        let told = |method: &str, params| {
            let error = malformed_retry(&CustomRequest::new(method, Some(params)));
            error.map(|error| (error.code.0, error.message.into_owned()))
        };
        for method in ["tools/call", "prompts/get", "resources/read"] {
            for wrong in [json!([]), json!("x"), json!(1), json!(true)] {
                let (code, text) = told(method, json!({ "inputResponses": wrong })).unwrap();
                assert_eq!(
                    (code, &*text),
                    (-32602, "`inputResponses` has to be an object")
                );
            }
            for wrong in [json!([]), json!({}), json!(1)] {
                let (code, text) = told(method, json!({ "requestState": wrong })).unwrap();
                assert_eq!((code, &*text), (-32602, "Invalid or expired request state"));
            }
            // What else may be wrong with it is rmcp's to say.
            let good = json!({ "inputResponses": {}, "requestState": null, "name": 1 });
            assert_eq!(told(method, good), None);
            assert_eq!(malformed_retry(&CustomRequest::new(method, None)), None);
        }
        assert_eq!(told("tools/list", json!({ "inputResponses": [] })), None);
    }
}
