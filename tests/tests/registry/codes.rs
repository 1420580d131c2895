//! Every failure code, and when.

use askback::ledger::Limits;
use askback::registry::{FailureCode, OperationFuture, outcome};
use askback::{Ask, Form, InputRequest, Modes};
use serde_json::{Map, Value, json};

use super::desk::{BOTH, Desk, Kept, Office, failed, pending};
use super::operations::{Details, many, note, ping, purge};

#[tokio::test]
async fn unsupported_there_is_no_such_operation() {
    let office = Office::new(Kept::Ledger).op("ping", ping);
    for name in ["pong", "", "PING", "a\u{202e}b", &"n".repeat(10_000)] {
        let failure = failed(office.call(name).invoke().await);
        assert_eq!(failure.code(), FailureCode::Unsupported);
        let text = failure.to_string();
        assert!(!text.contains('\u{202e}') && text.len() < 2_000, "{text}");
    }
    // What has no name of one is not registered.
    let office = office.op("two words", ping);
    let failure = failed(office.call("two words").invoke().await);
    assert_eq!(failure.code(), FailureCode::Unsupported);
    assert_eq!(office.registry.operations().count(), 1);
}

fn sampled<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let request = InputRequest::new("sampling/createMessage", json!({ "maxTokens": 1 }));
        Ok(ask.input("sampled", request).await?)
    })
}

#[tokio::test]
async fn unsupported_what_only_goes_over_mcp() {
    for kept in BOTH {
        let office = Office::new(kept).op("sampled", sampled);
        let call = office.call("sampled").modes(Modes::FORM | Modes::SAMPLING);
        let failure = failed(call.invoke().await);
        assert_eq!(failure.code(), FailureCode::Unsupported);
        assert!(failure.message().contains("MCP"), "{failure}");
    }
}

#[tokio::test]
async fn invalid_arguments_quote_no_value() {
    let office = Office::new(Kept::Ledger).op("purge", purge);
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    for arguments in [
        json!({}),
        json!({ "days": "hunter2" }),
        json!([1]),
        json!("hunter2"),
        json!({ "days": 1, "x": "w".repeat(1024 * 1024) }),
        json!({ "days": 1, "x": deep }),
    ] {
        let call = office.registry.call("purge", arguments).modes(Modes::FORM);
        let failure = failed(call.invoke().await);
        assert_eq!(failure.code(), FailureCode::InvalidArguments, "{failure}");
        assert!(!failure.to_string().contains("hunter2"), "{failure}");
    }
}

#[tokio::test]
async fn confirmation_required_asks_nothing() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        for modes in [Modes::NONE, Modes::URL, Modes::SAMPLING] {
            let failure = failed(office.call("note").modes(modes).invoke().await);
            assert_eq!(failure.code(), FailureCode::ConfirmationRequired);
            assert!(failure.message().contains("to fill in a form"), "{failure}");
        }
    }
}

#[tokio::test]
async fn busy_there_is_no_room_and_nothing_ran() {
    let mut limits = Limits::default();
    limits.chains = 1;
    let office = Office::limited(Kept::Ledger, limits, |builder| builder).op("note", note);
    let open = pending(office.call("note").invoke().await);
    let failure = failed(office.call("note").invoke().await);
    assert_eq!(failure.code(), FailureCode::Busy);
    // The live prompt has not been evicted.
    let accepted = open.accept(json!({ "reason": "moved" })).invoke().await;
    assert!(accepted.finished().is_some());
    assert_eq!(office.desk().noted(), ["moved None"]);
}

#[tokio::test]
async fn conflict_another_answer_to_an_answered_question() {
    let office = Office::new(Kept::Ledger).op("many", many);
    let call = office.registry.call("many", json!({ "days": 2 }));
    let first = pending(call.modes(Modes::FORM).invoke().await);
    let second = pending(first.clone().accept(json!({ "id": "a" })).invoke().await);
    for other in [
        first.clone().accept(json!({ "id": "b" })),
        first.clone().decline(),
        first.clone().cancel(),
    ] {
        let failure = failed(other.invoke().await);
        assert_eq!(failure.code(), FailureCode::Conflict, "{failure}");
    }
    let done = second.accept(json!({ "id": "c" })).invoke().await;
    assert_eq!(done.finished(), Some(json!(2)));
}

#[tokio::test]
async fn interaction_limit_the_eleventh_question() {
    for kept in BOTH {
        let office = Office::new(kept).op("many", many);
        let count = |days: u64| office.registry.call("many", json!({ "days": days }));
        for (days, finishes) in [(10, true), (11, false)] {
            let mut outcome = count(days).modes(Modes::FORM).invoke().await;
            for _ in 0..10 {
                outcome = pending(outcome).accept(json!({ "id": "x" })).invoke().await;
            }
            match finishes {
                true => assert_eq!(outcome.finished(), Some(json!(10)), "{kept:?}"),
                false => assert_eq!(failed(outcome).code(), FailureCode::InteractionLimit),
            }
        }
    }
}

#[tokio::test]
async fn invalid_continuation_one_text_for_all_of_it() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note).op("ping", ping);
        let asked = pending(office.call("note").invoke().await);
        let token = asked.continuation().to_owned();
        let other = Office::new(kept).op("note", note);
        let mut flipped = token.clone().into_bytes();
        flipped[5] ^= 1;
        let flipped = String::from_utf8(flipped).unwrap();
        let answer = || json!({ "reason": "moved" });
        let note = || office.call("note");
        let calls = [
            note().resume(""),
            note().resume("x".repeat(100_000)),
            note().resume(format!("{token}=")),
            note().resume(flipped),
            note().resume(&token).bind("tenant"),
            office.call("ping").resume(&token),
            office
                .registry
                .call("note", json!({ "a": 1 }))
                .modes(Modes::FORM)
                .resume(&token),
            // An answer to nothing.
            note(),
        ];
        let mut texts = Vec::new();
        for call in calls {
            let failure = failed(call.accept(answer()).invoke().await);
            assert_eq!(failure.code(), FailureCode::InvalidContinuation);
            texts.push(failure.to_string());
        }
        // Where the state is sealed, all who have the key and the audience are one.
        if kept == Kept::Ledger {
            let elsewhere = other.call("note").resume(&token).accept(answer());
            texts.push(failed(elsewhere.invoke().await).to_string());
        }
        // Expiry is exclusive.
        office.clock.set(asked.expiry());
        texts.push(failed(asked.accept(answer()).invoke().await).to_string());
        assert!(texts.iter().all(|text| text == &texts[0]), "{texts:?}");
        assert!(texts[0].contains("application's own key"), "{}", texts[0]);
        assert!(office.desk().noted().is_empty());
    }
}

pub(crate) fn unwritable<'a>(_: &'a Desk, _: Value, _: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let map = std::collections::BTreeMap::from([((1, 2), 3)]);
        outcome(map)
    })
}

pub(crate) fn swallows<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let details: Option<Details> = ask.form("details", "Why?").await.ok();
        Ok(json!(details.is_some()))
    })
}

fn asks_for_a_secret<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Details { reason, .. } = ask.form("details", "What is your password?").await?;
        Ok(json!(reason))
    })
}

fn asks_twice<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let (one, other): (Details, Details) = ask
            .all((askback::form("a", "A?"), askback::form("a", "A?")))
            .await?;
        Ok(json!([one.reason, other.reason]))
    })
}

#[tokio::test]
async fn invalid_outcome_what_an_operation_may_not_give_or_ask() {
    for kept in BOTH {
        let office = Office::new(kept)
            .op("unwritable", unwritable)
            .op("swallows", swallows)
            .op("asks_for_a_secret", asks_for_a_secret)
            .op("asks_twice", asks_twice);
        for name in ["unwritable", "swallows", "asks_for_a_secret", "asks_twice"] {
            let failure = failed(office.call(name).invoke().await);
            assert_eq!(
                failure.code(),
                FailureCode::InvalidOutcome,
                "{name} {failure}"
            );
        }
    }
}

fn talks<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    #[derive(Form)]
    struct Long {
        text: String,
    }
    Box::pin(async move {
        let mut length = 0;
        for at in 0..5 {
            let Long { text } = ask.form(format!("q{at}"), "More?").await?;
            length += text.len();
        }
        Ok(json!(length))
    })
}

#[tokio::test]
async fn unsupported_more_answers_than_a_seal_holds() {
    let text = || json!({ "text": "w".repeat(4_096) });
    let office = Office::new(Kept::Sealed).op("talks", talks);
    let mut outcome = office.call("talks").invoke().await;
    for _ in 0..4 {
        match outcome.pending() {
            Some(asked) => outcome = asked.accept(text()).invoke().await,
            None => panic!("it ended too soon"),
        }
        if outcome_is_failed(&outcome) {
            break;
        }
    }
    let failure = failed(outcome);
    assert_eq!(failure.code(), FailureCode::Unsupported);
    assert!(failure.message().contains(".ledger("), "{failure}");
    // A ledger holds them.
    let office = Office::new(Kept::Ledger).op("talks", talks);
    let mut outcome = office.call("talks").invoke().await;
    for _ in 0..5 {
        outcome = pending(outcome).accept(text()).invoke().await;
    }
    assert_eq!(outcome.finished(), Some(json!(5 * 4_096)));
}

fn outcome_is_failed(outcome: &askback::registry::Outcome<Desk>) -> bool {
    matches!(outcome, askback::registry::Outcome::Failed(_))
}

#[tokio::test]
async fn failed_the_operations_own_error_is_the_source() {
    #[derive(Debug, thiserror::Error)]
    #[error("the disk {0} is full")]
    struct Full(u8);

    fn full<'a>(_: &'a Desk, _: Value, _: &'a mut Ask<'_>) -> OperationFuture<'a> {
        Box::pin(async move { Err(Full(7).into()) })
    }

    for kept in BOTH {
        let office = Office::new(kept).op("full", full);
        let failure = failed(office.call("full").invoke().await);
        assert_eq!(failure.code(), FailureCode::Failed);
        assert!(!failure.is_refused());
        assert_eq!(failure.to_string(), "failed: the disk 7 is full");
        let source = std::error::Error::source(&failure).unwrap();
        assert_eq!(source.downcast_ref::<Full>().map(|full| full.0), Some(7));
        // A call that has failed before it asked leaves nothing behind.
        let call = office.registry.call("full", Map::new());
        assert!(call.invoke().await.failed().is_some());
    }
}
