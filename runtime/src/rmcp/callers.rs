//! Who calls, and what else steers the effect: what the transport knows.

use std::fmt::Display;
use std::sync::Arc;

use rmcp::handler::server::common::{AsRequestContext, FromContextPart};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};

use super::wrap::Envelope;
use crate::askback::Builder;
use crate::seal::Principal;

type Authenticate = dyn Fn(&RequestContext<RoleServer>) -> Result<Principal, String> + Send + Sync;
type Bind = dyn Fn(&RequestContext<RoleServer>) -> Vec<u8> + Send + Sync;

/// What the server was told about its callers.
#[derive(Clone, Default)]
pub(crate) struct Callers {
    authenticate: Option<Arc<Authenticate>>,
    bind: Option<Arc<Bind>>,
}

/// What a principal function may return: a [`Principal`], or `Option` or `Result` of one. A failure refuses the request.
pub trait IntoPrincipal {
    /// The principal, or why there is none (for the log).
    ///
    /// # Errors
    ///
    /// When the caller is not known.
    fn into_principal(self) -> Result<Principal, String>;
}

impl IntoPrincipal for Principal {
    fn into_principal(self) -> Result<Self, String> {
        Ok(self)
    }
}

impl IntoPrincipal for Option<Principal> {
    fn into_principal(self) -> Result<Principal, String> {
        self.ok_or_else(|| "the caller is not known".to_owned())
    }
}

impl<E: Display> IntoPrincipal for Result<Principal, E> {
    fn into_principal(self) -> Result<Principal, String> {
        self.map_err(|error| error.to_string())
    }
}

impl Callers {
    pub(super) fn with_principal<P: IntoPrincipal>(
        mut self,
        principal: impl Fn(&RequestContext<RoleServer>) -> P + Send + Sync + 'static,
    ) -> Self {
        self.authenticate = Some(Arc::new(move |context| principal(context).into_principal()));
        self
    }

    pub(super) fn with_bind<B: Into<Vec<u8>>>(
        mut self,
        bind: impl Fn(&RequestContext<RoleServer>) -> B + Send + Sync + 'static,
    ) -> Self {
        self.bind = Some(Arc::new(move |context| bind(context).into()));
        self
    }

    /// Who calls. On stdio and in memory it is the local user unless said otherwise; over HTTP it has to be said.
    pub(super) fn principal(
        &self,
        context: &RequestContext<RoleServer>,
    ) -> Result<Principal, ErrorData> {
        match &self.authenticate {
            Some(authenticate) => authenticate(context).map_err(|cause| {
                tracing::warn!(%cause, "request refused: no principal");
                ErrorData::invalid_request(
                    "the caller of this request could not be identified",
                    None,
                )
            }),
            None if is_http(context) => {
                tracing::error!(
                    "no principal function: over HTTP, call `.principal(…)` on what `askback.wrap(…)` returns"
                );
                Err(ErrorData::internal_error(
                    "this server does not know its callers: over HTTP it needs `askback.wrap(…).principal(…)`",
                    None,
                ))
            }
            None => Ok(Principal::local()),
        }
    }

    pub(super) fn bind(&self, context: &RequestContext<RoleServer>) -> Vec<u8> {
        self.bind
            .as_ref()
            .map(|bind| bind(context))
            .unwrap_or_default()
    }
}

impl Builder {
    /// Who calls, from what the transport authenticated; see [`Served::principal`](super::Served::principal).
    pub fn principal<P: IntoPrincipal>(
        mut self,
        principal: impl Fn(&RequestContext<RoleServer>) -> P + Send + Sync + 'static,
    ) -> Self {
        self.callers = Some(Arc::new(self.told().with_principal(principal)));
        self
    }

    /// What else steers the effect, a tenant header for example: an answer counts only where it is the same.
    pub fn bind<B: Into<Vec<u8>>>(
        mut self,
        bind: impl Fn(&RequestContext<RoleServer>) -> B + Send + Sync + 'static,
    ) -> Self {
        self.callers = Some(Arc::new(self.told().with_bind(bind)));
        self
    }

    fn told(&self) -> Callers {
        told(self.callers.as_ref())
    }
}

/// What was said about callers, if anything was.
pub(super) fn told(callers: Option<&Arc<dyn std::any::Any + Send + Sync>>) -> Callers {
    callers
        .and_then(|callers| callers.downcast_ref::<Callers>())
        .cloned()
        .unwrap_or_default()
}

/// Whether the request came over HTTP.
pub(super) fn is_http(context: &RequestContext<RoleServer>) -> bool {
    context.extensions.get::<http::request::Parts>().is_some()
}

/// `user: Principal` as a parameter of a handler: whom the transport authenticated.
impl<C: AsRequestContext> FromContextPart<C> for Principal {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        let context = context.as_request_context();
        Envelope::of(context)?.callers.principal(context)
    }
}
