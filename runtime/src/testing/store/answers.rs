//! An answer is rejected, accepted, replayed, contradicted.

use super::bench::{Bench, RESERVE, SHOWN, STATE, accept, answered, body, decline, prompt, shown};
use super::{Broken, equal, shape, table};
use crate::ledger::{Body, Claimed, Closing, Guard, Limits, Terms, Transition, Verdict, Written};

table! {
    a_rejected_answer_leaves_the_prompt_open;
    attempts_are_counted_for_each_prompt;
    too_many_rejected_answers_close_the_chain;
    accepting_reserves_the_answer_and_the_next_prompt;
    accepting_again_gets_the_same_reply;
    an_earlier_token_gets_the_same_next_prompt;
    an_earlier_token_gets_it_whatever_happens_later;
    an_answered_token_with_another_answer_is_a_conflict;
    a_rejected_answer_is_no_conflict;
    a_decline_is_told_again;
    a_decline_keeps_its_own_text_only;
    a_prompt_too_many_leaves_the_chain_to_recovery;
    the_last_answer_may_finish;
    a_prompt_that_is_too_large_leaves_the_chain_to_recovery;
    every_charge_is_what_is_kept;
}

async fn a_rejected_answer_leaves_the_prompt_open(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.claimed(1).await?;
    let held = bench.held().await?;
    let rejected = Written::Rejected { attempts: 1 };
    equal!(chain.write(fence, Transition::Reject).await?, rejected);
    equal!(
        chain.write(fence, Transition::Reject).await?,
        rejected,
        "the same write again"
    );
    equal!(bench.held().await?, held);
    shape!(
        chain.verdict(1, 2, 2).await?,
        Verdict::Claimed {
            attempts: 1,
            round: 1,
            ..
        }
    );
    Ok(())
}

async fn attempts_are_counted_for_each_prompt(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.claimed(1).await?;
    chain.wrote(fence, Transition::Reject).await?;
    let fence = chain.run(1).await?;
    chain.ask(fence, 2).await?;
    shape!(
        chain.verdict(2, 2, 2).await?,
        Verdict::Claimed {
            attempts: 0,
            round: 2,
            ..
        }
    );
    Ok(())
}

async fn too_many_rejected_answers_close_the_chain(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    for attempts in 1..Terms::default().attempts {
        let fence = chain.hold(1).await?;
        equal!(
            chain.write(fence, Transition::Reject).await?,
            Written::Rejected { attempts }
        );
    }
    let fence = chain.hold(1).await?;
    equal!(
        chain.write(fence, Transition::Reject).await?,
        Written::Exhausted
    );
    equal!(
        chain.write(fence, Transition::Reject).await?,
        Written::Exhausted,
        "again"
    );
    for answer in [1, 2] {
        let verdict = chain.verdict(1, answer, 9).await?;
        equal!(verdict, Verdict::Closed(Closing::Attempts));
    }
    equal!(bench.held().await?.open_chains, 0);
    Ok(())
}

async fn accepting_reserves_the_answer_and_the_next_prompt(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.claimed(1).await?;
    let before = bench.held().await?.bytes;
    equal!(chain.write(fence, accept(1)).await?, Written::Accepted);
    let more = STATE as u64 + Limits::PROMPT_CHARGE + RESERVE;
    equal!(bench.held().await?.bytes, before.saturating_add(more));
    Ok(())
}

async fn accepting_again_gets_the_same_reply(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    let held = bench.held().await?;
    equal!(chain.write(fence, accept(1)).await?, Written::Accepted);
    equal!(bench.held().await?, held);
    Ok(())
}

async fn an_earlier_token_gets_the_same_next_prompt(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    let expiry = chain.ask(fence, 2).await?;
    let held = bench.held().await?;
    for by in 0..40 {
        let replayed = Claimed {
            verdict: Verdict::Replayed { round: 2, expiry },
            state: None,
            shown: Some(shown(2)),
        };
        equal!(chain.claim(1, 1, by).await?, replayed);
    }
    equal!(bench.held().await?, held);
    Ok(())
}

async fn an_earlier_token_gets_it_whatever_happens_later(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(2).await?;
    let first = chain.claim(1, 1, 9).await?;
    shape!(first.verdict, Verdict::Replayed { round: 2, .. });
    let fence = chain.hold(2).await?;
    equal!(chain.claim(1, 1, 9).await?, first, "claimed");
    chain.wrote(fence, accept(2)).await?;
    equal!(chain.claim(1, 1, 9).await?, first, "running");
    chain.ask(fence, 3).await?;
    equal!(chain.claim(1, 1, 9).await?, first, "asked again");
    let second = chain.claim(2, 2, 9).await?;
    shape!(second.verdict, Verdict::Replayed { round: 3, .. });
    equal!(second.shown, Some(shown(3)));
    let fence = chain.run(3).await?;
    chain.wrote(fence, Transition::Finish).await?;
    equal!(chain.claim(1, 1, 9).await?, first, "over");
    equal!(chain.claim(2, 2, 9).await?, second, "over");
    Ok(())
}

async fn an_answered_token_with_another_answer_is_a_conflict(bench: Bench) -> Result<(), Broken> {
    let (closed, fence) = bench.running(1).await?;
    closed.wrote(fence, decline()).await?;
    for chain in [
        bench.open(2).await?,
        bench.claimed(2).await?.0,
        bench.running(1).await?.0,
        bench.done().await?,
        closed,
    ] {
        let held = bench.held().await?;
        let claimed = chain.claim(1, 2, 1).await?;
        equal!(claimed.verdict, Verdict::Conflict);
        equal!((claimed.state, claimed.shown), (None, None));
        equal!(bench.held().await?, held);
    }
    Ok(())
}

async fn a_rejected_answer_is_no_conflict(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    let verdict = chain.verdict(1, 5, 5).await?;
    let fence = shape!(verdict, Verdict::Claimed { grant, .. } => grant.fence);
    chain.wrote(fence, Transition::Reject).await?;
    let fence = chain.run(1).await?;
    chain.wrote(fence, Transition::Finish).await?;
    equal!(
        chain.verdict(1, 5, 5).await?,
        Verdict::Conflict,
        "now it is"
    );
    shape!(chain.verdict(1, 1, 1).await?, Verdict::Recovering { .. });
    Ok(())
}

async fn a_decline_is_told_again(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    equal!(chain.write(fence, decline()).await?, Written::Declined);
    equal!(
        chain.write(fence, decline()).await?,
        Written::Declined,
        "the same write again"
    );
    for by in 0..40 {
        let told = Claimed {
            verdict: Verdict::Closed(Closing::Declined),
            state: Some(body(3_000, STATE)),
            shown: None,
        };
        equal!(chain.claim(1, 1, by).await?, told);
    }
    Ok(())
}

async fn a_decline_keeps_its_own_text_only(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    chain.wrote(fence, decline()).await?;
    let held = bench.held().await?;
    let kept = (STATE + SHOWN) as u64;
    equal!(
        held.bytes,
        Limits::CHAIN_CHARGE + Limits::PROMPT_CHARGE + kept
    );
    equal!((held.chains, held.open_chains), (1, 0));
    Ok(())
}

async fn a_prompt_too_many_leaves_the_chain_to_recovery(bench: Bench) -> Result<(), Broken> {
    let rounds = u64::from(Terms::default().prompts);
    let (chain, fence) = bench.running(rounds).await?;
    let refused = chain.write(fence, prompt(rounds + 1)).await?;
    equal!(refused, Written::Refused(Guard::Prompts));
    equal!(
        chain.verdict(rounds + 1, 1, 1).await?,
        Verdict::Invalid,
        "it never went out"
    );
    let claimed = chain.claim(rounds, rounds, 99).await?;
    shape!(claimed.verdict, Verdict::Recovering { .. });
    equal!(claimed.state, Some(answered(rounds)));
    Ok(())
}

async fn the_last_answer_may_finish(bench: Bench) -> Result<(), Broken> {
    let rounds = u64::from(Terms::default().prompts);
    let (chain, fence) = bench.running(rounds).await?;
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn a_prompt_that_is_too_large_leaves_the_chain_to_recovery(
    bench: Bench,
) -> Result<(), Broken> {
    let reserve = usize::try_from(RESERVE).unwrap_or_default();
    // What the state had before may be used as well.
    for (bytes, fits) in [
        (reserve + 2 * STATE, true),
        (reserve + 2 * STATE + 1, false),
    ] {
        let (chain, fence) = bench.running(1).await?;
        let Transition::Prompt { token, ttl, .. } = prompt(2) else {
            return Err(Broken::lost("a prompt is a prompt"));
        };
        let transition = Transition::Prompt {
            token,
            ttl,
            state: body(1, STATE),
            shown: Body::from(vec![0; bytes - STATE]),
        };
        let written = chain.write(fence, transition).await?;
        if fits {
            shape!(written, Written::Prompted { .. });
        } else {
            equal!(written, Written::Refused(Guard::Size));
            shape!(chain.verdict(1, 1, 9).await?, Verdict::Recovering { .. });
        }
    }
    Ok(())
}

async fn every_charge_is_what_is_kept(bench: Bench) -> Result<(), Broken> {
    let rounds = 4;
    let (chain, fence) = bench.running(rounds).await?;
    chain.wrote(fence, Transition::Finish).await?;
    let prompts = rounds * (Limits::PROMPT_CHARGE + SHOWN as u64);
    let bytes = Limits::CHAIN_CHARGE + prompts + answered(rounds).len();
    let held = bench.held().await?;
    equal!((held.chains, held.open_chains, held.bytes), (1, 0, bytes));
    Ok(())
}
