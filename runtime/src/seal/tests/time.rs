//! Deadlines.

use super::*;

#[test]
fn a_deadline_is_exclusive() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    let start = deployment.clock.now();
    for (after, opens) in [
        (0, true),
        (TTL_MS - 1, true),
        (TTL_MS, false),
        (TTL_MS + 1, false),
        (u64::MAX - start, false),
    ] {
        deployment.clock.set(start + after);
        let opened = deployment.seal.open(&token, &deploy().binding());
        assert_eq!(opened.is_ok(), opens, "{after}");
        if let Err(error) = opened {
            assert_eq!(error.cause(), Cause::Expired);
        }
    }
}

#[test]
fn a_deadline_of_its_own_may_be_earlier_and_never_later() {
    let deployment = Deployment::new(&[1]);
    let start = deployment.clock.now();
    let token = |deadline: u64| {
        let envelope = Envelope {
            deadline,
            ..deployment.envelope()
        };
        deployment
            .seal
            .seal(&envelope, &deploy().binding())
            .unwrap()
    };
    let early = token(start + 1_000);
    let late = token(u64::MAX);
    let past = token(start);
    assert_eq!(deployment.cause(&past, &deploy()), Cause::Expired);
    deployment.clock.set(start + 999);
    assert!(deployment.seal.open(&early, &deploy().binding()).is_ok());
    deployment.clock.set(start + 1_000);
    assert_eq!(deployment.cause(&early, &deploy()), Cause::Expired);
    deployment.clock.set(start + TTL_MS - 1);
    assert!(deployment.seal.open(&late, &deploy().binding()).is_ok());
    deployment.clock.set(start + TTL_MS);
    assert_eq!(deployment.cause(&late, &deploy()), Cause::Expired);
}

#[test]
fn lowering_the_ttl_shortens_tokens_that_are_out() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    let lowered = deployment.seal.with_ttl(Duration::from_secs(30)).unwrap();
    let start = deployment.clock.now();
    deployment.clock.set(start + 29_999);
    assert!(lowered.open(&token, &deploy().binding()).is_ok());
    deployment.clock.set(start + 30_000);
    assert_eq!(cause(&lowered, &token, &deploy()), Cause::Expired);
    assert!(deployment.seal.open(&token, &deploy().binding()).is_ok());
    // Raising it lengthens nothing.
    let raised = deployment.seal.with_ttl(MAX_TTL).unwrap();
    deployment.clock.set(start + TTL_MS);
    assert_eq!(cause(&raised, &token, &deploy()), Cause::Expired);
}

#[test]
fn a_token_may_come_from_a_clock_that_is_a_little_ahead() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    let issued = deployment.clock.now();
    deployment.clock.set(issued - 30_000);
    assert!(deployment.seal.open(&token, &deploy().binding()).is_ok());
    deployment.clock.set(issued - 30_001);
    assert_eq!(deployment.cause(&token, &deploy()), Cause::Future);
    deployment.clock.set(0);
    assert_eq!(deployment.cause(&token, &deploy()), Cause::Future);
}

#[test]
fn times_at_the_edge_of_64_bits_overflow_nowhere() {
    let deployment = Deployment::new(&[1]);
    let ordinary = deployment.envelope();
    for issued in [0, 1, u64::MAX - 1, u64::MAX] {
        for deadline in [0, 1, u64::MAX - 1, u64::MAX] {
            let envelope = Envelope {
                issued,
                deadline,
                ..ordinary.clone()
            };
            deployment.clock.set(ManualClock::default().now());
            let token = deployment
                .seal
                .seal(&envelope, &deploy().binding())
                .unwrap();
            assert!(
                deployment.seal.open(&token, &deploy().binding()).is_err(),
                "{issued} {deadline}"
            );
            for now in [0, u64::MAX] {
                deployment.clock.set(now);
                let _ = deployment.seal.open(&token, &deploy().binding());
            }
        }
    }
}

#[test]
fn a_foreign_token_says_nothing_about_time() {
    let deployment = Deployment::new(&[1]);
    let token = deployment.token(&deploy());
    deployment.clock.advance(TTL * 2);
    let other = Call {
        name: "list",
        ..deploy()
    };
    assert_eq!(deployment.cause(&token, &other), Cause::Open);
    assert_eq!(deployment.cause(&token, &deploy()), Cause::Expired);
}

#[test]
fn bounds_of_the_ttl() {
    let deployment = Deployment::new(&[1]);
    for (ttl, accepted) in [
        (Duration::ZERO, false),
        (Duration::from_millis(29_999), false),
        (MIN_TTL, true),
        (MAX_TTL, true),
        (MAX_TTL + Duration::from_nanos(1), false),
        (Duration::MAX, false),
    ] {
        assert_eq!(deployment.seal.with_ttl(ttl).is_ok(), accepted, "{ttl:?}");
    }
    let error = deployment
        .seal
        .with_ttl(Duration::from_secs(7_200))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "a ttl of 7200 s; give 30 to 3600, or keep the state on the server with a ledger"
    );
}
