//! The rules that every store of a ledger keeps, as a suite that runs against any of them.
//!
//! ```
//! use std::sync::Arc;
//!
//! use askback::ledger::{Limits, MemoryStore, StoreError, Stored};
//! use askback::testing::ManualClock;
//! use askback::testing::store::{Factory, Fresh, check};
//!
//! struct Memory;
//!
//! impl Factory for Memory {
//!     fn fresh(&self, limits: Limits) -> Stored<'_, Fresh> {
//!         Box::pin(async move {
//!             let clock = Arc::new(ManualClock::default());
//!             let store = Arc::new(MemoryStore::new(clock.clone(), limits));
//!             Ok(Fresh::new(store).with_time(clock))
//!         })
//!     }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! check(&Memory).await.unwrap();
//! # });
//! # Ok::<(), std::io::Error>(())
//! ```

mod admission;
mod answers;
mod bench;
mod claims;
mod leases;
mod lifetimes;
mod many;
mod recovery;
mod report;
mod starts;
mod time;

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::ManualClock;
use crate::ledger::{Limits, Store, Stored};
use bench::Bench;
pub use report::{Broken, Report};

/// Where the suite gets its stores from.
pub trait Factory: Send + Sync {
    /// A store that holds nothing, with these limits, and that no other shares anything with.
    ///
    /// # Errors
    /// The store cannot be made; the rule that wanted it counts as broken.
    fn fresh(&self, limits: Limits) -> Stored<'_, Fresh>;
}

/// A store that holds nothing.
pub struct Fresh {
    store: Arc<dyn Store>,
    time: Option<Arc<dyn Time>>,
    kept: Option<Box<dyn Any + Send + Sync>>,
}

impl Fresh {
    /// A store whose time passes by itself: rules about time are left out.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            time: None,
            kept: None,
        }
    }

    /// Says what moves the store's time.
    #[must_use]
    pub fn with_time(mut self, time: Arc<dyn Time>) -> Self {
        self.time = Some(time);
        self
    }

    /// Keeps `what` until the rule is through: a folder, a server.
    #[must_use]
    pub fn keeping(mut self, what: impl Any + Send + Sync) -> Self {
        self.kept = Some(Box::new(what));
        self
    }
}

impl fmt::Debug for Fresh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fresh")
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

/// Moves the time that a store goes by.
pub trait Time: Send + Sync {
    /// Moves it forward.
    ///
    /// # Errors
    /// As the store's own methods.
    fn advance(&self, by: Duration) -> Stored<'_, ()>;
}

impl Time for ManualClock {
    fn advance(&self, by: Duration) -> Stored<'_, ()> {
        ManualClock::advance(self, by);
        Box::pin(std::future::ready(Ok(())))
    }
}

type Running = Pin<Box<dyn Future<Output = Result<(), Broken>> + Send>>;

/// One rule.
#[derive(Clone, Copy)]
pub struct Rule {
    name: &'static str,
    limits: fn() -> Limits,
    needs_time: bool,
    run: fn(Bench) -> Running,
}

impl Rule {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Checks it alone. `Ok(false)` when it was left out, since the store's time cannot be moved.
    ///
    /// # Errors
    /// How the store breaks it.
    pub async fn check(&self, factory: &dyn Factory) -> Result<bool, Broken> {
        let fresh = factory.fresh((self.limits)()).await?;
        if self.needs_time && fresh.time.is_none() {
            return Ok(false);
        }
        let Fresh { store, time, kept } = fresh;
        let ran = (self.run)(Bench::new(store, time)).await;
        drop(kept);
        ran.map(|()| true)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.name).finish()
    }
}

/// Checks every rule, one after the other, each on a store of its own.
pub async fn check(factory: &dyn Factory) -> Report {
    let mut report = Report::default();
    for rule in rules() {
        report.add(&rule, rule.check(factory).await);
    }
    report
}

/// All rules.
#[must_use]
pub fn rules() -> Vec<Rule> {
    [
        starts::RULES,
        claims::RULES,
        answers::RULES,
        recovery::RULES,
        leases::RULES,
        time::RULES,
        lifetimes::RULES,
        admission::RULES,
        many::RULES,
    ]
    .concat()
}

/// The table of a file's rules: `name`, and what it needs.
macro_rules! table {
    ($($name:ident $(with $limits:expr)? $(, $time:ident)?;)*) => {
        pub(super) const RULES: &[super::Rule] = &[$(super::Rule {
            name: stringify!($name),
            limits: table!(@limits $($limits)?),
            needs_time: table!(@time $($time)?),
            run: |bench| Box::pin($name(bench)),
        }),*];
    };
    (@limits) => { $crate::ledger::Limits::default };
    (@limits $limits:expr) => { $limits };
    (@time) => { false };
    (@time time) => { true };
}

/// Breaks the rule unless both are equal.
macro_rules! equal {
    ($left:expr, $right:expr) => {
        equal!($left, $right, "")
    };
    ($left:expr, $right:expr, $what:expr) => {{
        let (left, right) = (&$left, &$right);
        if left != right {
            return Err(super::Broken::differs(line!(), $what, left, right));
        }
    }};
}

/// Breaks the rule unless the value has this shape; gives what the shape names.
macro_rules! shape {
    ($value:expr, $pattern:pat => $named:expr) => {{
        let value = $value;
        match value {
            $pattern => $named,
            _ => return Err(super::Broken::shape(line!(), stringify!($pattern), &value)),
        }
    }};
    ($value:expr, $pattern:pat) => {
        shape!($value, $pattern => ())
    };
}

use {equal, shape, table};
