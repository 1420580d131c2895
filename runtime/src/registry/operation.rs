//! An operation: what a registry calls.

use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use super::arguments::any_object;
use crate::conversation::{Ask, Handler};
use crate::error::Error;

/// An operation under way.
pub type OperationFuture<'a> = Pin<Box<dyn Future<Output = Result<Value, Error>> + Send + 'a>>;

/// Something that a registry can call, and that may ask back while it runs. `S` is the registry's state.
///
/// `#[operation]` on a function writes one. Written by hand, an operation asks through [`Ask`] alone, and is called again from
/// the top in every round. With a ledger it is also called when an answer comes again that was accepted before: then
/// [`Ask::recovery_only`] is true, the answers are there, and all that it may do is to find out what became of the call. An
/// operation that has an effect asks for that first:
///
/// ```
/// use askback::registry::{Operation, OperationFuture, read_arguments};
/// use askback::{Ask, Confirmed, message};
/// use serde_json::{Value, json};
///
/// #[derive(serde::Deserialize)]
/// struct Args {
///     table: String,
/// }
///
/// struct Truncate;
///
/// impl Operation<str> for Truncate {
///     fn name(&self) -> &str {
///         "truncate"
///     }
///
///     fn call<'a, 'call: 'a>(
///         &'a self,
///         state: &'a str,
///         arguments: Value,
///         ask: &'a mut Ask<'call>,
///     ) -> OperationFuture<'a> {
///         Box::pin(async move {
///             let Args { table } = read_arguments(arguments)?;
///             let sure: Confirmed = ask.confirm("sure", message!("Empty `{table}`?")).await?;
///             drop(sure);
///             Ok(json!({ "emptied": table, "in": state }))
///         })
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operation of a registry whose state is `{S}`",
    label = "no operation over `{S}`",
    note = "an operation is a function with `#[operation]`, whose parameter `&{S}` is the state, or which has none"
)]
pub trait Operation<S: ?Sized>: Send + Sync + 'static {
    /// The name that it is called by: 1 to 128 of `[A-Za-z0-9_.-]`. Always the same, since what is pending is bound to it.
    fn name(&self) -> &str;

    /// What it does, for whoever chooses an operation to call.
    fn description(&self) -> Option<&str> {
        None
    }

    /// The JSON Schema of its arguments, whose type is `object`. It is told to hosts, and is not checked: the operation
    /// reads its arguments.
    fn input_schema(&self) -> Map<String, Value> {
        any_object()
    }

    /// Whether it is called again to find out what became of an answer that was accepted before, and looks at
    /// [`Ask::recovery_only`] first. False unless said: such a call fails with
    /// [`already_ran`](super::FailureCode::AlreadyRan), and the operation does not run.
    fn recovers(&self) -> bool {
        false
    }

    /// Its keys, and what it declares.
    #[doc(hidden)]
    fn handler(&self) -> &'static Handler {
        match self.recovers() {
            true => &RECOVERS,
            false => &BY_HAND,
        }
    }

    /// Runs it. `arguments` is an object of at most 1 MiB and 128 levels.
    ///
    /// # Errors
    ///
    /// Its own; a [`Pause`](crate::Pause) passed on is one. An error of [`read_arguments`](super::read_arguments) says that
    /// the arguments do not fit.
    fn call<'a, 'call: 'a>(
        &'a self,
        state: &'a S,
        arguments: Value,
        ask: &'a mut Ask<'call>,
    ) -> OperationFuture<'a>;
}

/// What `#[operation]` leaves under the function's own name: a function that gives the operation.
#[diagnostic::do_not_recommend]
impl<S, O, F> Operation<S> for F
where
    S: ?Sized,
    O: Operation<S>,
    F: Fn() -> &'static O + Send + Sync + 'static,
{
    fn name(&self) -> &str {
        self().name()
    }

    fn description(&self) -> Option<&str> {
        self().description()
    }

    fn input_schema(&self) -> Map<String, Value> {
        self().input_schema()
    }

    fn recovers(&self) -> bool {
        self().recovers()
    }

    fn handler(&self) -> &'static Handler {
        self().handler()
    }

    fn call<'a, 'call: 'a>(
        &'a self,
        state: &'a S,
        arguments: Value,
        ask: &'a mut Ask<'call>,
    ) -> OperationFuture<'a> {
        self().call(state, arguments, ask)
    }
}

/// A name: 1 to 128 of `[A-Za-z0-9_.-]`, as MCP has it for tools (2025-11-25, server/tools, "Tool Names").
pub(super) fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'))
}

const NONE: Handler = Handler {
    name: "an operation by hand",
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

static RECOVERS: Handler = Handler {
    recovers: true,
    ..NONE
};

static BY_HAND: Handler = NONE;
