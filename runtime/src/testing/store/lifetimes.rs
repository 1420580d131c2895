//! A lifetime ends for all.

use super::bench::{Bench, accept, lifetime, prompt};
use super::{Broken, equal, shape, table};
use crate::ledger::{Guard, Held, Started, Transition, Verdict, Written};

table! {
    after_the_end_nothing_starts;
    after_the_end_no_open_prompt_can_be_answered;
    after_the_end_no_prompt_goes_out;
    after_the_end_what_runs_may_finish;
    after_the_end_a_released_prompt_is_gone;
    after_the_end_what_is_over_still_answers;
    other_lifetimes_go_on;
    a_lifetime_may_be_ended_again;
}

async fn after_the_end_nothing_starts(bench: Bench) -> Result<(), Broken> {
    bench.store.end(lifetime(1)).await?;
    for number in 0..80 {
        equal!(bench.chain_of(number).start(1).await?, Started::Ended);
    }
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn after_the_end_no_open_prompt_can_be_answered(bench: Bench) -> Result<(), Broken> {
    let (one, two) = (bench.open(1).await?, bench.open(2).await?);
    bench.store.end(lifetime(1)).await?;
    equal!(one.verdict(1, 1, 1).await?, Verdict::Invalid);
    equal!(
        two.verdict(1, 1, 1).await?,
        Verdict::Invalid,
        "nor replayed"
    );
    equal!(two.verdict(2, 2, 2).await?, Verdict::Invalid);
    equal!(bench.held().await?, Held::default(), "bytes are given back");
    Ok(())
}

async fn after_the_end_no_prompt_goes_out(bench: Bench) -> Result<(), Broken> {
    let reserved = bench.reserved().await?;
    let (running, fence) = bench.running(1).await?;
    bench.store.end(lifetime(1)).await?;
    equal!(
        reserved.write(1, prompt(1)).await?,
        Written::Refused(Guard::Lifetime)
    );
    equal!(
        running.write(fence, prompt(2)).await?,
        Written::Refused(Guard::Lifetime)
    );
    shape!(running.verdict(1, 1, 9).await?, Verdict::Recovering { .. });
    Ok(())
}

async fn after_the_end_what_runs_may_finish(bench: Bench) -> Result<(), Broken> {
    let reserved = bench.reserved().await?;
    let (claimed, claim) = bench.claimed(1).await?;
    let (running, fence) = bench.running(1).await?;
    bench.store.end(lifetime(1)).await?;
    equal!(
        reserved.write(1, Transition::Finish).await?,
        Written::Finished
    );
    equal!(claimed.write(claim, accept(1)).await?, Written::Accepted);
    equal!(
        claimed.write(claim, Transition::Finish).await?,
        Written::Finished
    );
    shape!(
        running.write(fence, Transition::Renew).await?,
        Written::Renewed { .. }
    );
    equal!(
        running.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn after_the_end_a_released_prompt_is_gone(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.claimed(1).await?;
    bench.store.end(lifetime(1)).await?;
    equal!(
        chain.write(fence, Transition::Release).await?,
        Written::Released
    );
    equal!(chain.verdict(1, 1, 1).await?, Verdict::Invalid);
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn after_the_end_what_is_over_still_answers(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    bench.store.end(lifetime(1)).await?;
    shape!(chain.verdict(1, 1, 9).await?, Verdict::Recovering { .. });
    equal!(chain.verdict(1, 2, 9).await?, Verdict::Conflict);
    Ok(())
}

async fn other_lifetimes_go_on(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    bench.store.end(lifetime(2)).await?;
    shape!(chain.verdict(1, 1, 1).await?, Verdict::Claimed { .. });
    bench.chain_of(2).started().await?;
    Ok(())
}

async fn a_lifetime_may_be_ended_again(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    bench.store.end(lifetime(1)).await?;
    bench.store.end(lifetime(1)).await?;
    equal!(bench.chain_of(1).start(1).await?, Started::Ended);
    shape!(chain.verdict(1, 1, 9).await?, Verdict::Recovering { .. });
    Ok(())
}
