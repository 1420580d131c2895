//! Operations for any host, MCP or not: a registry of them, and calls that finish, fail or wait for the person.
//!
//! A host calls an operation by name, and is told one of three things: its outcome, that it failed, or that a question has to
//! be put to the person first. The question is the host's to ask, in whatever it has: a terminal, a chat, a page. The answer
//! is the next call.
//!
//! ```
//! use askback::registry::{Operation, OperationFuture, Outcome, Registry, read_arguments};
//! use askback::{Ask, Askback, Confirmed, Modes, message};
//! use serde_json::{Value, json};
//!
//! struct Db;
//!
//! #[derive(serde::Deserialize)]
//! struct Purge {
//!     older_than_days: u32,
//! }
//!
//! /// Delete old backups.
//! struct PurgeBackups;
//!
//! impl Operation<Db> for PurgeBackups {
//!     fn name(&self) -> &str {
//!         "purge_backups"
//!     }
//!
//!     fn call<'a, 'call: 'a>(&'a self, _db: &'a Db, arguments: Value, ask: &'a mut Ask<'call>) -> OperationFuture<'a> {
//!         Box::pin(async move {
//!             let Purge { older_than_days: days } = read_arguments(arguments)?;
//!             let sure: Confirmed = ask.confirm("sure", message!("Delete backups older than {days} days?")).await?;
//!             drop(sure);
//!             Ok(json!({ "deleted": 3 }))
//!         })
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = Registry::new(Db, Askback::builder().build()?).register(PurgeBackups);
//!
//! let mut call = registry.call("purge_backups", json!({ "older_than_days": 30 })).modes(Modes::FORM);
//! let outcome = loop {
//!     match call.invoke().await {
//!         Outcome::Finished(value) => break value,
//!         Outcome::Failed(failure) => return Err(failure.into()),
//!         Outcome::Pending(pending) => {
//!             assert_eq!(pending.message(), "Delete backups older than 30 days?");
//!             // What the person types, for each field of the form.
//!             let mut answer = serde_json::Map::new();
//!             for field in pending.fields() {
//!                 if let Some(value) = field.parse("yes")? {
//!                     answer.insert(field.name().to_owned(), value);
//!                 }
//!             }
//!             call = pending.accept(answer);
//!         }
//!     }
//! };
//! assert_eq!(outcome, json!({ "deleted": 3 }));
//! # Ok(()) }
//! ```
//!
//! # What a host does
//!
//! It says with every call who the caller is ([`Call::principal`]; whoever is not told apart is one and the same), what it can
//! ask them ([`Call::modes`]; nothing unless said), and what else steers the effect ([`Call::bind`]). A continuation is good
//! for exactly that: the same operation and arguments, the same caller, until it expires. It is as secret as a password; it
//! belongs into no log and to nobody else.
//!
//! Where the state is between two calls is the [`Askback`]'s matter: sealed into the continuation, or in a
//! [ledger](crate::ledger), whose continuations are 43 characters, and which sees to it that an answer counts once.
//!
//! Answers are read strictly ([`Policy::Strict`](crate::form::Policy::Strict)) unless the [`Askback`] says otherwise, and one
//! question is asked at a time. A call has at most ten of them unless its operation or the [`Askback`] says otherwise.

mod arguments;
mod bounds;
mod call;
mod caught;
mod ending;
mod failure;
mod invoke;
mod operation;
mod outcome;
mod parameter;
mod pending;
mod refused;
mod returns;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::askback::Askback;

pub use arguments::{input_schema, read_arguments};
pub use call::Call;
pub use failure::{Failure, FailureCode};
pub use operation::{Operation, OperationFuture};
pub use outcome::Outcome;
pub use pending::Pending;

pub(crate) use refused::Refused;

// What the expansion of `#[operation]` needs.
#[doc(hidden)]
pub use {
    parameter::{OperationParameter, Parameter, State, description, parameter, schema, takes},
    returns::{Fails, OperationReturns, operation_returns, outcome},
};

/// Operations by their names, with a state that all of them see. Cheap to clone; clones share the state.
///
/// See the [module](self) for an example.
pub struct Registry<S: ?Sized> {
    state: Arc<S>,
    askback: Askback,
    operations: Arc<BTreeMap<String, Arc<dyn Operation<S>>>>,
}

impl<S: Send + Sync + 'static> Registry<S> {
    /// A registry without operations. `state` is what operations are given beside their arguments; `()` where they need none.
    #[must_use]
    pub fn new(state: S, askback: Askback) -> Self {
        Self::shared(Arc::new(state), askback)
    }
}

impl<S: ?Sized + Send + Sync + 'static> Registry<S> {
    /// The same for a state that is shared already.
    #[must_use]
    pub fn shared(state: Arc<S>, askback: Askback) -> Self {
        Self {
            state,
            askback,
            operations: Arc::default(),
        }
    }

    /// Adds an operation. One of the same name takes the place of the one before it.
    ///
    /// An operation whose name is not 1 to 128 of `[A-Za-z0-9_.-]` is not added, and the log says so.
    #[must_use]
    pub fn register(mut self, operation: impl Operation<S>) -> Self {
        let name = operation.name();
        if !operation::is_name(name) {
            tracing::error!(
                "an operation was not registered: its name has to be 1 to 128 of the characters A-Z, a-z, 0-9, `_`, `.` and `-`"
            );
            return self;
        }
        let name = name.to_owned();
        let replaced = Arc::make_mut(&mut self.operations).insert(name, Arc::new(operation));
        if let Some(replaced) = replaced {
            let name = replaced.name();
            tracing::warn!(%name, "an operation was registered under the name of another, and takes its place");
        }
        self
    }

    /// A call of the operation with this name, which does nothing until it is [invoked](Call::invoke).
    ///
    /// `arguments` is an object, or `null` for none, of at most 1 MiB and 128 levels. Whatever is wrong with name or arguments
    /// the outcome says.
    pub fn call(&self, name: impl Into<String>, arguments: impl Into<Value>) -> Call<S> {
        Call::new(
            self.clone(),
            name.into(),
            arguments::object(arguments.into()),
        )
    }

    /// The same with arguments as JSON text, from wherever it comes: an object with one key twice is refused, numbers keep
    /// their exact value, and nothing is kept of a text over 1 MiB.
    ///
    /// ```
    /// # use askback::registry::{FailureCode, Outcome, Registry};
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), askback::ConfigError> {
    /// let registry = Registry::new((), askback::Askback::builder().build()?);
    /// # struct Echo;
    /// # impl askback::Operation<()> for Echo {
    /// #     fn name(&self) -> &str { "echo" }
    /// #     fn call<'a, 'call: 'a>(&'a self, _: &'a (), arguments: serde_json::Value, _: &'a mut askback::Ask<'call>)
    /// #         -> askback::registry::OperationFuture<'a> { Box::pin(async move { Ok(arguments) }) }
    /// # }
    /// # let registry = registry.register(Echo);
    /// let outcome = registry.call_json("echo", r#"{ "a": 1, "a": 2 }"#).invoke().await;
    /// let Outcome::Failed(failure) = outcome else { panic!("one key stands twice") };
    /// assert_eq!(failure.code(), FailureCode::InvalidArguments);
    /// # Ok(()) }
    /// ```
    pub fn call_json(&self, name: impl Into<String>, arguments: impl AsRef<str>) -> Call<S> {
        let arguments = arguments::parse(arguments.as_ref());
        Call::new(self.clone(), name.into(), arguments)
    }

    /// The operations, in the order of their names.
    pub fn operations(&self) -> impl Iterator<Item = &dyn Operation<S>> {
        self.operations.values().map(|operation| &**operation)
    }

    /// The operation with this name.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&dyn Operation<S>> {
        self.operations.get(name).map(|operation| &**operation)
    }
}

impl<S: ?Sized> Registry<S> {
    /// What all operations are given.
    #[must_use]
    pub fn state(&self) -> &S {
        &self.state
    }

    /// How the registry asks.
    #[must_use]
    pub fn askback(&self) -> &Askback {
        &self.askback
    }
}

impl<S: ?Sized> Clone for Registry<S> {
    fn clone(&self) -> Self {
        Self {
            state: Arc::clone(&self.state),
            askback: self.askback.clone(),
            operations: Arc::clone(&self.operations),
        }
    }
}

/// Shows the names of the operations.
impl<S: ?Sized> fmt::Debug for Registry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.operations.keys()).finish()
    }
}
