//! Leases end, and are renewed.

use super::bench::{Bench, accept, answered, decline, prompt, state};
use super::{Broken, equal, shape, table};
use crate::ledger::{Grant, Held, Limits, Started, Transition, Verdict, Written};

table! {
    a_start_whose_lease_ends_leaves_nothing, time;
    a_claim_whose_lease_ends_opens_the_prompt_again, time;
    a_run_whose_lease_ends_is_recovered, time;
    a_recovery_whose_lease_ends_can_be_tried_again, time;
    a_lease_holds_until_its_end_and_not_longer, time;
    a_lease_that_is_renewed_holds_on, time;
    after_the_lease_has_ended_no_write_counts, time;
    the_same_attempt_after_the_lease_is_another_grant, time;
    a_lost_run_gives_back_what_it_reserved, time;
    renewing_tells_the_new_end, time;
}

const LEASE: u64 = 30_000;

async fn a_start_whose_lease_ends_leaves_nothing(bench: Bench) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    bench.advance(LEASE).await?;
    equal!(chain.write(1, prompt(1)).await?, Written::Lost);
    bench.sweep().await?;
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn a_claim_whose_lease_ends_opens_the_prompt_again(bench: Bench) -> Result<(), Broken> {
    let (chain, old) = bench.claimed(1).await?;
    bench.advance(LEASE).await?;
    let claimed = chain.claim(1, 2, 9).await?;
    let fence = shape!(claimed.verdict, Verdict::Claimed { grant, attempts: 0, .. } => grant.fence);
    equal!(claimed.state, Some(state(1)));
    equal!(fence > old, true, "a higher fence");
    equal!(chain.write(old, accept(1)).await?, Written::Lost);
    equal!(chain.write(fence, accept(1)).await?, Written::Accepted);
    Ok(())
}

async fn a_run_whose_lease_ends_is_recovered(bench: Bench) -> Result<(), Broken> {
    let (chain, old) = bench.running(1).await?;
    bench.advance(LEASE).await?;
    let claimed = chain.claim(1, 1, 9).await?;
    let fence = shape!(claimed.verdict, Verdict::Recovering { grant, .. } => grant.fence);
    equal!(claimed.state, Some(answered(1)));
    for transition in [
        Transition::Renew,
        prompt(2),
        Transition::Finish,
        Transition::Fail,
        decline(),
    ] {
        equal!(
            chain.write(old, transition).await?,
            Written::Lost,
            "the one that was lost"
        );
    }
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn a_recovery_whose_lease_ends_can_be_tried_again(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    let old =
        shape!(chain.verdict(1, 1, 8).await?, Verdict::Recovering { grant, .. } => grant.fence);
    bench.advance(LEASE).await?;
    let fence =
        shape!(chain.verdict(1, 1, 9).await?, Verdict::Recovering { grant, .. } => grant.fence);
    equal!(fence > old, true, "a higher fence");
    equal!(chain.write(old, Transition::Finish).await?, Written::Lost);
    Ok(())
}

async fn a_lease_holds_until_its_end_and_not_longer(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.claimed(1).await?;
    bench.advance(LEASE - 1).await?;
    equal!(chain.verdict(1, 1, 9).await?, Verdict::Busy);
    equal!(chain.write(fence, accept(1)).await?, Written::Accepted);
    bench.advance(1).await?;
    equal!(chain.write(fence, Transition::Finish).await?, Written::Lost);
    Ok(())
}

async fn a_lease_that_is_renewed_holds_on(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    for _ in 0..50 {
        bench.advance(LEASE - 1).await?;
        shape!(
            chain.write(fence, Transition::Renew).await?,
            Written::Renewed { .. }
        );
    }
    equal!(
        chain.verdict(1, 1, 9).await?,
        Verdict::Busy,
        "a deadline never cuts what runs"
    );
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn after_the_lease_has_ended_no_write_counts(bench: Bench) -> Result<(), Broken> {
    for transition in [
        Transition::Renew,
        accept(1),
        Transition::Release,
        Transition::Reject,
        Transition::Fail,
    ] {
        let (chain, fence) = bench.claimed(1).await?;
        bench.advance(LEASE).await?;
        equal!(chain.write(fence, transition).await?, Written::Lost);
        let verdict = chain.verdict(1, 2, 9).await?;
        shape!(verdict, Verdict::Claimed { attempts: 0, .. });
    }
    Ok(())
}

async fn the_same_attempt_after_the_lease_is_another_grant(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    let old = shape!(chain.verdict(1, 1, 7).await?, Verdict::Claimed { grant, .. } => grant);
    bench.advance(LEASE).await?;
    let new = shape!(chain.verdict(1, 1, 7).await?, Verdict::Claimed { grant, .. } => grant);
    equal!(new.fence > old.fence && new.lease_end > old.lease_end, true);
    Ok(())
}

async fn a_lost_run_gives_back_what_it_reserved(bench: Bench) -> Result<(), Broken> {
    let (chain, _) = bench.running(1).await?;
    let before = bench.held().await?.bytes;
    bench.advance(LEASE).await?;
    shape!(chain.verdict(1, 1, 9).await?, Verdict::Recovering { .. });
    let held = bench.held().await?;
    let given_back = Limits::PROMPT_CHARGE + super::bench::RESERVE;
    equal!(
        (held.bytes, held.open_chains),
        (before.saturating_sub(given_back), 0)
    );
    Ok(())
}

async fn renewing_tells_the_new_end(bench: Bench) -> Result<(), Broken> {
    let chain = bench.chain_of(1);
    let started = chain.start(1).await?;
    let first = shape!(started, Started::Granted(Grant { lease_end, .. }) => lease_end);
    bench.advance(10_000).await?;
    let renewed = Written::Renewed {
        lease_end: first.saturating_add(10_000),
    };
    equal!(chain.write(1, Transition::Renew).await?, renewed);
    Ok(())
}
