//! Many at once.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::bench::{Bench, accept, shown};
use super::{Broken, equal, shape, table};
use crate::ledger::{Claimed, Full, Limits, Started, Transition, Verdict, Written};

table! {
    of_many_claims_one_is_granted;
    of_many_answers_one_is_accepted;
    many_replays_get_one_next_prompt;
    of_many_recoveries_one_is_granted;
    of_many_starts_as_many_as_there_is_room_for with || Limits { chains_per_owner: 5, ..Limits::default() };
    many_chains_of_many_owners_add_up;
}

/// All of them at once, as far as the store lets them.
struct All<F: Future>(Vec<One<F>>);

struct One<F: Future> {
    future: Pin<Box<F>>,
    output: Option<F::Output>,
}

impl<F: Future> Future for All<F>
where
    F::Output: Unpin,
{
    type Output = Vec<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut waits = false;
        for one in &mut self.0 {
            if one.output.is_none() {
                match one.future.as_mut().poll(context) {
                    Poll::Ready(ready) => one.output = Some(ready),
                    Poll::Pending => waits = true,
                }
            }
        }
        if waits {
            return Poll::Pending;
        }
        let ready = self.0.iter_mut().filter_map(|one| one.output.take());
        Poll::Ready(ready.collect())
    }
}

async fn all<F: Future<Output = Result<T, Broken>>, T: Unpin>(
    futures: impl Iterator<Item = F>,
) -> Result<Vec<T>, Broken> {
    let each = futures.map(|future| One {
        future: Box::pin(future),
        output: None,
    });
    All(each.collect()).await.into_iter().collect()
}

const MANY: u64 = 32;

async fn of_many_claims_one_is_granted(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    let verdicts = all((0..MANY).map(|by| chain.verdict(1, by % 2, by))).await?;
    let (granted, busy): (Vec<_>, Vec<_>) = verdicts
        .into_iter()
        .partition(|verdict| matches!(verdict, Verdict::Claimed { .. }));
    equal!(granted.len(), 1);
    equal!(busy.iter().all(|verdict| *verdict == Verdict::Busy), true);
    Ok(())
}

async fn of_many_answers_one_is_accepted(bench: Bench) -> Result<(), Broken> {
    let chain = bench.open(1).await?;
    let run = async |by: u64| {
        let verdict = chain.verdict(1, by, by).await?;
        let Verdict::Claimed { grant, .. } = verdict else {
            return Ok(None);
        };
        let written = chain.write(grant.fence, accept(by)).await?;
        Ok::<_, Broken>((written == Written::Accepted).then_some(by))
    };
    let accepted: Vec<_> = all((0..MANY).map(run))
        .await?
        .into_iter()
        .flatten()
        .collect();
    equal!(accepted.len(), 1);
    for by in 0..MANY {
        let expected = if accepted.contains(&by) {
            Verdict::Busy
        } else {
            Verdict::Conflict
        };
        equal!(chain.verdict(1, by, 99).await?, expected);
    }
    Ok(())
}

async fn many_replays_get_one_next_prompt(bench: Bench) -> Result<(), Broken> {
    let (chain, fence) = bench.running(1).await?;
    let expiry = chain.ask(fence, 2).await?;
    let replayed = Claimed {
        verdict: Verdict::Replayed { round: 2, expiry },
        state: None,
        shown: Some(shown(2)),
    };
    for claimed in all((0..MANY).map(|by| chain.claim(1, 1, by))).await? {
        equal!(claimed, replayed);
    }
    Ok(())
}

async fn of_many_recoveries_one_is_granted(bench: Bench) -> Result<(), Broken> {
    let chain = bench.done().await?;
    let verdicts = all((0..MANY).map(|by| chain.verdict(1, 1, 100 + by))).await?;
    let granted = verdicts
        .iter()
        .filter(|verdict| matches!(verdict, Verdict::Recovering { .. }));
    equal!(granted.count(), 1);
    Ok(())
}

async fn of_many_starts_as_many_as_there_is_room_for(bench: Bench) -> Result<(), Broken> {
    let chains: Vec<_> = (0..MANY).map(|_| bench.chain_of(1)).collect();
    let started = all(chains.iter().map(|chain| chain.start(1))).await?;
    let (granted, full): (Vec<_>, Vec<_>) = started
        .into_iter()
        .partition(|started| matches!(started, Started::Granted(_)));
    equal!(granted.len(), 5);
    equal!(
        full.iter().all(|full| *full == Started::Full(Full::Owner)),
        true
    );
    equal!(bench.held().await?.open_chains, 5);
    Ok(())
}

async fn many_chains_of_many_owners_add_up(bench: Bench) -> Result<(), Broken> {
    let whole = async |number: u64| {
        let chain = bench.chain_of(number);
        chain.started().await?;
        chain.ask(1, 1).await?;
        let fence = chain.run(1).await?;
        chain.ask(fence, 2).await?;
        let fence = chain.run(2).await?;
        chain.wrote(fence, Transition::Finish).await?;
        Ok::<_, Broken>(chain)
    };
    let chains = all((0..MANY).map(whole)).await?;
    for chain in &chains {
        shape!(
            chain.verdict(1, 1, 9).await?,
            Verdict::Replayed { round: 2, .. }
        );
    }
    let held = bench.held().await?;
    let each = Limits::CHAIN_CHARGE + 2 * Limits::PROMPT_CHARGE + 2 * 50 + 200;
    equal!(
        (held.chains, held.open_chains, held.bytes),
        (MANY, 0, MANY * each)
    );
    Ok(())
}
