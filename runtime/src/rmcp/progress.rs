//! Progress of a request, as notifications to whoever sent it.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer, ServiceError};
use tokio_util::sync::CancellationToken;

use super::wrap::Envelope;
use crate::conversation::{Host, KeepAlive};
use crate::progress::{Listener, Progress, Update};

/// What a request's progress goes through, from its beginning to its end.
#[derive(Clone)]
pub(super) struct Reporting {
    progress: Progress,
    channel: Arc<Channel>,
}

impl Reporting {
    /// `None`: the client sent no token, and is told nothing.
    pub(super) fn of(context: &RequestContext<RoleServer>, host: &Host) -> Option<Self> {
        let token = context.meta.get_progress_token()?;
        let channel = Arc::new(Channel {
            peer: context.peer.clone(),
            token,
            cancelled: context.ct.clone(),
            every: host.is_watched(),
            line: Mutex::default(),
        });
        let (clock, listener) = (Arc::clone(&host.clock), Arc::clone(&channel));
        let progress = match channel.every {
            true => Progress::every(0, clock, Some(listener)),
            false => Progress::new(clock, Some(listener)),
        };
        Some(Self { progress, channel })
    }

    /// What the handler reports to.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }
}

impl KeepAlive for Reporting {
    fn tell(&self, waits_for: &'static str) {
        // In the test kit, where the person takes any time at once, nobody is kept waiting; and a test is the same in each era.
        if !self.channel.every {
            self.progress.sign(waits_for);
        }
    }
}

/// A request's progress while the request runs; dropped, it has ended.
pub(super) struct Running(Option<Reporting>);

impl Running {
    pub(super) fn of(envelope: Option<&Envelope>) -> Self {
        Self(envelope.and_then(|envelope| envelope.reporting.clone()))
    }

    /// Waits for the request's answer, ends its progress, and lets the last notification out: a response is sent on another
    /// way, and would overtake it.
    pub(super) async fn until<T>(self, answer: impl Future<Output = T>) -> T {
        let answer = answer.await;
        if let Some(reporting) = &self.0 {
            reporting.progress.end();
            tokio::select! {
                biased;
                () = reporting.channel.cancelled.cancelled() => {}
                () = reporting.channel.flush() => {}
            }
        }
        answer
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
    cancelled: CancellationToken,
    /// Whether every update is told: where the test kit listens, time stands still.
    every: bool,
    line: Mutex<Line>,
}

/// One notification at a time is on its way: rmcp sends each from a task of its own, so that two could change places.
#[derive(Default)]
struct Line {
    sending: Option<Sending>,
    /// What is told when that has been sent: one update, whose place a newer one takes, unless every one is told.
    next: VecDeque<ProgressNotificationParam>,
}

impl Channel {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, param: ProgressNotificationParam) -> Sending {
        let peer = self.peer.clone();
        Box::pin(async move { peer.notify_progress(param).await })
    }

    /// What has to be waited for until everything has been sent.
    fn rest(&self) -> Option<Sending> {
        let mut line = self.line();
        let sending = line.sending.take();
        sending.or_else(|| line.next.pop_front().map(|param| self.send(param)))
    }

    async fn flush(&self) {
        while let Some(sending) = self.rest() {
            if let Err(error) = sending.await {
                tracing::debug!(%error, "the last progress of a request was not sent");
            }
        }
    }
}

impl Listener for Channel {
    /// Queues a notification. The first poll of rmcp's future puts it into the queue of the connection; what is left of it
    /// waits for the message to be sent, which nobody does here.
    fn hear(&self, update: &Update) -> Result<(), String> {
        if self.cancelled.is_cancelled() {
            // Nobody waits for this request any more.
            return Ok(());
        }
        let mut param = ProgressNotificationParam::new(self.token.clone(), update.completed);
        param.total = update.total;
        param.message.clone_from(&update.message);
        let mut line = self.line();
        if !self.every {
            // What waits is older than this.
            line.next.clear();
        }
        line.next.push_back(param);
        loop {
            if let Some(sending) = &mut line.sending {
                let Poll::Ready(sent) = poll_once(sending) else {
                    return Ok(());
                };
                line.sending = None;
                if let Err(error) = sent {
                    line.next.clear();
                    return Err(error.to_string());
                }
            }
            let Some(param) = line.next.pop_front() else {
                return Ok(());
            };
            line.sending = Some(self.send(param));
        }
    }
}

fn poll_once(sending: &mut Sending) -> Poll<Result<(), ServiceError>> {
    sending
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
}
