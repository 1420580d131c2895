//! `#[state]`: what a handler that asks by its own result keeps between its rounds.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::own::{Brought, Own};
use super::stop::{Pause, Stop};
use super::table::Handler;
use crate::continuation::Lease;
use crate::question::Modes;

/// A value that is kept between the rounds of a handler that asks by its own result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be kept between rounds",
    label = "`#[state]` starts from its default, and goes with the call as JSON",
    note = "derive `Default`, `serde::Serialize` and `serde::Deserialize` for it, and keep in it only what is `Send`"
)]
pub trait Keep: Default + Serialize + DeserializeOwned + Send {}

#[diagnostic::do_not_recommend]
impl<S: Default + Serialize + DeserializeOwned + Send> Keep for S {}

/// How an `S` is kept. It has no bounds, so that a wrong type is one error.
pub struct Keeper<S> {
    start: fn() -> S,
    read: fn(&[u8]) -> Option<Kept<S>>,
    write: fn(u32, &BTreeSet<String>, &S) -> Option<Vec<u8>>,
}

/// How an `S` is kept.
#[must_use]
pub fn keeper<S: Keep>() -> Keeper<S> {
    Keeper {
        start: S::default,
        read,
        write,
    }
}

/// What was sealed: a mark that tells it from every other state, the rounds so far, the keys that were asked, the value.
#[derive(Deserialize)]
struct Kept<S>(Mark, u32, BTreeSet<String>, S);

#[derive(Serialize, Deserialize)]
enum Mark {
    #[serde(rename = "state")]
    State,
}

fn read<S: Keep>(body: &[u8]) -> Option<Kept<S>> {
    serde_json::from_slice(body).ok()
}

fn write<S: Keep>(round: u32, pending: &BTreeSet<String>, value: &S) -> Option<Vec<u8>> {
    let body = serde_json::to_vec(&(Mark::State, round, pending, value)).ok()?;
    // What cannot be read back would be lost together with the person's answers.
    read::<S>(&body).is_some().then_some(body)
}

/// One request of a handler with `#[state]`.
pub struct Stated<S> {
    own: Own,
    keeper: Keeper<S>,
    value: S,
    handler: &'static Handler,
    /// The responses to what the state shows as asked; none in a first call.
    responses: Option<BTreeMap<String, Value>>,
    stop: Option<Stop>,
}

/// Used by the expansion of the macros.
#[doc(hidden)]
impl<S> Stated<S> {
    /// The author's state.
    pub fn value(&mut self) -> &mut S {
        &mut self.value
    }

    /// The last check before the body, and the moment from which on the answers count.
    ///
    /// # Errors
    ///
    /// A [`Pause`] when the request has been cancelled meanwhile, or the ledger does not take the answers.
    pub async fn enter(&mut self) -> Result<(), Pause> {
        self.not_cancelled()?;
        // Nothing of it is looked at again: what has to be found out then only the author knows.
        if let Err(stop) = self.own.commit(Vec::new()).await {
            return Err(self.stop(stop));
        }
        // A store may take its time over it.
        self.not_cancelled()
    }

    fn not_cancelled(&mut self) -> Result<(), Pause> {
        match self.own.site.cancelled.is_cancelled() {
            true => Err(self.stop(Stop::RequestCancelled)),
            false => Ok(()),
        }
    }

    /// Keeps the chain while the handler runs.
    #[must_use]
    pub fn lease(&self) -> Lease {
        self.own.lease()
    }

    /// The lease was lost, and the handler dropped.
    pub fn lost(&mut self) -> Pause {
        self.stop(Stop::Busy)
    }

    fn stop(&mut self, stop: Stop) -> Pause {
        self.stop.get_or_insert(stop);
        Pause { _private: () }
    }
}

impl<S> Stated<S> {
    /// Reads what the request brought along. In a first call nothing was asked, so that nothing is answered.
    pub(crate) fn new(
        mut own: Own,
        brought: Brought,
        handler: &'static Handler,
        keeper: Keeper<S>,
    ) -> Result<Self, Stop> {
        let (value, responses) = match brought.body {
            None => ((keeper.start)(), None),
            Some(body) => {
                let Kept(Mark::State, round, pending, value) = (keeper.read)(&body)
                    .ok_or_else(|| own.refused("the author's state has another shape"))?;
                own.round = round;
                let mut responses = brought.responses;
                if let Some(responses) = &mut responses {
                    responses.retain(|key, _| pending.contains(key));
                }
                (value, responses)
            }
        };
        Ok(Self {
            own,
            keeper,
            value,
            handler,
            responses,
            stop: None,
        })
    }

    /// The responses that the author may see.
    pub(crate) fn responses(&self) -> Option<&BTreeMap<String, Value>> {
        self.responses.as_ref()
    }

    /// What this client can be asked.
    pub(crate) fn declared(&self) -> Modes {
        self.own.site.modes
    }

    /// The handler's name, for messages.
    pub(crate) fn name(&self) -> &'static str {
        self.handler.name
    }

    /// Where else the person can do this.
    pub(crate) fn guidance(&self) -> Option<&'static str> {
        self.handler.guidance
    }

    /// Whether the call was stopped before its body.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some()
    }

    /// What stopped the call before its body, if something did.
    pub(crate) async fn stopped(&mut self) -> Option<Stop> {
        let stop = self.stop.take()?;
        // The answers can be given again: nothing has run on them.
        let _ = self.own.finish(true).await;
        Some(stop)
    }

    /// The handler's own result stands, or its error.
    pub(crate) async fn over(&mut self, failed: bool) -> Result<(), Stop> {
        self.own.over("handler");
        self.own.finish(failed).await
    }

    /// The state of a round that asks for `keys`, kept; `shown` is what was asked.
    pub(crate) async fn suspend(
        mut self,
        keys: BTreeSet<String>,
        shown: &[u8],
    ) -> Result<String, Stop> {
        let round = self.own.next_round()?;
        let body = (self.keeper.write)(round, &keys, &self.value).ok_or_else(|| {
            Stop::Misuse(format!(
                "the state of `{}` cannot be written as JSON and read back, so it cannot be kept between rounds",
                self.handler.name
            ))
        })?;
        self.own.suspend(body, shown).await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::by_hand;
    use super::super::journal::Journal;
    use super::*;

    #[test]
    fn a_state_survives_its_encoding() {
        let pending = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
        let value = (u64::MAX, i128::MIN, "\u{1f600}".to_owned(), Some(0.5));
        let body = write(3, &pending, &value).unwrap();
        let Kept(Mark::State, round, keys, back) = read(&body).unwrap();
        assert_eq!((round, keys, back), (3, pending, value));
    }

    #[test]
    fn what_cannot_be_read_back_is_not_kept() {
        assert!(write(1, &BTreeSet::new(), &f64::NAN).is_none());
        assert!(write(1, &BTreeSet::new(), &1.0).is_some());
        let keys = std::collections::HashMap::from([((1, 2), 3)]);
        assert!(
            write(1, &BTreeSet::new(), &keys).is_none(),
            "no JSON at all"
        );
    }

    /// Whatever the author keeps, it is no state of another kind.
    #[test]
    fn no_kind_of_state_is_read_as_another() {
        let journal = Journal::default().encode().unwrap();
        let gate = by_hand::sample();
        assert!(read::<serde_json::Value>(&journal).is_none());
        assert!(read::<serde_json::Value>(&gate).is_none());
        for value in [
            json!(null),
            json!({ "r": 1, "q": {}, "s": {} }),
            json!(["gate", 1, "k", {}]),
        ] {
            let state = write(1, &BTreeSet::new(), &value).unwrap();
            assert!(Journal::decode(&state).is_err());
            assert!(!by_hand::is_gate(&state) && by_hand::is_gate(&gate));
        }
        assert!(Journal::decode(&gate).is_err());
        for body in [
            &b""[..],
            b"[]",
            b"{}",
            br#"["state"]"#,
            br#"["state",-1,[],null]"#,
        ] {
            assert!(read::<serde_json::Value>(body).is_none());
            assert!(!by_hand::is_gate(body));
        }
    }
}
