//! A call of an operation, and the answer that it brings.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Registry, bounds};
use crate::progress::{Listener, Update};
use crate::question::{Mode, Modes};
use crate::seal::Principal;

/// A call of an operation. It does nothing until it is [invoked](Self::invoke); `Debug` shows the operation's name.
///
/// Name, arguments, caller and what is bound are the same in every call of one conversation: a continuation is good for nothing
/// else. A call that [goes on](Self::resume) says again what can be asked; those that a [`Pending`](super::Pending) makes have
/// all of it.
#[must_use = "a call does nothing until it is invoked"]
pub struct Call<S: ?Sized> {
    pub(super) registry: Registry<S>,
    /// Boxed, so that an outcome stays small.
    pub(super) request: Box<Request>,
    pub(super) continuation: Option<String>,
    pub(super) answer: Option<Reply>,
}

/// What all calls of one conversation have in common.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) name: String,
    /// What is wrong with them otherwise.
    pub(super) arguments: Result<Arc<Map<String, Value>>, String>,
    pub(super) principal: Principal,
    pub(super) modes: Modes,
    pub(super) bind: Vec<u8>,
    pub(super) listener: Option<Arc<dyn Listener>>,
}

/// What the person did.
pub(super) enum Reply {
    /// The content, or what is wrong with it.
    Accept(Result<Value, String>),
    Decline,
    Cancel,
}

impl Reply {
    /// As a client would send it. An error says what is wrong with it.
    pub(super) fn into_raw(self) -> Result<Value, String> {
        Ok(match self {
            // No content and `null` are one for a host; what that means is the policy's to say.
            Self::Accept(Ok(Value::Null)) => json!({ "action": "accept" }),
            Self::Accept(content) => {
                let content = content?;
                bounds::check(&content)?;
                json!({ "action": "accept", "content": content })
            }
            Self::Decline => json!({ "action": "decline" }),
            Self::Cancel => json!({ "action": "cancel" }),
        })
    }
}

impl<S: ?Sized> Call<S> {
    pub(super) fn new(
        registry: Registry<S>,
        name: String,
        arguments: Result<Map<String, Value>, String>,
    ) -> Self {
        Self {
            registry,
            request: Box::new(Request {
                name,
                arguments: arguments.map(Arc::new),
                principal: Principal::local(),
                modes: Modes::NONE,
                bind: Vec::new(),
                listener: None,
            }),
            continuation: None,
            answer: None,
        }
    }

    pub(super) fn resumed(
        registry: Registry<S>,
        request: Box<Request>,
        continuation: String,
    ) -> Self {
        Self {
            registry,
            request,
            continuation: Some(continuation),
            answer: None,
        }
    }

    /// Who calls: whoever the host has authenticated. Unless said it is [`Principal::local`], the one user of this process.
    ///
    /// A continuation is good for its own principal alone.
    pub fn principal(mut self, principal: Principal) -> Self {
        self.request.principal = principal;
        self
    }

    /// What the host can ask the person: [`Modes::FORM`], [`Modes::URL`], or both. Nothing unless said; an operation that needs
    /// to ask then fails with [`confirmation_required`](super::FailureCode::ConfirmationRequired).
    ///
    /// Other modes mean nothing here: what they are for goes over MCP.
    pub fn modes(mut self, modes: impl Into<Modes>) -> Self {
        let modes = modes.into().iter();
        self.request.modes = modes
            .filter(|mode| matches!(mode, Mode::Form | Mode::Url))
            .collect();
        self
    }

    /// What else steers the effect, a tenant for example: a continuation is good only where it is the same.
    pub fn bind(mut self, bind: impl Into<Vec<u8>>) -> Self {
        self.request.bind = bind.into();
        self
    }

    /// What hears the operation's progress, while this call and those after it run.
    ///
    /// At most one update in 100 ms is told, in the operation's own thread, which waits for it; none once the call has
    /// ended. A listener that panics changes nothing about the call: see [`Progress`](crate::Progress).
    ///
    /// ```
    /// # fn example(call: askback::registry::Call<()>) {
    /// let call = call.on_progress(|update| {
    ///     println!("{} of {:?} {}", update.completed(), update.total(), update.message().unwrap_or_default());
    /// });
    /// # drop(call);
    /// # }
    /// ```
    pub fn on_progress(mut self, listener: impl Fn(&Update) + Send + Sync + 'static) -> Self {
        self.request.listener = Some(Arc::new(Heard(listener)));
        self
    }

    /// Goes on from a [`continuation`](super::Pending::continuation), which may come from another process and may be anything:
    /// it is checked when the call is invoked. Say then what the person did ([`accept`](Self::accept),
    /// [`decline`](Self::decline), [`cancel`](Self::cancel)); a call that says nothing gets the same question again.
    pub fn resume(mut self, continuation: impl Into<String>) -> Self {
        self.continuation = Some(continuation.into());
        self
    }

    /// The person's answer to what is pending: see [`Pending::accept`](super::Pending::accept).
    pub fn accept(mut self, content: impl Into<Value>) -> Self {
        self.answer = Some(Reply::Accept(Ok(content.into())));
        self
    }

    /// The person's answer as JSON text: see [`Pending::accept_json`](super::Pending::accept_json).
    pub fn accept_json(mut self, content: impl AsRef<str>) -> Self {
        self.answer = Some(Reply::Accept(bounds::parse(content.as_ref())));
        self
    }

    /// The person said no to what is pending.
    pub fn decline(mut self) -> Self {
        self.answer = Some(Reply::Decline);
        self
    }

    /// The person has closed what is pending without an answer.
    pub fn cancel(mut self) -> Self {
        self.answer = Some(Reply::Cancel);
        self
    }
}

/// A function as what hears progress.
struct Heard<F>(F);

impl<F: Fn(&Update) + Send + Sync> Listener for Heard<F> {
    fn hear(&self, update: &Update) -> Result<(), String> {
        (self.0)(update);
        Ok(())
    }
}

/// Shows the operation's name, and whether it goes on.
impl<S: ?Sized> fmt::Debug for Call<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("name", &self.request.name)
            .field("resumes", &self.continuation.is_some())
            .finish_non_exhaustive()
    }
}
