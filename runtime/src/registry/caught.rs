//! An operation that panics.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// The operation panicked. What the panic said is the panic hook's to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Panicked;

/// What `run` gives, also when it panics: while the future is made, or while it is polled.
///
/// Nothing that it has touched is used again, but for the conversation, which only says that it failed.
pub(super) async fn caught<F: Future>(run: impl FnOnce() -> F) -> Result<F::Output, Panicked> {
    let future = catch_unwind(AssertUnwindSafe(run)).map_err(|_| Panicked)?;
    let mut future = pin!(future);
    poll_fn(
        |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(_) => Poll::Ready(Err(Panicked)),
        },
    )
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_end_like_any_other() {
        assert_eq!(caught(|| async { 7 }).await, Ok(7));
        let polled = caught(|| async {
            tokio::task::yield_now().await;
            panic!("on purpose")
        });
        assert_eq!(polled.await.map(|(): ()| ()), Err(Panicked));
        let made = caught(|| -> std::future::Ready<()> { panic!("on purpose") });
        assert_eq!(made.await, Err(Panicked));
    }
}
