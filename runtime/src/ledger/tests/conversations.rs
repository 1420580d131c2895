//! Conversations from start to end.

use super::super::states::Rejected;
use super::*;

/// Two prompts, a replay of each, the end, and its recovery.
async fn converse(bench: &Bench) {
    let first = bench.open().await;
    let claimed = bench.claimed(&first.token).await;
    assert_eq!(claimed.state, b"state 1");
    assert_eq!(
        (&claimed.shown.token, &claimed.shown.text[..]),
        (&first.token, &b"prompt 1"[..])
    );
    assert_eq!(claimed.expiry, first.expiry);
    let running = claimed.accept(b"answered 1".to_vec(), RESERVE).await;
    let running = running.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let second = running
        .prompt(b"state 2".to_vec(), b"prompt 2", None)
        .await
        .unwrap();
    assert_eq!(second.expiry, first.expiry);
    assert_ne!(second.token, first.token);

    // The same token again, however often.
    for _ in 0..3 {
        let (shown, expiry) = bench.replayed(&first.token).await;
        assert_eq!(
            (shown.token, &shown.text[..]),
            (second.token.clone(), &b"prompt 2"[..])
        );
        assert_eq!(expiry, second.expiry);
    }
    assert_eq!(what(&bench.redeem(&first.token, 2).await), "conflict");

    let running = bench.running(&second.token).await;
    running.finish().await.unwrap();
    let recovering = bench.recovering(&second.token).await;
    assert_eq!(recovering.state, b"answered");
    recovering.finish().await.unwrap();
    bench.recovering(&second.token).await.fail().await.unwrap();
}

#[tokio::test]
async fn in_memory() {
    converse(&Bench::new(Trouble::None, None)).await;
}

#[tokio::test]
async fn with_sealed_bodies() {
    converse(&Bench::new(Trouble::None, Some(keyring(1)))).await;
}

#[tokio::test]
async fn while_every_other_reply_gets_lost() {
    converse(&Bench::new(Trouble::LosesReplies, None)).await;
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn in_a_file_that_is_opened_anew_for_each_step() {
    let clock = Arc::new(ManualClock::default());
    let folder = crate::ledger::sqlite::tests::Folder::new();
    let bench = || {
        let store = SqliteStore::open(folder.file(), clock.clone(), Limits::default()).unwrap();
        let ledger = Bench::over(Arc::new(store), &clock, Some(keyring(1)));
        Bench {
            ledger,
            ..Bench::new(Trouble::None, None)
        }
    };
    converse(&bench()).await;
    let first = bench().open().await;
    let running = bench().running(&first.token).await;
    let second = running
        .prompt(b"state 2".to_vec(), b"secret prompt", None)
        .await
        .unwrap();
    let (shown, _) = bench().replayed(&first.token).await;
    assert_eq!(
        (shown.token, &shown.text[..]),
        (second.token.clone(), &b"secret prompt"[..])
    );
    let mut bytes = std::fs::read(folder.file()).unwrap();
    bytes.extend(std::fs::read(folder.file().with_extension("sqlite-wal")).unwrap_or_default());
    let holds = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    let audience = Audience::new("a").unwrap();
    assert!(
        holds(second.token.hash(&audience).as_bytes()),
        "it is there"
    );
    assert!(!holds(b"secret prompt") && !holds(b"state 2") && !holds(second.token.as_bytes()));
}

#[tokio::test]
async fn a_decline_is_told_again() {
    for keyring in [None, Some(keyring(1))] {
        let bench = Bench::new(Trouble::None, keyring);
        let first = bench.open().await;
        let running = bench.running(&first.token).await;
        running.decline(b"she said no".to_vec()).await.unwrap();
        match bench.redeem(&first.token, 1).await {
            Ok(Redeemed::Declined(text)) => assert_eq!(text, b"she said no"),
            other => panic!("{}", what(&other)),
        }
        assert_eq!(what(&bench.redeem(&first.token, 2).await), "conflict");
    }
}

#[tokio::test]
async fn invalid_answers_close_it_in_the_end() {
    let bench = Bench::new(Trouble::None, None);
    let first = bench.open().await;
    for attempts in 1..=2 {
        let rejected = bench.claimed(&first.token).await.reject().await.unwrap();
        assert_eq!(rejected, Rejected::Again(attempts));
    }
    let rejected = bench.claimed(&first.token).await.reject().await.unwrap();
    assert_eq!(rejected, Rejected::Closed);
    assert_eq!(what(&bench.redeem(&first.token, 1).await), "exhausted");
}

#[tokio::test]
async fn what_is_recovered_too_often_already_ran() {
    let bench = Bench::new(Trouble::None, Some(keyring(1)));
    let first = bench.open().await;
    bench.running(&first.token).await.fail().await.unwrap();
    for _ in 0..16 {
        bench.recovering(&first.token).await.fail().await.unwrap();
    }
    match bench.redeem(&first.token, 1).await {
        Ok(Redeemed::AlreadyRan) => {}
        other => panic!("{}", what(&other)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_that_redeem_one_token_one_is_granted() {
    let bench = Arc::new(Bench::new(Trouble::None, Some(keyring(1))));
    let first = bench.open().await;
    let mut tasks = Vec::new();
    for _ in 0..64 {
        let (bench, token) = (Arc::clone(&bench), first.token.clone());
        tasks.push(tokio::spawn(async move {
            let claimed = match bench.redeem(&token, 1).await {
                Ok(Redeemed::Claimed(claimed)) => claimed,
                Ok(Redeemed::Replayed(shown, _)) => return Some((shown.token, false)),
                Err(Refusal::Busy(None)) => return None,
                other => panic!("{}", what(&other)),
            };
            let running = claimed.accept(b"answered".to_vec(), RESERVE).await;
            let running = running.unwrap_or_else(|refusal| panic!("{refusal:?}"));
            tokio::task::yield_now().await;
            let next = running.prompt(Vec::new(), b"next", None).await.unwrap();
            Some((next.token, true))
        }));
    }
    let mut ran = 0;
    let mut seen = Vec::new();
    for task in tasks {
        if let Some((token, here)) = task.await.unwrap() {
            ran += u32::from(here);
            seen.push(token);
        }
    }
    assert_eq!(ran, 1);
    let (shown, _) = bench.replayed(&first.token).await;
    assert!(seen.iter().all(|token| *token == shown.token));
}

#[tokio::test]
async fn a_call_that_asks_nothing_leaves_nothing() {
    let bench = Bench::new(Trouble::None, None);
    let reserved = bench.reserved().await;
    assert_eq!(reserved.renewal().hold(async { 7 }).await, Ok(7));
    reserved.finish().await.unwrap();
    assert_eq!(bench.held().await, Held::default());
    bench.reserved().await.fail().await.unwrap();
    assert_eq!(bench.held().await, Held::default());
}
