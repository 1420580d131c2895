//! The calls that run in this process, and that no more begin once it is drained.

use std::sync::Arc;

use tokio::sync::watch;

/// What runs.
#[derive(Clone, Copy, Default)]
struct Count {
    running: u64,
    draining: bool,
}

/// The calls that run.
#[derive(Default)]
pub(crate) struct Calls(watch::Sender<Count>);

/// A call that runs; dropped, it has ended.
pub(crate) struct Call(Arc<Calls>);

impl Calls {
    /// `None`: no call begins any more.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Call> {
        let entered = self.0.send_if_modified(|count| {
            let enters = !count.draining;
            count.running += u64::from(enters);
            enters
        });
        entered.then(|| Call(Arc::clone(self)))
    }

    /// Lets no call begin any more, and waits for those that run.
    pub(crate) async fn drain(&self) {
        let mut count = self.0.subscribe();
        self.0.send_modify(|count| count.draining = true);
        // The sender is `self`, so that it does not go away meanwhile.
        let _ = count.wait_for(|count| count.running == 0).await;
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.0.0.send_modify(|count| {
            count.running = count.running.saturating_sub(1);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_runs_is_waited_for_and_nothing_begins_any_more() {
        let calls = Arc::new(Calls::default());
        let (one, two) = (calls.enter().unwrap(), calls.enter().unwrap());
        let mut drained = Box::pin(calls.drain());
        assert!(futures_now(&mut drained).is_none());
        assert!(calls.enter().is_none());
        drop(one);
        assert!(futures_now(&mut drained).is_none());
        drop(two);
        drained.await;
        calls.drain().await;
        assert!(calls.enter().is_none());
    }

    fn futures_now<F: Future>(future: &mut std::pin::Pin<Box<F>>) -> Option<F::Output> {
        match future
            .as_mut()
            .poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
        {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        }
    }
}
