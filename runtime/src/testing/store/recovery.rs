//! What is over answers replays, and never runs again.

use super::bench::{Bench, answered};
use super::{Broken, equal, shape, table};
use crate::ledger::{Limits, Transition, Verdict, Written};

table! {
    what_is_done_is_recovered_by_the_same_answer;
    what_failed_is_recovered_by_the_same_answer;
    recovery_that_finishes_is_done;
    recovery_that_fails_can_be_tried_again;
    recovery_is_one_at_a_time;
    recovery_is_limited;
    recovery_takes_no_room with || Limits { chains_per_owner: 1, chains: 1, bytes: 2_500, ..Limits::default() };
    only_the_last_token_recovers;
}

async fn what_is_done_is_recovered_by_the_same_answer(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    let claimed = chain.claim(1, 1, 9).await?;
    let grant = shape!(claimed.verdict, Verdict::Recovering { grant, round: 1 } => grant);
    equal!(grant.fence, 3, "a new fence");
    equal!((claimed.state, claimed.shown), (Some(answered(1)), None));
    Ok(())
}

async fn what_failed_is_recovered_by_the_same_answer(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(2).await?;
    equal!(chain.write(fence, Transition::Fail).await?, Written::Failed);
    equal!(
        chain.write(fence, Transition::Fail).await?,
        Written::Failed,
        "again"
    );
    let claimed = chain.claim(2, 2, 9).await?;
    shape!(claimed.verdict, Verdict::Recovering { round: 2, .. });
    equal!(claimed.state, Some(answered(2)));
    Ok(())
}

async fn recovery_that_finishes_is_done(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    chain.wrote(fence, Transition::Fail).await?;
    for by in 10..13 {
        let verdict = chain.verdict(1, 1, by).await?;
        let fence = shape!(verdict, Verdict::Recovering { grant, .. } => grant.fence);
        equal!(
            chain.write(fence, Transition::Finish).await?,
            Written::Finished
        );
        equal!(
            chain.write(fence, Transition::Finish).await?,
            Written::Finished,
            "again"
        );
    }
    equal!(bench.held().await?.open_chains, 0);
    Ok(())
}

async fn recovery_that_fails_can_be_tried_again(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    for by in 10..13 {
        let verdict = chain.verdict(1, 1, by).await?;
        let fence = shape!(verdict, Verdict::Recovering { grant, .. } => grant.fence);
        equal!(chain.write(fence, Transition::Fail).await?, Written::Failed);
    }
    Ok(())
}

async fn recovery_is_one_at_a_time(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    let first = chain.claim(1, 1, 9).await?;
    shape!(first.verdict, Verdict::Recovering { .. });
    equal!(chain.verdict(1, 1, 10).await?, Verdict::Busy);
    equal!(chain.claim(1, 1, 9).await?, first, "the same attempt");
    equal!(chain.verdict(1, 2, 9).await?, Verdict::Conflict);
    Ok(())
}

async fn recovery_is_limited(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    for by in 0..u64::from(Limits::default().recoveries) {
        let verdict = chain.verdict(1, 1, 100 + by).await?;
        let fence = shape!(verdict, Verdict::Recovering { grant, .. } => grant.fence);
        chain.wrote(fence, Transition::Finish).await?;
    }
    for by in 0..3 {
        let claimed = chain.claim(1, 1, 200 + by).await?;
        equal!(claimed.verdict, Verdict::AlreadyRan);
        equal!(
            claimed.state,
            Some(answered(1)),
            "it still says what to look up"
        );
    }
    equal!(chain.verdict(1, 2, 300).await?, Verdict::Conflict);
    Ok(())
}

async fn recovery_takes_no_room(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    let held = bench.held().await?;
    shape!(chain.verdict(1, 1, 9).await?, Verdict::Recovering { .. });
    equal!(bench.held().await?, held);
    Ok(())
}

async fn only_the_last_token_recovers(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(2).await?;
    chain.wrote(fence, Transition::Finish).await?;
    shape!(
        chain.verdict(1, 1, 9).await?,
        Verdict::Replayed { round: 2, .. }
    );
    shape!(
        chain.verdict(2, 2, 9).await?,
        Verdict::Recovering { round: 2, .. }
    );
    Ok(())
}
