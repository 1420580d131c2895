//! Tokens and callers that are not what they should be.

use super::*;

#[tokio::test]
async fn whoever_is_not_bound_is_told_invalid() {
    let bench = Bench::new(Trouble::None, None);
    let first = bench.open().await;
    let text = first.token.text();
    let come = async |text: &str, name: &str, binding: Binding<'_>| {
        let who = principal(name);
        let redeemed = bench.ledger.redeem(text, &who, &binding, answer(1));
        what(&redeemed.await)
    };
    assert_eq!(come(&text, "eve", binding()).await, "invalid");
    let other = Binding {
        arguments: [2; 32],
        ..binding()
    };
    assert_eq!(come(&text, "ada", other).await, "invalid");
    for junk in [
        "",
        "x",
        &text[..42],
        &"A".repeat(43),
        &"é".repeat(43),
        &text.repeat(1_000),
    ] {
        assert_eq!(come(junk, "ada", binding()).await, "invalid");
    }
    let never = first.token.next(&*bench.clock).unwrap();
    assert_eq!(come(&never.text(), "ada", binding()).await, "invalid");
    assert_eq!(come(&text, "ada", binding()).await, "claimed");
}

#[tokio::test]
async fn another_audience_is_another_ledger() {
    let bench = Bench::new(Trouble::None, None);
    let first = bench.open().await;
    let audience = Audience::new("b").unwrap();
    let lifetime = Lifetime::named(&audience, "one");
    let store = Arc::new(bench.store.clone());
    let other = Bench {
        ledger: Ledger::new(store, bench.clock.clone(), audience, lifetime, None),
        ..Bench::new(Trouble::None, None)
    };
    assert_eq!(what(&other.redeem(&first.token, 1).await), "invalid");
}

#[tokio::test]
async fn a_body_whose_key_is_gone_is_an_error_and_the_prompt_stays_open() {
    let bench = Bench::new(Trouble::None, Some(keyring(1)));
    let first = bench.open().await;
    let rotated = Bench {
        ledger: Bench::over(
            Arc::new(bench.store.clone()),
            &bench.clock,
            Some(keyring(2)),
        ),
        ..Bench::new(Trouble::None, None)
    };
    for _ in 0..2 {
        let redeemed = what(&rotated.redeem(&first.token, 1).await);
        assert!(redeemed.contains("does not open"), "{redeemed}");
    }
    bench.claimed(&first.token).await.release().await.unwrap();
}

#[tokio::test]
async fn after_the_end_nothing_starts_and_nothing_is_open() {
    let bench = Bench::new(Trouble::None, None);
    let first = bench.open().await;
    bench.ledger.end().await.unwrap();
    assert_eq!(what(&bench.redeem(&first.token, 1).await), "invalid");
    let (ada, bound) = (principal("ada"), binding());
    let started = bench.ledger.start(&ada, &bound, Terms::default(), 1);
    assert!(matches!(started.await, Err(Refusal::Busy(None))));
}

#[tokio::test]
async fn what_is_too_large_is_refused() {
    for (keyring, overhead) in [(None, 0), (Some(keyring(1)), 74)] {
        let bench = Bench::new(Trouble::None, keyring);
        let before = bench.held().await.bytes;
        let reserved = bench.reserved().await;
        assert_eq!(
            bench.held().await.bytes,
            before + 640 + RESERVE + 32 + overhead
        );
        let fits = reserved.prompt(vec![0; 500], &[0; 500], None).await;
        assert!(fits.is_ok());
        let reserved = bench.reserved().await;
        let large = reserved.prompt(vec![0; 500], &[0; 501], None).await;
        assert!(matches!(large, Err(Uncommitted::Refused(Guard::Size))));
    }
}

#[tokio::test]
async fn without_randomness_nothing_starts() {
    use crate::clock::Clock as _;

    let bench = Bench::new(Trouble::None, None);
    let reserved = bench.reserved().await;
    bench.clock.set_dry(true);
    let (ada, bound) = (principal("ada"), binding());
    let started = bench.ledger.start(&ada, &bound, Terms::default(), 1);
    assert!(matches!(started.await, Err(Refusal::Unavailable(_))));
    let prompted = reserved.prompt(Vec::new(), b"", None).await;
    let Err(Uncommitted::Unavailable(error)) = prompted else {
        panic!("{prompted:?}");
    };
    assert!(error.to_string().contains("no random bytes"), "{error}");
    assert_eq!(bench.held().await, Held::default(), "it was let go of");
    assert!(bench.clock.now() > 0);
}
