//! Progress of a call: advisory snapshots, throttled, that never change what becomes of the call.

mod fault;
#[cfg(test)]
mod tests;
mod update;

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

pub use fault::ProgressFault;
pub use update::{Amount, ProgressMessage, Total, Update};

use crate::clock::Clock;
use crate::conversation::Ask;
use fault::Faults;

/// The least time between two deliveries, in milliseconds.
const INTERVAL: u64 = 100;
/// How much further a call is said to be for each sign that it waits: it has to rise (MCP 2025-11-25, basic/utilities/progress),
/// and should take nothing of what the call itself counts.
const SIGN: f64 = 1e-6;

/// Where the updates of one call go.
pub(crate) trait Listener: Send + Sync {
    /// Takes one update, at once: whoever reports waits for this.
    ///
    /// # Errors
    ///
    /// Why the update is lost, without anything that the person said.
    fn hear(&self, update: &Update) -> Result<(), String>;
}

/// Reports how far a call is: what [`Ask::progress`] gives, to be cloned and handed to whatever does the work.
///
/// Over MCP an update is a `notifications/progress` with the token of the request (MCP 2026-07-28, basic/utilities/progress).
/// A client that sent no token is told nothing. In a registry it goes to whatever
/// [`Call::on_progress`](crate::Call::on_progress) was given.
///
/// Progress is advisory. At most one update in 100 ms is delivered, while nothing else is being delivered; the others count
/// but are not sent, the last one of a call among them. None is delivered once the call has ended or was cancelled. Whatever goes wrong
/// (an update that is none, a connection that is gone) changes nothing about the call: it is kept aside, in
/// [`Progress::faults`].
///
/// While a call waits for the person, its client is told so every ten seconds: see
/// [`guide::errors`](crate::guide::errors#slow-people). That rises by next to nothing, and changes nothing here.
///
/// In the test kit (feature `testing`), where time stands still, every update is delivered.
///
/// ```
/// use askback::Progress;
///
/// fn copy(files: &[&str], progress: &Progress) {
///     for (at, file) in files.iter().enumerate() {
///         progress.report(at, files.len(), format!("copying {file}"));
///         // …
///     }
///     progress.report(files.len(), files.len(), None);
/// }
/// ```
#[derive(Clone)]
pub struct Progress {
    call: Arc<Call>,
}

struct Call {
    clock: Arc<dyn Clock>,
    listener: Option<Arc<dyn Listener>>,
    /// The least time between two deliveries, in milliseconds.
    interval: u64,
    state: Mutex<State>,
    /// Signalled when a delivery is over.
    delivered: Condvar,
}

#[derive(Default)]
struct State {
    /// The greatest amount reported so far, suppressed updates included.
    completed: f64,
    /// The amount of the last sign that the call waits: nothing less is told.
    signed: f64,
    /// When the last delivery began, in milliseconds since 1970.
    last: Option<u64>,
    /// Who is delivering.
    delivering: Option<ThreadId>,
    ended: bool,
    faults: Faults,
}

impl Progress {
    /// `None`: nobody listens.
    pub(crate) fn new(clock: Arc<dyn Clock>, listener: Option<Arc<dyn Listener>>) -> Self {
        Self::every(INTERVAL, clock, listener)
    }

    /// With another time between two deliveries, in milliseconds: the test kit hears every update.
    pub(crate) fn every(
        interval: u64,
        clock: Arc<dyn Clock>,
        listener: Option<Arc<dyn Listener>>,
    ) -> Self {
        Self {
            call: Arc::new(Call {
                clock,
                listener,
                interval,
                state: Mutex::default(),
                delivered: Condvar::new(),
            }),
        }
    }

    /// Says that `completed` is done, of `total`. It returns at once, and never fails.
    ///
    /// `completed` is any number: finite, not negative, and not less than before. `total` is any number that is finite and at
    /// least `completed`, or `None` where it is not known; an `Option` has to be one of `f64`. `message` is a text of at most
    /// 1,024 bytes, or `None`; it is shown to the person, so no secret belongs in it. Integers beyond 2^53 are rounded.
    ///
    /// What does not fit is not delivered, counts for nothing, and is listed in [`Progress::faults`]. What comes too soon after
    /// the last delivery counts, but is not delivered.
    ///
    /// ```
    /// # fn example(progress: &askback::Progress, read: u64, size: Option<u64>) {
    /// progress.report(3, 10, "three of ten");
    /// progress.report(0.5, None, None);
    /// progress.report(read, size.map(|size| size as f64), format!("{read} bytes"));
    /// # }
    /// ```
    pub fn report(&self, completed: impl Amount, total: impl Total, message: impl ProgressMessage) {
        let update = Update::new(completed, total, message);
        let mut state = self.call.state();
        if state.ended {
            return;
        }
        let update = match update.and_then(|update| update.after(state.completed)) {
            Ok(update) => update,
            Err(fault) => return state.faults.add(fault),
        };
        state.completed = update.completed;
        let update = update.at_least(state.signed);
        self.deliver(state, &update, Faults::add);
    }

    /// Says that the call is alive, and what it waits for: a little more than was told before, without a total.
    ///
    /// What the handler reports later goes on from what it reported itself; on the wire it is no step back either. A sign that
    /// is lost is no fault of the handler's.
    #[cfg_attr(
        not(feature = "rmcp"),
        allow(dead_code, reason = "only a client waits")
    )]
    pub(crate) fn sign(&self, waits_for: &'static str) {
        let mut state = self.call.state();
        if state.ended {
            return;
        }
        let told = state.completed.max(state.signed);
        // There is nothing above the greatest number.
        let Some(update) = Update::sign(told, SIGN, waits_for) else {
            return;
        };
        state.signed = update.completed;
        self.deliver(state, &update, |_, fault| {
            tracing::debug!(%fault, "a sign that a call waits was lost");
        });
    }

    /// Gives an update to whoever listens, unless something else is being delivered or has just been.
    fn deliver(
        &self,
        mut state: MutexGuard<'_, State>,
        update: &Update,
        lost: impl FnOnce(&mut Faults, ProgressFault),
    ) {
        let Some(listener) = &self.call.listener else {
            return;
        };
        if state.delivering.is_some() || !state.is_due(self.call.clock.now(), self.call.interval) {
            return;
        }
        state.delivering = Some(thread::current().id());
        drop(state);
        // A panic must not become the call's, nor leave the delivery open.
        let heard = catch_unwind(AssertUnwindSafe(|| listener.hear(update)));
        let mut state = self.call.state();
        state.delivering = None;
        match heard {
            Ok(Ok(())) => {}
            Ok(Err(why)) => lost(&mut state.faults, ProgressFault::Undelivered(why)),
            Err(_) => lost(&mut state.faults, ProgressFault::Panicked),
        }
        drop(state);
        self.call.delivered.notify_all();
    }

    /// What went wrong so far, the first 16 of it; for the author's tests and log. The client never sees it.
    #[must_use]
    pub fn faults(&self) -> Vec<ProgressFault> {
        self.call.state().faults.list()
    }

    /// Ends the call's progress: waits for a delivery that another thread has begun, and no other begins.
    pub(crate) fn end(&self) {
        let mut state = self.call.state();
        state.ended = true;
        let own = Some(thread::current().id());
        while state.delivering.is_some() && state.delivering != own {
            let waited = self.call.delivered.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Call {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether a delivery may begin now, which is then written down.
    fn is_due(&mut self, now: u64, interval: u64) -> bool {
        let due = match self.last {
            None => true,
            Some(last) => match now.checked_sub(last) {
                Some(since) if since < interval => return false,
                Some(_) => true,
                // The clock was set back: how long it has been is not known.
                None => false,
            },
        };
        self.last = Some(now);
        due
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.call.state();
        f.debug_struct("Progress")
            .field("completed", &state.completed)
            .field("ended", &state.ended)
            .finish_non_exhaustive()
    }
}

impl Ask<'_> {
    /// A handle on the progress of this call, to be cloned and handed to whatever does the work: see [`Progress`].
    ///
    /// Every handle of one call is the same. In the modern era each round is a request of its own, with a token of its own;
    /// long work stands after the last question, so that its progress is all in the last one.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let lent = self.lent.get_or_init(|| {
            let nobody = Progress::new(Arc::clone(self.conversation.clock()), None);
            Arc::new(nobody) as Arc<dyn Any + Send + Sync>
        });
        lent.downcast_ref::<Progress>().map_or_else(
            || Progress::new(Arc::clone(self.conversation.clock()), None),
            Progress::clone,
        )
    }
}
