//! `Askback`: how a deployment asks, configured once.

mod builder;
mod error;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::conversation::{Host, Ticket};
use crate::ledger::StoreError;

pub use builder::Builder;
pub use error::ConfigError;

/// How a deployment asks: its keys, its limits, and whom it serves. Cheap to clone; clones share everything.
///
/// ```
/// let askback = askback::Askback::builder()
///     .key(*b"a key of at least thirty-two bytes")
///     .audience("admin.example.com")
///     .build()?;
/// # Ok::<(), askback::ConfigError>(())
/// ```
#[derive(Clone)]
pub struct Askback {
    pub(crate) host: Arc<Host>,
    /// Whether the key was chosen: over HTTP a key of the process alone has to be written out.
    pub(crate) key_is_chosen: bool,
    /// What the serving room was told about its callers; the room below it does not know the type.
    pub(crate) callers: Option<Arc<dyn Any + Send + Sync>>,
}

impl Askback {
    /// For whom a URL with `{ask.ticket}` in it was made: who was asked to open it, and by which question.
    ///
    /// Agreeing to a visit proves nothing about who opens the page: a URL can be passed on, and a stranger who is made to open
    /// it would connect their account to somebody else's call, or the other way round (MCP 2026-07-28, client/elicitation,
    /// "Security Considerations"). So put `{ask.ticket}` into the path, the query or the fragment of the URL, and where
    /// the page is served hold the ticket's principal against whoever is logged in there.
    ///
    /// `handle` is what stood in the URL's place: 22 characters, 128 random bits, made anew whenever the question goes out.
    /// It is good once, in this process, until the conversation's deadline (its `ttl`). What loads pages beforehand uses it
    /// up: take it when the person does something on the page, or keep what it says in the page's own session. `None` says
    /// no more than that: unknown, used, or expired.
    ///
    /// Which `Askback` asks does not matter, nor with which key: the tickets of a process are in one table, and every `Askback` of
    /// the same [`audience`](Builder::audience) takes them from it. Those that were not given an audience have one in common, with
    /// [`wrap`](crate::wrap) too, so that `Askback::builder().build()` takes the tickets of a server that was wrapped so. One with
    /// a [`clock`](Builder::clock) has a table of its own, as the test kit's has; another process knows nothing of them: the page
    /// is served by the process that asked.
    ///
    /// At most 65,536 are remembered, 1,024 of them for one principal, with names over 1 KiB counting for more; when there is
    /// no room the question is not asked, and the call is `busy`.
    ///
    /// ```
    /// # struct Login { subject: String }
    /// fn open_page(askback: &askback::Askback, handle: &str, login: &Login) -> Result<(), &'static str> {
    ///     let ticket = askback.ticket(handle).ok_or("this link is used or too old: ask for a new one")?;
    ///     if ticket.principal().subject() != Some(&login.subject) {
    ///         return Err("this link was made for somebody else");
    ///     }
    ///     Ok(())
    /// }
    /// ```
    #[must_use]
    pub fn ticket(&self, handle: &str) -> Option<Ticket> {
        let Host {
            clock,
            seal,
            tickets,
            ..
        } = &*self.host;
        tickets.take(clock.now(), seal.audience().as_str(), handle)
    }
}

impl Askback {
    /// Ends this process's part: no call begins any more (it is `busy`), and those that run are waited for. What is open in a
    /// ledger can be answered in any other process that shares it; drained in all of them, it expires.
    ///
    /// Dropped before it is done, it still lets no call begin.
    pub async fn drain(&self) {
        self.host.calls.drain().await;
    }

    /// Ends the ledger's lifetime, for every process that shares it and for good: no conversation of it begins or asks further,
    /// and what is open cannot be answered any more. What runs may finish, and what is over still answers replays.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when there is no ledger, or it cannot be reached; it may be ended again then.
    pub async fn end(&self) -> Result<(), StoreError> {
        match &self.host.kept {
            Some(kept) => kept.ledger.end().await,
            None => Err(StoreError::new(
                "there is none; give `Askback::builder()` a `ledger`",
            )),
        }
    }
}

impl fmt::Debug for Askback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Askback")
            .field("host", &self.host)
            .finish_non_exhaustive()
    }
}
