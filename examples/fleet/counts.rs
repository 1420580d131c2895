//! What came of it, counted from the journal and from what the clients were told, not from what the ledger says of itself.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde::Serialize;

use crate::chaos::Done;
use crate::journal::{Deed, Event};
use crate::person::{End, Told};

/// The last line.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Counts {
    conversations: usize,
    finished: u32,
    refused: u32,
    lost_answers: u32,
    forks: u32,
    double_effects: u32,
    kills: u32,
    /// Of the finished: those that ended with the person's no.
    declined: u32,
    /// Of the finished: those whose client got the outcome by a replay.
    recovered: u32,
    effects: usize,
    retries: u32,
    pauses: u32,
    restarts: u32,
    kills_between: BTreeMap<String, u32>,
    /// Why those refused were.
    reasons: BTreeMap<String, u32>,
    /// Why those that did not end did not.
    open: BTreeMap<String, u32>,
    seconds: u64,
    /// Of the conversation that took longest.
    longest_seconds: u64,
    seed: u64,
}

impl Counts {
    pub(crate) fn new(
        told: &[Told],
        events: &[Event],
        done: Done,
        took: Duration,
        seed: u64,
    ) -> Self {
        let died: u32 = done.between.values().sum();
        let mut counts = Self {
            conversations: told.len(),
            kills: done.kills.saturating_add(died),
            kills_between: done.between,
            pauses: done.pauses,
            restarts: done.restarts,
            seconds: took.as_secs(),
            seed,
            ..Self::default()
        };
        let mut effects: HashMap<&str, Vec<&Deed>> = HashMap::new();
        let mut looked_up: HashMap<&str, Vec<&Deed>> = HashMap::new();
        for event in events {
            let (all, deed) = match event {
                Event::Effect(deed) => (&mut effects, deed),
                Event::Recovered { deed, .. } => (&mut looked_up, deed),
                Event::Died { .. } => continue,
            };
            all.entry(&deed.order).or_default().push(deed);
        }
        for told in told {
            let order = told.order.as_str();
            let effects = effects.get(order).map_or(&[][..], Vec::as_slice);
            let looked_up = looked_up.get(order).map_or(&[][..], Vec::as_slice);
            counts.add(told, effects, looked_up);
        }
        counts
    }

    fn add(&mut self, told: &Told, effects: &[&Deed], looked_up: &[&Deed]) {
        self.effects += effects.len();
        self.longest_seconds = self.longest_seconds.max(told.took.as_secs());
        self.retries = self.retries.saturating_add(told.retries);
        self.forks += u32::from(told.forked);
        self.double_effects += u32::from(effects.len() > 1);
        // What the person said and saw is what the body and the recovery were given, under one key.
        let mut keys = effects.iter().chain(looked_up).map(|deed| &deed.key);
        let first = keys.next();
        let as_said = effects.iter().chain(looked_up).all(|deed| {
            let message = format!(
                "Delete all {} rows of `users`? Reason: {}",
                deed.rows, told.reason
            );
            let as_shown = told.shown.as_ref().is_none_or(|shown| *shown == message);
            deed.reason == told.reason && as_shown
        });
        let one_key = keys.all(|key| Some(key) == first);
        let told_so = match &told.end {
            End::Done { recovered } => {
                self.finished += 1;
                self.recovered += u32::from(*recovered);
                !effects.is_empty() && told.shown.is_some()
            }
            End::Declined => {
                self.finished += 1;
                self.declined += 1;
                effects.is_empty()
            }
            End::Refused(why) => {
                self.refused += 1;
                *self.reasons.entry(why.clone()).or_default() += 1;
                effects.is_empty()
            }
            End::Open(why) => {
                *self.open.entry(why.clone()).or_default() += 1;
                true
            }
        };
        let lost = told.forgotten || !as_said || !one_key || !told_so;
        self.lost_answers += u32::from(lost);
        if lost || told.forked || effects.len() > 1 {
            eprintln!("{told:?}\n  effects {effects:?}\n  looked up {looked_up:?}");
        }
    }

    /// Whether all is as promised.
    pub(crate) fn is_kept(&self) -> bool {
        let ended = usize::try_from(self.finished.saturating_add(self.refused));
        (self.lost_answers, self.forks, self.double_effects) == (0, 0, 0)
            && ended.is_ok_and(|ended| ended == self.conversations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(end: End) -> Told {
        Told {
            order: "o".to_owned(),
            reason: "moved".to_owned(),
            end,
            shown: Some("Delete all 7 rows of `users`? Reason: moved".to_owned()),
            forked: false,
            forgotten: false,
            retries: 0,
            took: Duration::ZERO,
        }
    }

    fn deed(key: &str, reason: &str, rows: u64) -> Deed {
        let (order, key, reason) = ("o".to_owned(), key.to_owned(), reason.to_owned());
        let pid = 1;
        Deed {
            order,
            key,
            reason,
            rows,
            pid,
        }
    }

    fn count(told: Told, events: &[Event]) -> Counts {
        Counts::new(&[told], events, Done::default(), Duration::ZERO, 0)
    }

    const DONE: End = End::Done { recovered: false };

    #[test]
    fn what_went_well_is_kept() {
        let effect = || Event::Effect(deed("k", "moved", 7));
        let recovered = Event::Recovered {
            deed: deed("k", "moved", 7),
            found: true,
        };
        assert!(count(told(DONE), &[effect()]).is_kept());
        assert!(count(told(DONE), &[effect(), recovered]).is_kept());
        assert!(count(told(End::Declined), &[]).is_kept());
        assert!(count(told(End::Refused("not now".to_owned())), &[]).is_kept());
    }

    #[test]
    fn a_conversation_without_an_end_is_not() {
        let counts = count(told(End::Open("too long".to_owned())), &[]);
        assert_eq!((counts.finished, counts.refused), (0, 0));
        assert!(!counts.is_kept());
    }

    #[test]
    fn two_effects_are_counted_whatever_their_keys() {
        for key in ["k", "other"] {
            let effects = [deed("k", "moved", 7), deed(key, "moved", 7)].map(Event::Effect);
            let counts = count(told(DONE), &effects);
            assert_eq!(counts.double_effects, 1);
            assert!(!counts.is_kept());
        }
    }

    #[test]
    fn an_answer_is_lost_if_the_body_or_the_recovery_got_another_one() {
        let lost = |end: End, events: &[Event]| count(told(end), events).lost_answers;
        let good = || Event::Effect(deed("k", "moved", 7));
        assert_eq!(lost(DONE, &[Event::Effect(deed("k", "gone", 7))]), 1);
        assert_eq!(lost(DONE, &[Event::Effect(deed("k", "moved", 8))]), 1);
        for wrong in [deed("other", "moved", 7), deed("k", "gone", 7)] {
            let looked_up = Event::Recovered {
                deed: wrong,
                found: false,
            };
            assert_eq!(lost(DONE, &[good(), looked_up]), 1);
        }
        // What the client was told is not what happened.
        assert_eq!(lost(DONE, &[]), 1);
        let mut unseen = told(DONE);
        unseen.shown = None;
        assert_eq!(count(unseen, &[good()]).lost_answers, 1);
        assert_eq!(lost(End::Declined, &[good()]), 1);
        assert_eq!(lost(End::Refused("not now".to_owned()), &[good()]), 1);
    }

    #[test]
    fn what_the_client_noticed_counts() {
        let mut forgotten = told(End::Declined);
        forgotten.forgotten = true;
        assert_eq!(count(forgotten, &[]).lost_answers, 1);
        let mut forked = told(End::Declined);
        forked.forked = true;
        let counts = count(forked, &[]);
        assert_eq!(counts.forks, 1);
        assert!(!counts.is_kept());
    }
}
