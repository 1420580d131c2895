//! What rmcp hands to an interactive handler, and how its conversation opens.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use rmcp::handler::server::common::FromContextPart;
use rmcp::handler::server::prompt::PromptContext;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptResponse, InputRequiredResult, JsonObject,
};
use rmcp::schemars::{JsonSchema, Schema, SchemaGenerator};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::callers::is_http;
use super::era::Era;
use super::finish::{Response, ended};
use super::handshake::{HandshakeChannel, Session};
use super::outcome;
use super::session_guard::Guarded;
use super::wrap::{Envelope, RetryFields};
use crate::canonical;
use crate::clock::Sleep;
use crate::conversation::{
    Ask, Before, Brought, Cancellation, Delivery, Handler, KeepAlive, NO_BACK_CHANNEL, Own, OwnEnd,
    OwnTerms, Retry, Site, Stop, Surface,
};
use crate::seal::Principal;

/// A tool call, taken whole out of rmcp's context. It has to be extracted first: later extractors find nothing left.
pub struct ToolCall {
    name: Cow<'static, str>,
    arguments: Option<JsonObject>,
    pub(super) context: RequestContext<RoleServer>,
    retry: RetryFields,
}

impl<S> FromContextPart<ToolCallContext<'_, S>> for ToolCall {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self {
            name: context.name.clone(),
            arguments: context.arguments.take(),
            retry: RetryFields {
                state: context.request_state.take(),
                responses: context.input_responses.take(),
            },
            context: take(&mut context.request_context),
        })
    }
}

impl ToolCall {
    /// A context from which the author's own parameters are extracted.
    pub fn context<'s, S>(&self, server: &'s S) -> ToolCallContext<'s, S> {
        let mut request = CallToolRequestParams::new(self.name.clone());
        request.arguments = self.arguments.clone();
        ToolCallContext::new(server, request, self.context.clone())
    }

    /// Opens the conversation of this call.
    ///
    /// # Errors
    ///
    /// What the client gets without the handler: the state, the caller or the connection is not what it has to be, or the
    /// call has ended or asked so before.
    pub async fn open<'call>(
        &self,
        handler: &'static Handler,
        scope: &'call (),
    ) -> Result<Ask<'call>, Result<CallToolResponse, ErrorData>> {
        let envelope = Envelope::of(&self.context).map_err(Err)?;
        let request = self.request();
        Box::pin(request.open(&self.context, envelope, handler, scope)).await
    }

    pub(super) fn request(&self) -> Request<'_> {
        Request {
            method: "tools/call",
            name: &self.name,
            arguments: self.arguments.as_ref(),
            retry: &self.retry,
        }
    }
}

/// A prompt request, taken whole out of rmcp's context. It has to be extracted first.
pub struct PromptCall {
    name: String,
    arguments: Option<JsonObject>,
    pub(super) context: RequestContext<RoleServer>,
}

impl<S> FromContextPart<PromptContext<'_, S>> for PromptCall {
    fn from_context_part(context: &mut PromptContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self {
            name: context.name.clone(),
            arguments: context.arguments.take(),
            context: take(&mut context.context),
        })
    }
}

impl PromptCall {
    /// A context from which the author's own parameters are extracted.
    pub fn context<'s, S>(&self, server: &'s S) -> PromptContext<'s, S> {
        PromptContext::new(
            server,
            self.name.clone(),
            self.arguments.clone(),
            self.context.clone(),
        )
    }

    /// Opens the conversation of this request.
    ///
    /// # Errors
    ///
    /// What the client gets without the handler: the state, the caller or the connection is not what it has to be, or the
    /// call has ended or asked so before.
    pub async fn open<'call>(
        &self,
        handler: &'static Handler,
        scope: &'call (),
    ) -> Result<Ask<'call>, Result<GetPromptResponse, ErrorData>> {
        let envelope = Envelope::of(&self.context).map_err(Err)?;
        let request = self.request().map_err(Err)?;
        Box::pin(request.open(&self.context, envelope, handler, scope)).await
    }

    pub(super) fn request(&self) -> Result<Request<'_>, ErrorData> {
        static NONE: RetryFields = RetryFields {
            state: None,
            responses: None,
        };
        let retry = Envelope::of(&self.context)?.retry.as_deref();
        Ok(Request {
            method: "prompts/get",
            name: &self.name,
            arguments: self.arguments.as_ref(),
            retry: retry.unwrap_or(&NONE),
        })
    }
}

/// Shows the name alone: `tracing::instrument` on a handler writes what it is given.
impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolCall").field(&self.name).finish()
    }
}

/// Shows the name alone.
impl fmt::Debug for PromptCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PromptCall").field(&self.name).finish()
    }
}

/// What identifies a request, whatever its method.
pub(super) struct Request<'a> {
    pub(super) method: &'static str,
    pub(super) name: &'a str,
    pub(super) arguments: Option<&'a JsonObject>,
    pub(super) retry: &'a RetryFields,
}

impl Request<'_> {
    pub(super) async fn open<'call, T: Response>(
        self,
        context: &RequestContext<RoleServer>,
        envelope: &Envelope,
        handler: &Handler,
        scope: &'call (),
    ) -> Result<Ask<'call>, Result<T, ErrorData>> {
        let host = &envelope.askback.host;
        let site = self.site(context, envelope).map_err(Err)?;
        let (delivery, retry) = match envelope.client.era {
            Era::Modern => (Delivery::Suspend, self.retry()),
            // A request of this era is not retried with answers: whatever claims to be some is not looked at.
            Era::Handshake { .. } => {
                let (clock, waited) = (Arc::clone(&host.clock), Arc::clone(&envelope.waited));
                let reporting = envelope.reporting.clone();
                let channel = HandshakeChannel::new(
                    context,
                    clock,
                    waited,
                    reporting,
                    Some(site.principal.clone()),
                );
                (Delivery::Await(Box::new(channel)), Retry::default())
            }
        };
        let opened = host.open(handler, site, retry, delivery).await;
        let mut conversation = opened.map_err(|ending| ended(ending, handler.guidance))?;
        conversation.recover_with(|| match self.arguments {
            Some(arguments) => Value::Object(arguments.clone()),
            None => Value::Object(JsonObject::new()),
        });
        let reporting = envelope.reporting.as_ref();
        conversation.keep_alive = reporting.map(|it| Box::new(it.clone()) as Box<dyn KeepAlive>);
        let ask = Ask::new(conversation, scope);
        if let Some(reporting) = reporting {
            let _ = ask.lent.set(Arc::new(reporting.progress().clone()));
        }
        Ok(ask)
    }

    /// Opens the state of a call that asks by its own result.
    ///
    /// In the handshake era the retry fields count only when the wrapper itself calls again.
    pub(super) async fn own<T: Response>(
        self,
        context: &RequestContext<RoleServer>,
        terms: OwnTerms,
    ) -> Result<(Own, Brought), Result<T, ErrorData>> {
        let envelope = Envelope::of(context).map_err(Err)?;
        let site = self.site(context, envelope).map_err(Err)?;
        let stays_here = envelope.client.era != Era::Modern;
        let retry = match !stays_here || envelope.reentered {
            true => self.retry(),
            false => Retry::default(),
        };
        let before = Before { retry, stays_here };
        let opened = Own::open(&envelope.askback.host, terms, site, before).await;
        opened.map_err(|end| match end {
            OwnEnd::Stopped(stop) => Err(outcome::error(stop, None)),
            OwnEnd::Again { shown, token } => again(&shown, token),
        })
    }

    fn retry(&self) -> Retry<'_> {
        Retry {
            state: self.retry.state.as_deref(),
            responses: self.retry.responses.clone(),
            answer: None,
        }
    }

    /// Who asks here, and on whose behalf.
    fn site(
        &self,
        context: &RequestContext<RoleServer>,
        envelope: &Envelope,
    ) -> Result<Site, ErrorData> {
        let Envelope {
            askback,
            callers,
            client,
            ..
        } = envelope;
        let http = is_http(context);
        if http && !askback.key_is_chosen {
            tracing::error!(
                "no key: over HTTP, give `Askback::builder()` a `key(…)` or write `ephemeral_key()`"
            );
            return Err(ErrorData::internal_error(
                "this server has no key: over HTTP it needs `Askback::builder().key(…)`, or `ephemeral_key()` written out",
                None,
            ));
        }
        if let Some(arguments) = self.arguments {
            canonical::check_object_bounds(arguments)
                .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        }
        let principal = callers.principal(context)?;
        let no_gates = match client.era {
            Era::Modern => None,
            // Forms and visits fail as they are asked.
            Era::Handshake { .. } if Session::of(context).is_none() => Some(NO_BACK_CHANNEL),
            Era::Handshake { .. } => {
                let guarded = !http || principal.is_anonymous() || is_guarded(context, &principal);
                (!guarded).then_some(UNGUARDED)
            }
        };
        Ok(Site {
            principal,
            method: self.method,
            name: self.name.to_owned(),
            arguments: canonical::digest_object(self.arguments),
            bind: callers.bind(context),
            surface: Surface::Mcp,
            modes: client.modes,
            no_gates,
            cancelled: Box::new(context.ct.clone()),
        })
    }
}

/// What a handler's own result asked before, once more.
fn again<T: Response>(shown: &[u8], token: String) -> Result<T, ErrorData> {
    let mut asked: InputRequiredResult = serde_json::from_slice(shown).map_err(|error| {
        let cause = format!("what was asked cannot be read back: {error}");
        outcome::error(Stop::Internal(cause), None)
    })?;
    asked.request_state = Some(token);
    Ok(T::asks(asked))
}

const UNGUARDED: &str = "over HTTP, answers of this protocol era need a `SessionGuard` that was given the server's principal function, and so checks who gives them";

/// Whether `SessionGuard` stands before this server, and takes the caller for the same one: a guard that tells fewer people
/// apart lets one answer for another.
fn is_guarded(context: &RequestContext<RoleServer>, principal: &Principal) -> bool {
    let parts = context.extensions.get::<http::request::Parts>();
    parts
        .and_then(|parts| parts.extensions.get::<Guarded>())
        .is_some_and(|guarded| guarded.principal() == principal)
}

impl Cancellation for CancellationToken {
    fn is_cancelled(&self) -> bool {
        Self::is_cancelled(self)
    }

    fn cancelled(&self) -> Sleep {
        Box::pin(self.clone().cancelled_owned())
    }
}

/// Takes the context, and leaves one that is good for nothing but being there.
fn take(context: &mut RequestContext<RoleServer>) -> RequestContext<RoleServer> {
    let left = RequestContext::new(context.id.clone(), context.peer.clone());
    std::mem::replace(context, left)
}

/// Stands for the author's `Parameters<_>`: tells rmcp the schema, and takes nothing.
pub struct Parameters<P>(PhantomData<fn() -> P>);

impl<C, P> FromContextPart<C> for Parameters<P> {
    fn from_context_part(_: &mut C) -> Result<Self, ErrorData> {
        Ok(Self(PhantomData))
    }
}

impl<P: JsonSchema> JsonSchema for Parameters<P> {
    fn schema_name() -> Cow<'static, str> {
        P::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        P::json_schema(generator)
    }
}
