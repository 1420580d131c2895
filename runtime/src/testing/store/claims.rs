//! A token comes back.

use super::bench::{Bench, accept, answered, decline, lifetime, owner, prompt, shown, state};
use super::{Broken, equal, shape, table};
use crate::ledger::{BindingHash, Claimed, Transition, Verdict, Written};

table! {
    a_claim_gets_the_state_and_what_was_shown;
    every_claim_raises_the_fence;
    a_token_that_nobody_gave_out_is_invalid;
    another_owner_is_told_invalid_whatever_the_state;
    another_binding_is_told_invalid_whatever_the_state;
    another_lifetime_is_told_invalid_whatever_the_state;
    another_claim_is_busy;
    the_same_attempt_gets_the_same_grant;
    the_same_attempt_with_another_answer_is_busy;
    once_it_runs_the_same_attempt_is_busy;
    released_it_can_be_claimed_again;
    failed_before_it_was_accepted_it_can_be_claimed_again;
    a_write_with_an_old_fence_changes_nothing;
    a_write_with_a_fence_to_come_changes_nothing;
    a_write_of_another_owner_changes_nothing;
    a_write_that_does_not_fit_changes_nothing;
}

async fn a_claim_gets_the_state_and_what_was_shown(bench: Bench) -> Result<(), Broken> {
    for rounds in [1, 2, 3] {
        let chain = bench.open(rounds).await?;
        let claimed = chain.claim(rounds, 1, 1).await?;
        let round = shape!(claimed.verdict, Verdict::Claimed { round, attempts: 0, .. } => round);
        equal!(u64::from(round), rounds);
        equal!(claimed.state, Some(state(rounds)));
        equal!(claimed.shown, Some(shown(rounds)));
    }
    Ok(())
}

async fn every_claim_raises_the_fence(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    let mut last = 1;
    for _ in 0..5 {
        let fence = chain.hold(1).await?;
        if fence <= last {
            return Err(Broken::differs(
                line!(),
                "a fence that does not rise",
                &fence,
                &last,
            ));
        }
        last = fence;
        chain.wrote(fence, Transition::Release).await?;
    }
    Ok(())
}

async fn a_token_that_nobody_gave_out_is_invalid(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(2).await?;
    equal!(chain.claim(3, 1, 1).await?, Claimed::invalid());
    equal!(
        bench.chain_of(1).claim(1, 1, 1).await?,
        Claimed::invalid(),
        "no chain"
    );
    Ok(())
}

/// Chains in which the first prompt is open, claimed, running, over, closed, and answered long ago.
async fn each_state(bench: &Bench) -> Result<Vec<super::bench::Chain>, Broken> {
    let (closed, fence) = bench.running(1).await?;
    closed.wrote(fence, decline()).await?;
    Ok(vec![
        bench.open(1).await?,
        bench.claimed(1).await?.0,
        bench.running(1).await?.0,
        bench.done().await?,
        closed,
        bench.open(2).await?,
    ])
}

async fn another_owner_is_told_invalid_whatever_the_state(bench: Bench) -> Result<(), Broken> {
    for chain in each_state(&bench).await? {
        // Some of these live where the chain does, and some elsewhere.
        for number in 2..80 {
            let mut claim = chain.claiming(1, 1, 1);
            claim.key.owner = owner(number);
            equal!(chain.come(claim).await?, Claimed::invalid());
        }
    }
    Ok(())
}

async fn another_binding_is_told_invalid_whatever_the_state(bench: Bench) -> Result<(), Broken> {
    for chain in each_state(&bench).await? {
        let mut claim = chain.claiming(1, 1, 1);
        claim.binding = BindingHash::from_bytes([9; 32]);
        equal!(chain.come(claim).await?, Claimed::invalid());
    }
    Ok(())
}

async fn another_lifetime_is_told_invalid_whatever_the_state(bench: Bench) -> Result<(), Broken> {
    for chain in each_state(&bench).await? {
        let mut claim = chain.claiming(1, 1, 1);
        claim.lifetime = lifetime(2);
        equal!(chain.come(claim).await?, Claimed::invalid());
    }
    Ok(())
}

async fn another_claim_is_busy(bench: Bench) -> Result<(), Broken> {
    let (chain, _) = bench.claimed(1).await?;
    for answer in [1, 2] {
        let claimed = chain.claim(1, answer, 9).await?;
        equal!(claimed.verdict, Verdict::Busy);
        equal!((claimed.state, claimed.shown), (None, None));
    }
    let (chain, _) = bench.running(1).await?;
    equal!(chain.verdict(1, 1, 9).await?, Verdict::Busy);
    Ok(())
}

async fn the_same_attempt_gets_the_same_grant(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(2).await?;
    let first = chain.claim(2, 5, 7).await?;
    shape!(first.verdict, Verdict::Claimed { .. });
    equal!(chain.claim(2, 5, 7).await?, first);
    Ok(())
}

async fn the_same_attempt_with_another_answer_is_busy(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    shape!(chain.verdict(1, 5, 7).await?, Verdict::Claimed { .. });
    equal!(chain.verdict(1, 6, 7).await?, Verdict::Busy);
    Ok(())
}

async fn once_it_runs_the_same_attempt_is_busy(bench: Bench) -> Result<(), Broken> {
    let (chain, _) = bench.running(1).await?;
    equal!(
        chain.verdict(1, 1, 1).await?,
        Verdict::Busy,
        "or it would run twice"
    );
    Ok(())
}

async fn released_it_can_be_claimed_again(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.claimed(1).await?;
    let held = bench.held().await?;
    equal!(
        chain.write(fence, Transition::Release).await?,
        Written::Released
    );
    equal!(
        chain.write(fence, Transition::Release).await?,
        Written::Released,
        "again"
    );
    equal!(bench.held().await?, held);
    let claimed = chain.claim(1, 2, 2).await?;
    shape!(claimed.verdict, Verdict::Claimed { attempts: 0, .. });
    equal!(claimed.state, Some(state(1)));
    Ok(())
}

async fn failed_before_it_was_accepted_it_can_be_claimed_again(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.claimed(1).await?;
    equal!(chain.write(fence, Transition::Fail).await?, Written::Failed);
    shape!(
        chain.verdict(1, 2, 2).await?,
        Verdict::Claimed { attempts: 0, .. }
    );
    Ok(())
}

fn every_transition() -> [Transition; 8] {
    [
        Transition::Renew,
        prompt(7),
        accept(1),
        Transition::Release,
        Transition::Reject,
        Transition::Finish,
        Transition::Fail,
        decline(),
    ]
}

async fn a_write_with_an_old_fence_changes_nothing(bench: Bench) -> Result<(), Broken> {
    let (chain, old) = bench.claimed(1).await?;
    chain.wrote(old, Transition::Release).await?;
    let fence = chain.hold(1).await?;
    let held = bench.held().await?;
    for transition in every_transition() {
        equal!(chain.write(old, transition).await?, Written::Lost);
    }
    equal!(bench.held().await?, held);
    equal!(chain.write(fence, accept(1)).await?, Written::Accepted);
    for transition in every_transition() {
        equal!(chain.write(old, transition).await?, Written::Lost);
    }
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn a_write_with_a_fence_to_come_changes_nothing(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    for other in [fence.saturating_add(1), 0, u64::MAX] {
        for transition in every_transition() {
            equal!(chain.write(other, transition).await?, Written::Lost);
        }
    }
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn a_write_of_another_owner_changes_nothing(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    for number in 2..80 {
        let mut other = chain.clone();
        other.key.owner = owner(number);
        equal!(other.write(fence, Transition::Fail).await?, Written::Lost);
    }
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn a_write_that_does_not_fit_changes_nothing(bench: Bench) -> Result<(), Broken> {
    let reserved = bench.reserved().await?;
    for transition in [
        accept(1),
        Transition::Release,
        Transition::Reject,
        decline(),
    ] {
        equal!(reserved.write(1, transition).await?, Written::Lost);
    }
    let (claimed, fence) = bench.claimed(1).await?;
    for transition in [prompt(2), Transition::Finish, decline()] {
        equal!(claimed.write(fence, transition).await?, Written::Lost);
    }
    let (running, fence) = bench.running(1).await?;
    for transition in [Transition::Release, Transition::Reject] {
        equal!(running.write(fence, transition).await?, Written::Lost);
    }
    running.wrote(fence, Transition::Finish).await?;
    let done = running.claim(1, 1, 9).await?;
    let grant = shape!(done.verdict, Verdict::Recovering { grant, .. } => grant);
    equal!(done.state, Some(answered(1)));
    for transition in [
        prompt(2),
        accept(1),
        Transition::Release,
        Transition::Reject,
        decline(),
    ] {
        equal!(running.write(grant.fence, transition).await?, Written::Lost);
    }
    Ok(())
}
