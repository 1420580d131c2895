//! The passes through a plan: questions put and taken, steps kept. The expansion of `#[interactive]` calls this.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ask::Ask;
use super::asked::{Asked, Receipt, Settled};
use super::asking::Asking;
use super::exchange::{Reply, Settlement};
use super::gate::Grant;
use super::respond::no_answer;
use super::stop::{Pause, Stop};
use crate::question::Body;
use crate::seal::How;

/// Used by the expansion of the macros.
#[doc(hidden)]
impl<'call> Ask<'call> {
    pub fn begin_pass(&mut self) {
        self.conversation.begin_pass();
    }

    /// Whether the plan is through, or has to be gone through again because something was asked in place.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn end_pass(&mut self) -> Result<bool, Pause> {
        self.conversation.end_pass().await
    }

    /// Adds a question to the round that is being put together.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn put<T, S>(&mut self, asking: Asking<T, S>) -> Result<(), Pause> {
        match asking.ready(self.conversation.terms.policy) {
            Ok(ready) => self.conversation.put(ready).await,
            Err((key, why)) => Err(self.conversation.stop(Stop::Unaskable { key, why })),
        }
    }

    /// The answer to a question that was put.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call stops here.
    pub async fn take<T: Asked<'call>>(&mut self, key: &str) -> Result<T, Pause> {
        self.take_with(key, T::receive).await
    }

    pub(super) async fn take_with<T>(
        &mut self,
        key: &str,
        receive: fn(Receipt<'_, 'call>) -> Option<T>,
    ) -> Result<T, Pause> {
        // What is settled already does not end the round that is being put together.
        if self.conversation.settlement(key).is_none() {
            self.conversation.settle().await?;
        }
        self.conversation.go_on()?;
        if self
            .conversation
            .settlement(key)
            .is_some_and(Settlement::opens)
        {
            // What was confirmed counts before anybody may act on it.
            self.enter().await?;
        }
        self.receive_with(key, receive)
    }

    /// A step's value from an earlier round.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the call has stopped, or when what was kept cannot be read: to compute it again could be to do
    /// something twice. In a recovery also when nothing was kept: the step may have run before its value was lost.
    pub fn recall<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, Pause> {
        let conversation = &mut self.conversation;
        conversation.reserve(key)?;
        if !crate::question::is_key(key) {
            let key = crate::question::escape_value(key);
            let misuse = format!(
                "the step's key `{key}` is not 1 to 64 of the characters A-Z, a-z, 0-9, `_`, `.` and `-`"
            );
            return Err(conversation.stop(Stop::Misuse(misuse)));
        }
        let step = conversation
            .journal
            .steps
            .get(key)
            .filter(|step| step.stands_below(&conversation.above));
        match step.map(|step| T::deserialize(&step.value)) {
            None if conversation.is_recovering() => Err(conversation.stop(Stop::AsksInRecovery)),
            None => Ok(None),
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(_)) => {
                let misuse = format!(
                    "the step `{key}` cannot be read back from the JSON that was kept of it, and is not run again"
                );
                Err(conversation.stop(Stop::Misuse(misuse)))
            }
        }
    }

    /// Keeps a step's value for later rounds.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the value cannot be written as JSON.
    pub fn keep<T: Serialize>(&mut self, key: &str, value: &T) -> Result<(), Pause> {
        let conversation = &mut self.conversation;
        if conversation.terms.unsealed {
            let misuse = format!(
                "the step `{key}` cannot be kept by an `unsealed` handler; drop `unsealed`"
            );
            return Err(conversation.stop(Stop::Misuse(misuse)));
        }
        match serde_json::to_value(value) {
            Ok(value) => {
                conversation.journal.steps.insert(
                    key.to_owned(),
                    super::journal::Step::new(conversation.above, value),
                );
                Ok(())
            }
            Err(_) => {
                let misuse = format!(
                    "the step `{key}` cannot be written as JSON, so it cannot be carried between rounds"
                );
                Err(conversation.stop(Stop::Misuse(misuse)))
            }
        }
    }

    /// The last check before the body, and the moment from which on its answers count.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the request has been cancelled meanwhile, or the ledger does not take the answers.
    pub async fn enter(&mut self) -> Result<(), Pause> {
        let conversation = &mut self.conversation;
        conversation.go_on()?;
        if conversation.is_recovering() {
            return Err(conversation.stop(Stop::AsksInRecovery));
        }
        conversation.not_cancelled()?;
        conversation.commit().await
    }

    pub(super) fn receive_with<T>(
        &mut self,
        key: &str,
        receive: fn(Receipt<'_, 'call>) -> Option<T>,
    ) -> Result<T, Pause> {
        let receipt = self.receipt(key)?;
        let received = receipt.and_then(|settled| receive(Receipt { settled }));
        match received {
            Some(value) => Ok(value),
            None => {
                // A check that passed when the answer came has failed since.
                let errors = no_answer();
                Err(self
                    .conversation
                    .stop(Stop::Invalid(vec![(key.to_owned(), errors)])))
            }
        }
    }

    fn receipt(&mut self, key: &str) -> Result<Option<Settled<'_, 'call>>, Pause> {
        let Some(settlement) = self.conversation.settlement(key) else {
            let misuse = format!(
                "the answer to `{key}` was taken before it was asked for, or a second time"
            );
            return Err(self.conversation.stop(Stop::Misuse(misuse)));
        };
        let gate = settlement.opens();
        if gate {
            if self.conversation.hold.is_claimed() || self.conversation.is_recovering() {
                let cause = "a confirmation was taken before its answer counted".to_owned();
                return Err(self.conversation.stop(Stop::Internal(cause)));
            }
            self.conversation.spend(How::Confirmed)?;
            self.conversation.take_gate(key);
            return Ok(Some(Settled::Open(Grant::new())));
        }
        let conversation = &self.conversation;
        Ok(conversation.settlement(key).map(|settlement| {
            match (settlement.reply, &settlement.question.body) {
                (Reply::Accepted, Body::Url(_)) => Settled::Consented,
                (Reply::Accepted, Body::Form(schema)) => Settled::Form {
                    content: conversation.journal.accepted(key),
                    schema,
                    policy: conversation.terms.policy,
                },
                (Reply::Declined { .. }, _) => Settled::Declined,
                (Reply::Cancelled, _) => Settled::Cancelled,
                (Reply::Accepted | Reply::Unavailable, _) => Settled::Unavailable,
            }
        }))
    }

    pub(super) fn receive_input<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, Pause> {
        let raw = self
            .conversation
            .journal
            .accepted(key)
            .unwrap_or(&Value::Null);
        T::deserialize(raw).map_err(|_| {
            let errors = no_answer();
            self.conversation
                .stop(Stop::Invalid(vec![(key.to_owned(), errors)]))
        })
    }
}
