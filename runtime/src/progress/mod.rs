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
        let Some(listener) = &self.call.listener else {
            return;
        };
        if state.delivering.is_some() || !state.is_due(self.call.clock.now(), self.call.interval) {
            return;
        }
        state.delivering = Some(thread::current().id());
        drop(state);
        // A panic must not become the call's, nor leave the delivery open.
        let heard = catch_unwind(AssertUnwindSafe(|| listener.hear(&update)));
        let mut state = self.call.state();
        state.delivering = None;
        match heard {
            Ok(Ok(())) => {}
            Ok(Err(why)) => state.faults.add(ProgressFault::Undelivered(why)),
            Err(_) => state.faults.add(ProgressFault::Panicked),
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
