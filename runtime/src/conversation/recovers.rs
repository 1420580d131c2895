//! The functions that `recover = path` names, as the expansion of the macros calls them.
//!
//! Each is looked at in one sync call, whose result has no bounds: one that does not fit is one error. Of a trait with one
//! implementation the compiler reports what that one needs, so that there is a second one, which nothing fits.

use std::future::Future;
use std::pin::Pin;

use super::recovery::Recovery;
use super::stop::Pause;

/// What finds out what became of a call.
pub(super) type Recovering<'a, R> = Pin<Box<dyn Future<Output = R> + Send + 'a>>;

/// A function of a handler's server or state and of a [`Recovery`], which gives what the handler gives.
#[diagnostic::on_unimplemented(
    message = "`recover` needs an `async fn(&{S}, &Recovery<'_>) -> {R}`",
    label = "takes or gives something else, or what it waits for is not `Send`",
    note = "it is given the server of a method, or the state of an operation, and an `askback::Recovery`; it gives what the handler itself does"
)]
pub trait RecoverWith<'a, S: ?Sized, R, By> {
    /// Begins to find out.
    fn begin(&self, state: &'a S, recovery: &'a Recovery<'a>) -> Recovering<'a, R>;
}

#[diagnostic::do_not_recommend]
impl<'a, S, R, F, W> RecoverWith<'a, S, R, Function> for F
where
    S: ?Sized + 'a,
    F: Fn(&'a S, &'a Recovery<'a>) -> W,
    W: Future<Output = R> + Send + 'a,
{
    fn begin(&self, state: &'a S, recovery: &'a Recovery<'a>) -> Recovering<'a, R> {
        Box::pin(self(state, recovery))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, S: ?Sized, R, F: Nothing> RecoverWith<'a, S, R, F> for F {
    fn begin(&self, _: &'a S, _: &'a Recovery<'a>) -> Recovering<'a, R> {
        self.nothing()
    }
}

/// The same for an operation without a state.
#[diagnostic::on_unimplemented(
    message = "`recover` needs an `async fn(&Recovery<'_>) -> {R}`",
    label = "takes or gives something else, or what it waits for is not `Send`",
    note = "the operation has no state, so that it is given an `askback::Recovery` alone; it gives what the operation itself does"
)]
pub trait Recover<'a, R, By> {
    /// Begins to find out.
    fn begin(&self, recovery: &'a Recovery<'a>) -> Recovering<'a, R>;
}

#[diagnostic::do_not_recommend]
impl<'a, R, F, W> Recover<'a, R, Function> for F
where
    F: Fn(&'a Recovery<'a>) -> W,
    W: Future<Output = R> + Send + 'a,
{
    fn begin(&self, recovery: &'a Recovery<'a>) -> Recovering<'a, R> {
        Box::pin(self(recovery))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, R, F: Nothing> Recover<'a, R, F> for F {
    fn begin(&self, _: &'a Recovery<'a>) -> Recovering<'a, R> {
        self.nothing()
    }
}

/// By a function.
pub enum Function {}

/// What no type is.
trait Nothing {
    fn nothing(&self) -> !;
}

type Begin<S, R> = dyn for<'a> Fn(&'a S, &'a Recovery<'a>) -> Recovering<'a, R> + Send + Sync;

/// How a call with a server or state is recovered.
pub struct RecoversWith<S: ?Sized, R> {
    /// Finds out what became of it.
    pub recover: Box<Begin<S, R>>,
}

/// How a call with this server or state is recovered. What it gives is what gives a pause.
pub fn recover_with<S, R, F, By>(_: fn(Pause) -> R, _: &S, recover: F) -> RecoversWith<S, R>
where
    S: ?Sized + 'static,
    F: for<'a> RecoverWith<'a, S, R, By> + Send + Sync + 'static,
{
    RecoversWith {
        recover: Box::new(move |state, recovery| recover.begin(state, recovery)),
    }
}

type BeginAlone<R> = dyn for<'a> Fn(&'a Recovery<'a>) -> Recovering<'a, R> + Send + Sync;

/// How a call without a state is recovered.
pub struct Recovers<R> {
    /// Finds out what became of it.
    pub recover: Box<BeginAlone<R>>,
}

/// How a call without a state is recovered.
pub fn recover<R, F, By>(_: fn(Pause) -> R, recover: F) -> Recovers<R>
where
    F: for<'a> Recover<'a, R, By> + Send + Sync + 'static,
{
    Recovers {
        recover: Box::new(move |recovery| recover.begin(recovery)),
    }
}
