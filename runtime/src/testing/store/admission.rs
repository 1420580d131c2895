//! What there is room for.

use super::bench::{Bench, accept};
use super::{Broken, equal, shape, table};
use crate::ledger::{Full, Limits, Started, Transition, Verdict, Written};

/// A reserved chain is 1,640 bytes, an open one 790, one that runs 2,018.
fn limits(chains: u64, bytes: u64, chains_per_owner: u64) -> Limits {
    Limits {
        chains,
        bytes,
        chains_per_owner,
        ..Limits::default()
    }
}

table! {
    an_owner_has_so_many_chains with || limits(100, 1 << 20, 3);
    what_is_over_does_not_count_for_its_owner with || limits(100, 1 << 20, 1);
    what_is_over_takes_room_of_its_owner with || Limits { all_chains_per_owner: 3, ..limits(100, 1 << 20, 100) };
    an_owner_has_so_many_bytes with || Limits { bytes_per_owner: 1_640 + 790, ..limits(100, 1 << 20, 100) };
    there_are_so_many_chains with || limits(3, 1 << 20, 3);
    there_are_so_many_bytes_to_start with || limits(100, 1_640 + 790, 100);
    there_are_so_many_bytes_to_accept with || limits(100, 2 * 790 + 1_640 - 790, 100);
    a_full_store_evicts_no_live_prompt with || limits(2, 1 << 20, 100);
    a_full_store_still_serves_what_it_holds with || limits(1, 1 << 20, 1);
    what_expired_makes_room_for_another with || limits(3, 1 << 20, 100), time;
    what_expired_makes_room_for_its_owner with || limits(100, 1 << 20, 3), time;
    what_expired_makes_room_to_accept with || limits(100, 2 * 790 + 1_640 - 790, 100), time;
    what_a_dead_process_left_makes_room with || limits(3, 1 << 20, 100), time;
}

async fn an_owner_has_so_many_chains(bench: Bench) -> Result<(), Broken> {
    for _ in 0..3 {
        bench.open(1).await?;
    }
    let held = bench.held().await?;
    equal!(
        bench.chain_of(1).start(1).await?,
        Started::Full(Full::Owner)
    );
    equal!(bench.held().await?, held);
    bench.chain_of(2).started().await?;
    Ok(())
}

async fn what_is_over_does_not_count_for_its_owner(bench: Bench) -> Result<(), Broken> {
    for _ in 0..5 {
        bench.done().await?;
    }
    let (chain, fence) = bench.running(1).await?;
    equal!(
        bench.chain_of(1).start(1).await?,
        Started::Full(Full::Owner)
    );
    chain.wrote(fence, Transition::Fail).await?;
    bench.chain_of(1).started().await?;
    Ok(())
}

async fn what_is_over_takes_room_of_its_owner(bench: Bench) -> Result<(), Broken> {
    for _ in 0..3 {
        bench.done().await?;
    }
    equal!(
        bench.chain_of(1).start(1).await?,
        Started::Full(Full::Owner)
    );
    bench.chain_of(2).started().await?;
    Ok(())
}

async fn an_owner_has_so_many_bytes(bench: Bench) -> Result<(), Broken> {
    bench.open(1).await?;
    bench.open(1).await?;
    equal!(
        bench.chain_of(1).start(1).await?,
        Started::Full(Full::Owner)
    );
    bench.chain_of(2).started().await?;
    Ok(())
}

async fn there_are_so_many_chains(bench: Bench) -> Result<(), Broken> {
    bench.done().await?;
    bench.open(1).await?;
    bench.reserved().await?;
    // Of another owner, wherever that one's chains live.
    for number in 2..80 {
        equal!(
            bench.chain_of(number).start(1).await?,
            Started::Full(Full::Chains)
        );
    }
    Ok(())
}

async fn there_are_so_many_bytes_to_start(bench: Bench) -> Result<(), Broken> {
    let first = bench.reserved().await?;
    equal!(
        bench.chain_of(2).start(1).await?,
        Started::Full(Full::Bytes)
    );
    first.ask(1, 1).await?;
    bench.chain_of(2).started().await?;
    equal!(bench.held().await?.bytes, 1_640 + 790);
    Ok(())
}

async fn there_are_so_many_bytes_to_accept(bench: Bench) -> Result<(), Broken> {
    let (chain, other) = (bench.open(1).await?, bench.open(1).await?);
    let held = bench.held().await?;
    let fence = chain.hold(1).await?;
    equal!(
        chain.write(fence, accept(1)).await?,
        Written::Full(Full::Bytes)
    );
    equal!(bench.held().await?, held);
    equal!(
        chain.write(fence, accept(1)).await?,
        Written::Lost,
        "it was released"
    );
    shape!(chain.verdict(1, 2, 2).await?, Verdict::Claimed { .. });
    shape!(other.verdict(1, 1, 1).await?, Verdict::Claimed { .. });
    Ok(())
}

async fn a_full_store_evicts_no_live_prompt(bench: Bench) -> Result<(), Broken> {
    let chains = [bench.open(1).await?, bench.open(2).await?];
    for number in 0..80 {
        equal!(
            bench.chain_of(number).start(1).await?,
            Started::Full(Full::Chains)
        );
    }
    shape!(chains[0].verdict(1, 1, 1).await?, Verdict::Claimed { .. });
    shape!(chains[1].verdict(2, 2, 2).await?, Verdict::Claimed { .. });
    Ok(())
}

async fn a_full_store_still_serves_what_it_holds(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    chain.ask(fence, 2).await?;
    let fence = chain.run(2).await?;
    equal!(
        chain.write(fence, Transition::Finish).await?,
        Written::Finished
    );
    Ok(())
}

async fn what_expired_makes_room_for_another(bench: Bench) -> Result<(), Broken> {
    for number in 0..3 {
        let chain = bench.chain_of(number);
        chain.started().await?;
        chain.ask(1, 1).await?;
    }
    bench.advance(599_999).await?;
    equal!(
        bench.chain_of(9).start(1).await?,
        Started::Full(Full::Chains)
    );
    bench.advance(1).await?;
    for number in 10..13 {
        bench.chain_of(number).started().await?;
    }
    equal!(
        bench.chain_of(9).start(1).await?,
        Started::Full(Full::Chains)
    );
    Ok(())
}

async fn what_expired_makes_room_for_its_owner(bench: Bench) -> Result<(), Broken> {
    for _ in 0..3 {
        bench.open(1).await?;
    }
    bench.advance(600_000).await?;
    for _ in 0..3 {
        bench.reserved().await?;
    }
    equal!(
        bench.chain_of(1).start(1).await?,
        Started::Full(Full::Owner)
    );
    Ok(())
}

async fn what_expired_makes_room_to_accept(bench: Bench) -> Result<(), Broken> {
    let other = bench.chain_of(7);
    other.started().await?;
    other.ask(1, 1).await?;
    bench.advance(1_000).await?;
    let chain = bench.open(1).await?;
    bench.advance(599_000).await?;
    let fence = chain.hold(1).await?;
    equal!(chain.write(fence, accept(1)).await?, Written::Accepted);
    equal!(bench.held().await?.chains, 1);
    Ok(())
}

async fn what_a_dead_process_left_makes_room(bench: Bench) -> Result<(), Broken> {
    // Started, and nobody is there any more to say how it went on.
    for number in 0..3 {
        bench.chain_of(number).started().await?;
    }
    equal!(
        bench.chain_of(9).start(1).await?,
        Started::Full(Full::Chains)
    );
    bench.advance(30_000).await?;
    bench.chain_of(9).started().await?;
    Ok(())
}
