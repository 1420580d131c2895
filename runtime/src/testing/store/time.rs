//! Prompts expire, and what is over is forgotten.

use super::bench::{Bench, accept, body, decline, prompt, token};
use super::{Broken, equal, shape, table};
use crate::ledger::{Guard, Held, Limits, Transition, Verdict, Written};

table! {
    a_prompt_can_be_answered_until_it_expires, time;
    what_expired_is_swept_by_calls_that_start, time;
    a_child_never_outlives_its_parent, time;
    a_shorter_prompt_expires_earlier, time;
    a_prompt_after_the_deadline_is_refused, time;
    an_answer_that_came_in_time_may_be_accepted_later, time;
    a_released_prompt_that_expired_is_gone, time;
    an_earlier_token_of_an_expired_prompt_is_invalid, time;
    what_is_over_answers_until_the_grace_is_over, time;
    what_runs_is_kept_beyond_its_deadline, time;
    a_chain_that_is_gone_leaves_its_name, time;
}

const TTL: u64 = 600_000;
const GRACE: u64 = 60_000;

fn short(round: u64, ttl: u64) -> Transition {
    Transition::Prompt {
        token: token(round),
        ttl: Some(ttl),
        state: body(1, 10),
        shown: body(2, 10),
    }
}

/// Keeps the lease while time passes.
async fn pass(
    bench: &Bench,
    chain: &super::bench::Chain,
    fence: u64,
    mut millis: u64,
) -> Result<(), Broken> {
    while millis > 0 {
        let step = millis.min(10_000);
        bench.advance(step).await?;
        chain.wrote(fence, Transition::Renew).await?;
        millis -= step;
    }
    Ok(())
}

async fn a_prompt_can_be_answered_until_it_expires(bench: Bench) -> Result<(), Broken> {
    let (chain, late) = (bench.open(1).await?, bench.open(1).await?);
    bench.advance(TTL - 1).await?;
    shape!(chain.verdict(1, 1, 1).await?, Verdict::Claimed { .. });
    bench.advance(1).await?;
    equal!(late.verdict(1, 1, 1).await?, Verdict::Invalid);
    Ok(())
}

async fn what_expired_is_swept_by_calls_that_start(bench: Bench) -> Result<(), Broken> {
    for _ in 0..20 {
        bench.open(1).await?;
    }
    equal!(bench.held().await?.chains, 20);
    bench.advance(TTL).await?;
    bench.sweep().await?;
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn a_child_never_outlives_its_parent(bench: Bench) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    let parent = chain.ask(1, 1).await?;
    bench.advance(1_000).await?;
    let fence = chain.run(1).await?;
    equal!(chain.ask(fence, 2).await?, parent);
    let fence = chain.run(2).await?;
    let written = chain.write(fence, short(3, u64::MAX)).await?;
    equal!(
        written,
        Written::Prompted {
            round: 3,
            expiry: parent
        }
    );
    Ok(())
}

async fn a_shorter_prompt_expires_earlier(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    let verdict = chain.write(fence, short(2, 5_000)).await?;
    let expiry = shape!(verdict, Written::Prompted { round: 2, expiry } => expiry);
    let fence = chain.run(2).await?;
    // And its children with it.
    equal!(chain.ask(fence, 3).await?, expiry);
    bench.advance(5_000).await?;
    equal!(chain.verdict(3, 3, 3).await?, Verdict::Invalid);
    equal!(
        chain.verdict(1, 1, 1).await?,
        Verdict::Invalid,
        "a replay does not bring it back"
    );
    Ok(())
}

async fn a_prompt_after_the_deadline_is_refused(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    pass(&bench, &chain, fence, TTL).await?;
    equal!(
        chain.write(fence, prompt(2)).await?,
        Written::Refused(Guard::Deadline)
    );
    shape!(chain.verdict(1, 1, 9).await?, Verdict::Recovering { .. });
    Ok(())
}

async fn an_answer_that_came_in_time_may_be_accepted_later(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    bench.advance(TTL - 1).await?;
    let fence = chain.hold(1).await?;
    bench.advance(10).await?;
    equal!(chain.write(fence, accept(1)).await?, Written::Accepted);
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn a_released_prompt_that_expired_is_gone(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    bench.advance(TTL - 1).await?;
    let fence = chain.hold(1).await?;
    bench.advance(10).await?;
    equal!(
        chain.write(fence, Transition::Release).await?,
        Written::Released
    );
    equal!(bench.held().await?, Held::default());
    equal!(chain.verdict(1, 1, 1).await?, Verdict::Invalid);
    Ok(())
}

async fn an_earlier_token_of_an_expired_prompt_is_invalid(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(2).await?;
    chain.wrote(fence, Transition::Finish).await?;
    bench.advance(TTL - 1).await?;
    shape!(
        chain.verdict(1, 1, 9).await?,
        Verdict::Replayed { round: 2, .. }
    );
    bench.advance(1).await?;
    equal!(chain.verdict(1, 1, 9).await?, Verdict::Invalid);
    equal!(chain.verdict(1, 2, 9).await?, Verdict::Conflict);
    Ok(())
}

async fn what_is_over_answers_until_the_grace_is_over(bench: Bench) -> Result<(), Broken> {
    let mut chains = Vec::new();
    for transition in [Transition::Finish, Transition::Fail, decline()] {
        let (chain, fence) = bench.running(1).await?;
        chain.wrote(fence, transition).await?;
        chains.push(chain);
    }
    bench.advance(TTL + GRACE - 1).await?;
    for chain in &chains {
        equal!(chain.verdict(1, 2, 9).await?, Verdict::Conflict);
    }
    bench.advance(1).await?;
    for chain in &chains {
        equal!(chain.verdict(1, 1, 9).await?, Verdict::Invalid);
    }
    bench.sweep().await?;
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn what_runs_is_kept_beyond_its_deadline(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    let held = bench.held().await?;
    pass(&bench, &chain, fence, TTL + GRACE + 1_000).await?;
    bench.sweep().await?;
    equal!(bench.held().await?, held, "running handlers stay charged");
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    equal!(bench.held().await?, Held::default(), "and then it is over");
    Ok(())
}

async fn a_chain_that_is_gone_leaves_its_name(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(2).await?;
    bench.advance(TTL).await?;
    chain.started().await?;
    equal!(chain.verdict(1, 1, 1).await?, Verdict::Invalid);
    chain.ask(1, 1).await?;
    let bytes = Limits::CHAIN_CHARGE + Limits::PROMPT_CHARGE + 150;
    equal!(
        bench.held().await?,
        Held {
            chains: 1,
            open_chains: 1,
            bytes
        }
    );
    let claimed = chain.claim(1, 1, 1).await?;
    equal!(claimed.state, Some(super::bench::state(1)));
    Ok(())
}
