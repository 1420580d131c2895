//! A handler that panics.

use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use rmcp::ErrorData;

/// The call's own end, or an error if it panics: rmcp drops the task of a call that panics, and its client would wait for an
/// answer that never comes.
///
/// What the panic said stays in the server. Nothing of the call is used again after it, and a gate that was accepted for it
/// stays used.
pub(super) async fn caught<T>(
    call: impl Future<Output = Result<T, ErrorData>>,
) -> Result<T, ErrorData> {
    let ended = AssertUnwindSafe(call).catch_unwind().await;
    ended.unwrap_or_else(|_| {
        tracing::error!("a handler panicked");
        Err(ErrorData::internal_error(
            "the handler panicked; whether it had done something by then is not known, so look before calling again",
            None,
        ))
    })
}
