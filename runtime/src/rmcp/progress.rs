//! Progress of a request, as notifications to whoever sent it.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer, ServiceError};
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::progress::{Listener, Progress, Update};

/// What a request's progress goes through, from its beginning to its end.
#[derive(Clone)]
pub(super) struct Reporting {
    progress: Progress,
    channel: Arc<Channel>,
    cancelled: CancellationToken,
}

impl Reporting {
    /// `None`: the client sent no token, and is told nothing.
    pub(super) fn of(context: &RequestContext<RoleServer>, clock: &Arc<dyn Clock>) -> Option<Self> {
        let token = context.meta.get_progress_token()?;
        let channel = Arc::new(Channel {
            peer: context.peer.clone(),
            token,
            under_way: Mutex::default(),
        });
        let listener = Arc::clone(&channel) as Arc<dyn Listener>;
        Some(Self {
            progress: Progress::new(Arc::clone(clock), Some(listener)),
            channel,
            cancelled: context.ct.clone(),
        })
    }

    /// What the handler reports to.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }
}

/// A request's progress while the request runs; dropped, it has ended.
pub(super) struct Running(pub(super) Option<Reporting>);

impl Running {
    /// Ends it, and lets the last notification out: a response is sent on another way, and would overtake it.
    pub(super) async fn end(self) {
        if let Some(Reporting {
            progress,
            channel,
            cancelled,
        }) = &self.0
        {
            progress.end();
            tokio::select! {
                biased;
                () = cancelled.cancelled() => {}
                () = channel.flush() => {}
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(reporting) = &self.0 {
            reporting.progress.end();
        }
    }
}

/// A notification that has been handed to rmcp, until it has been sent.
type Sending = Pin<Box<dyn Future<Output = Result<(), ServiceError>> + Send>>;

struct Channel {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    /// The last notification, as long as it is not known to be sent.
    under_way: Mutex<Option<Sending>>,
}

impl Channel {
    fn under_way(&self) -> Option<Sending> {
        let under_way = self.under_way.lock();
        under_way.unwrap_or_else(PoisonError::into_inner).take()
    }

    async fn flush(&self) {
        if let Some(sending) = self.under_way()
            && let Err(error) = sending.await
        {
            tracing::debug!(%error, "the last progress of a request was not sent");
        }
    }
}

impl Listener for Channel {
    /// Queues a notification. The first poll of rmcp's future puts it into the queue of the connection, and what is left
    /// of it waits for the message to be sent, which nobody does here.
    fn hear(&self, update: &Update) -> Result<(), String> {
        let mut param = ProgressNotificationParam::new(self.token.clone(), update.completed);
        param.total = update.total;
        param.message.clone_from(&update.message);
        let peer = self.peer.clone();
        let mut sending: Sending = Box::pin(async move { peer.notify_progress(param).await });
        match sending
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(Ok(())) => Ok(()),
            Poll::Ready(Err(error)) => Err(error.to_string()),
            Poll::Pending => {
                let mut under_way = self
                    .under_way
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                *under_way = Some(sending);
                Ok(())
            }
        }
    }
}
