//! A call begins.

use super::bench::{Bench, RESERVE, prompt, shown, state};
use super::{Broken, equal, shape, table};
use crate::ledger::{Body, Grant, Guard, Held, Limits, Started, Transition, Verdict, Written};

table! {
    an_empty_store_holds_nothing;
    a_start_is_granted_the_first_fence;
    a_start_reserves_the_worst_case;
    the_same_start_again_gets_the_same_grant;
    a_name_that_is_taken_is_not_given_twice;
    a_first_prompt_opens_the_chain_and_gives_back_what_it_did_not_use;
    a_first_prompt_that_is_too_large_leaves_nothing;
    a_start_that_finishes_leaves_nothing;
    a_start_that_fails_leaves_nothing;
    before_the_first_prompt_no_token_is_known;
    the_same_prompt_again_gets_the_same_reply;
}

async fn an_empty_store_holds_nothing(bench: Bench) -> Result<(), Broken> {
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn a_start_is_granted_the_first_fence(bench: Bench) -> Result<(), Broken> {
    let started = bench.chain_of(1).start(1).await?;
    shape!(
        started,
        Started::Granted(Grant {
            fence: 1,
            lease_end: 1..
        })
    );
    Ok(())
}

async fn a_start_reserves_the_worst_case(bench: Bench) -> Result<(), Broken> {
    bench.reserved().await?;
    let held = Held {
        chains: 1,
        open_chains: 1,
        bytes: Limits::CHAIN_CHARGE + Limits::PROMPT_CHARGE + RESERVE,
    };
    equal!(bench.held().await?, held);
    Ok(())
}

async fn the_same_start_again_gets_the_same_grant(bench: Bench) -> Result<(), Broken> {
    let chain = bench.chain_of(1);
    let first = chain.start(1).await?;
    let held = bench.held().await?;
    equal!(chain.start(1).await?, first);
    equal!(bench.held().await?, held);
    Ok(())
}

async fn a_name_that_is_taken_is_not_given_twice(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    let held = bench.held().await?;
    equal!(chain.start(2).await?, Started::Taken);
    equal!(chain.start(1).await?, Started::Taken);
    equal!(bench.held().await?, held);
    shape!(chain.verdict(1, 1, 1).await?, Verdict::Claimed { .. });
    Ok(())
}

async fn a_first_prompt_opens_the_chain_and_gives_back_what_it_did_not_use(
    bench: Bench,
) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    shape!(
        chain.write(1, prompt(1)).await?,
        Written::Prompted {
            round: 1,
            expiry: 1..
        }
    );
    let held = Held {
        chains: 1,
        open_chains: 1,
        bytes: Limits::CHAIN_CHARGE + Limits::PROMPT_CHARGE + state(1).len() + shown(1).len(),
    };
    equal!(bench.held().await?, held);
    Ok(())
}

async fn a_first_prompt_that_is_too_large_leaves_nothing(bench: Bench) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    let large = Body::from(vec![0; usize::try_from(RESERVE).unwrap_or_default()]);
    let Transition::Prompt {
        token, ttl, state, ..
    } = prompt(1)
    else {
        return Err(Broken::lost("a prompt is a prompt"));
    };
    let transition = Transition::Prompt {
        token,
        ttl,
        state,
        shown: large,
    };
    equal!(
        chain.write(1, transition).await?,
        Written::Refused(Guard::Size)
    );
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn a_start_that_finishes_leaves_nothing(bench: Bench) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    equal!(chain.write(1, Transition::Finish).await?, Written::Finished);
    equal!(bench.held().await?, Held::default());
    equal!(chain.write(1, Transition::Finish).await?, Written::Lost);
    Ok(())
}

async fn a_start_that_fails_leaves_nothing(bench: Bench) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    equal!(chain.write(1, Transition::Fail).await?, Written::Failed);
    equal!(bench.held().await?, Held::default());
    Ok(())
}

async fn before_the_first_prompt_no_token_is_known(bench: Bench) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    equal!(chain.verdict(1, 1, 1).await?, Verdict::Invalid);
    Ok(())
}

async fn the_same_prompt_again_gets_the_same_reply(bench: Bench) -> Result<(), Broken> {
    let chain = bench.reserved().await?;
    let first = chain.write(1, prompt(1)).await?;
    let held = bench.held().await?;
    equal!(chain.write(1, prompt(1)).await?, first);
    equal!(
        chain.write(1, prompt(2)).await?,
        Written::Lost,
        "another prompt"
    );
    equal!(bench.held().await?, held);
    Ok(())
}
