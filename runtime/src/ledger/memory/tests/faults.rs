//! The suite finds out stores that break a rule.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::super::MemoryStore;
use crate::clock::ManualClock;
use crate::ledger::{
    AnswerHash, Attempt, BindingHash, ChainName, Claim, Claimed, Held, Lifetime, Limits, Start,
    Started, Store, Stored, Transition, Verdict, Write, Written,
};
use crate::testing::store::{Factory, Fresh, check};

/// How a store is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    EveryFence,
    EveryAttempt,
    EveryAnswer,
    EveryBinding,
    EveryLifetime,
    NoEnd,
    NoTime,
    NoLimits,
    NoRenewal,
    NoReservation,
    NoTerms,
    ForgetsState,
    ForgetsShown,
    SaysMore,
    CountsNothing,
    RunsAgain,
    NoSecondReply,
}

use Fault::*;

#[derive(Debug)]
struct Faulty {
    store: MemoryStore,
    fault: Fault,
    fences: Mutex<HashMap<ChainName, u64>>,
    writes: Mutex<Vec<String>>,
}

impl Store for Faulty {
    fn start(&self, mut start: Start) -> Stored<'_, Started> {
        match self.fault {
            EveryBinding => start.binding = BindingHash::from_bytes([0; 32]),
            EveryLifetime => start.lifetime = Lifetime::from_bytes([0; 32]),
            NoReservation => start.reserve = 150,
            NoTerms => start.terms.prompts = u16::MAX,
            _ => {}
        }
        self.store.start(start)
    }

    fn claim(&self, mut claim: Claim) -> Stored<'_, Claimed> {
        match self.fault {
            EveryAttempt => claim.attempt = Attempt::from_bytes([0; 16]),
            EveryAnswer => claim.answer = AnswerHash::from_bytes([0; 32]),
            EveryBinding => claim.binding = BindingHash::from_bytes([0; 32]),
            EveryLifetime => claim.lifetime = Lifetime::from_bytes([0; 32]),
            _ => {}
        }
        let chain = claim.key.chain;
        let claimed = self.store.claim(claim);
        Box::pin(async move {
            let mut claimed = claimed.await?;
            match (self.fault, claimed.verdict) {
                (
                    EveryFence,
                    Verdict::Claimed { grant, .. } | Verdict::Recovering { grant, .. },
                ) => {
                    self.fences.lock().unwrap().insert(chain, grant.fence);
                }
                (ForgetsState, _) => claimed.state = None,
                (ForgetsShown, _) => claimed.shown = None,
                (SaysMore, Verdict::Invalid) => claimed.verdict = Verdict::Busy,
                (RunsAgain, Verdict::Recovering { grant, round }) => {
                    claimed.verdict = Verdict::Claimed {
                        grant,
                        round,
                        attempts: 0,
                        expiry: 1,
                    };
                }
                _ => {}
            }
            Ok(claimed)
        })
    }

    fn write(&self, mut write: Write) -> Stored<'_, Written> {
        match (self.fault, &mut write.transition) {
            (EveryFence, _) => {
                let fences = self.fences.lock().unwrap();
                write.fence = fences.get(&write.key.chain).copied().unwrap_or(1);
            }
            (NoReservation, Transition::Accept { reserve, .. }) => *reserve = 150,
            (NoRenewal, Transition::Renew) => {
                return Box::pin(async {
                    Ok(Written::Renewed {
                        lease_end: u64::MAX,
                    })
                });
            }
            (NoSecondReply, _) => {
                let mut writes = self.writes.lock().unwrap();
                let told = format!(
                    "{:?} {} {:?}",
                    write.key.chain.as_bytes(),
                    write.fence,
                    write.transition
                );
                if writes.contains(&told) {
                    return Box::pin(async { Ok(Written::Lost) });
                }
                writes.push(told);
            }
            _ => {}
        }
        self.store.write(write)
    }

    fn end(&self, lifetime: Lifetime) -> Stored<'_, ()> {
        match self.fault {
            NoEnd => Box::pin(async { Ok(()) }),
            _ => self.store.end(lifetime),
        }
    }

    fn held(&self) -> Stored<'_, Held> {
        match self.fault {
            CountsNothing => Box::pin(async { Ok(Held::default()) }),
            _ => self.store.held(),
        }
    }
}

impl Factory for Fault {
    fn fresh(&self, limits: Limits) -> Stored<'_, Fresh> {
        let clock = Arc::new(ManualClock::default());
        let limits = match self {
            NoLimits => Limits::default(),
            _ => limits,
        };
        let store = Arc::new(Faulty {
            store: MemoryStore::new(clock.clone(), limits),
            fault: *self,
            fences: Mutex::default(),
            writes: Mutex::default(),
        });
        let time = match self {
            NoTime => Arc::new(ManualClock::default()),
            _ => clock,
        };
        Box::pin(async move { Ok(Fresh::new(store).with_time(time)) })
    }
}

#[tokio::test]
async fn each_fault_breaks_its_rule() {
    for (fault, rule) in [
        (EveryFence, "a_write_with_an_old_fence_changes_nothing"),
        (EveryAttempt, "of_many_claims_one_is_granted"),
        (
            EveryAnswer,
            "an_answered_token_with_another_answer_is_a_conflict",
        ),
        (
            EveryBinding,
            "another_binding_is_told_invalid_whatever_the_state",
        ),
        (
            EveryLifetime,
            "another_lifetime_is_told_invalid_whatever_the_state",
        ),
        (NoEnd, "after_the_end_no_open_prompt_can_be_answered"),
        (NoTime, "a_run_whose_lease_ends_is_recovered"),
        (NoLimits, "there_are_so_many_bytes_to_accept"),
        (NoRenewal, "a_lease_that_is_renewed_holds_on"),
        (
            NoReservation,
            "accepting_reserves_the_answer_and_the_next_prompt",
        ),
        (NoTerms, "a_prompt_too_many_leaves_the_chain_to_recovery"),
        (ForgetsState, "a_decline_is_told_again"),
        (ForgetsShown, "an_earlier_token_gets_the_same_next_prompt"),
        (SaysMore, "another_owner_is_told_invalid_whatever_the_state"),
        (CountsNothing, "every_charge_is_what_is_kept"),
        (RunsAgain, "what_is_done_is_recovered_by_the_same_answer"),
        (NoSecondReply, "accepting_again_gets_the_same_reply"),
    ] {
        let report = check(&fault).await;
        let found = report.broken().iter().any(|(name, _)| *name == rule);
        assert!(found, "{fault:?}: {report}");
    }
}
