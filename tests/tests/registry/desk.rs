//! A registry with one state, in every place where its conversations may be kept.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use askback::clock::ManualClock;
use askback::ledger::{Limits, MemoryStore};
use askback::registry::{Call, Failure, Operation, OperationFuture, Outcome, Pending, Registry};
use askback::{Ask, Askback, Builder, Modes};
use serde_json::{Map, Value};

/// What operations have done.
#[derive(Default)]
pub(crate) struct Desk {
    log: Mutex<Vec<String>>,
    /// What is done when the body has done its work.
    pub(crate) then: Mutex<Then>,
}

#[derive(Default, Clone, Copy, PartialEq)]
pub(crate) enum Then {
    #[default]
    Finish,
    Fail,
    Panic,
    Hang,
}

impl Desk {
    pub(crate) fn note(&self, what: impl Into<String>) {
        self.log.lock().unwrap().push(what.into());
    }

    pub(crate) fn noted(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    pub(crate) fn then(&self, then: Then) {
        *self.then.lock().unwrap() = then;
    }
}

/// An operation's body.
pub(crate) type Run = for<'a, 'call> fn(&'a Desk, Value, &'a mut Ask<'call>) -> OperationFuture<'a>;

/// An operation by hand: its name, and what it does.
pub(crate) struct Op(pub(crate) &'static str, pub(crate) Run);

impl Operation<Desk> for Op {
    fn name(&self) -> &str {
        self.0
    }

    fn recovers(&self) -> bool {
        true
    }

    fn description(&self) -> Option<&str> {
        Some("Does something at the desk.")
    }

    fn call<'a, 'call: 'a>(
        &'a self,
        desk: &'a Desk,
        arguments: Value,
        ask: &'a mut Ask<'call>,
    ) -> OperationFuture<'a> {
        (self.1)(desk, arguments, ask)
    }
}

/// Where conversations are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kept {
    Sealed,
    Ledger,
}

pub(crate) const BOTH: [Kept; 2] = [Kept::Sealed, Kept::Ledger];

/// A desk under a clock that stands still.
pub(crate) struct Office {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) registry: Registry<Desk>,
}

impl Office {
    pub(crate) fn new(kept: Kept) -> Self {
        Self::with(kept, |builder| builder)
    }

    pub(crate) fn with(kept: Kept, configure: impl FnOnce(Builder) -> Builder) -> Self {
        Self::limited(kept, Limits::default(), configure)
    }

    pub(crate) fn limited(
        kept: Kept,
        limits: Limits,
        configure: impl FnOnce(Builder) -> Builder,
    ) -> Self {
        let clock = Arc::new(ManualClock::new(1_800_000_000_000));
        let builder = Askback::builder().clock(clock.clone());
        let builder = match kept {
            Kept::Sealed => builder,
            Kept::Ledger => builder.ledger(MemoryStore::new(clock.clone(), limits)),
        };
        let askback = configure(builder).build().unwrap();
        let registry = Registry::new(Desk::default(), askback);
        Self { clock, registry }
    }

    pub(crate) fn op(mut self, name: &'static str, run: Run) -> Self {
        self.registry = self.registry.register(Op(name, run));
        self
    }

    pub(crate) fn desk(&self) -> &Desk {
        self.registry.state()
    }

    /// A call without arguments, of a host that asks for forms and visits.
    pub(crate) fn call(&self, name: &str) -> Call<Desk> {
        let call = self.registry.call(name, Map::new());
        call.modes(Modes::FORM | Modes::URL)
    }

    /// Lets a person take their time, so that nothing looks as if it were answered by itself.
    pub(crate) fn wait(&self) {
        self.clock.advance(Duration::from_secs(5));
    }
}

#[track_caller]
pub(crate) fn pending(outcome: Outcome<Desk>) -> Pending<Desk> {
    match outcome {
        Outcome::Pending(pending) => pending,
        Outcome::Finished(_) => panic!("it has finished"),
        Outcome::Failed(failure) => panic!("{failure}"),
    }
}

#[track_caller]
pub(crate) fn finished(outcome: Outcome<Desk>) -> Value {
    match outcome {
        Outcome::Finished(value) => value,
        Outcome::Pending(pending) => panic!("it asks {:?}", pending.key()),
        Outcome::Failed(failure) => panic!("{failure}"),
    }
}

#[track_caller]
pub(crate) fn failed(outcome: Outcome<Desk>) -> Failure {
    match outcome {
        Outcome::Failed(failure) => failure,
        Outcome::Finished(_) => panic!("it has finished"),
        Outcome::Pending(pending) => panic!("it asks {:?}", pending.key()),
    }
}
