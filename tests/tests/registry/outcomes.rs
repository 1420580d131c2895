//! The three things that a call comes to.

use askback::registry::{FailureCode, Outcome};
use askback::{Mode, Modes, Principal};
use serde_json::{Map, Value, json};

use super::desk::{BOTH, Kept, Office, failed, finished, pending};
use super::operations::{maybe, note, ping, purge, visit, yes};

#[tokio::test]
async fn what_asks_nothing_finishes_at_once() {
    for kept in BOTH {
        let office = Office::new(kept).op("ping", ping);
        let outcome = office.registry.call("ping", json!({ "a": 1 })).invoke();
        assert_eq!(finished(outcome.await), json!({ "a": 1 }));
        // Absent arguments are `{}`.
        let outcome = office.registry.call("ping", Value::Null).invoke();
        assert_eq!(finished(outcome.await), json!({}));
        assert_eq!(office.desk().noted(), ["ping", "ping"]);
    }
}

#[tokio::test]
async fn a_question_is_put_and_its_answer_is_the_next_call() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let asked = pending(office.call("note").invoke().await);
        assert_eq!((asked.key(), asked.message()), ("details", "Why?"));
        assert_eq!((asked.mode(), asked.url()), (Mode::Form, None));
        let names: Vec<_> = asked.fields().iter().map(|field| field.name()).collect();
        assert_eq!(names, ["reason", "rows"]);
        let schema = asked.schema().unwrap();
        assert_eq!(schema["required"], json!(["reason"]));
        assert_eq!(schema["properties"]["reason"]["minLength"], 3);
        assert_eq!(asked.expiry(), 1_800_000_600_000);
        let characters = asked.continuation().len();
        assert_eq!(kept == Kept::Ledger, characters == 43, "{characters}");

        let outcome = asked.accept(json!({ "reason": "moved" })).invoke().await;
        assert_eq!(
            finished(outcome),
            json!({ "reason": "moved", "rows": null })
        );
        assert_eq!(office.desk().noted(), ["moved None"]);
    }
}

#[tokio::test]
async fn one_question_is_asked_at_a_time() {
    for kept in BOTH {
        let office = Office::new(kept).op("purge", purge);
        let arguments = json!({ "days": 30 });
        let call = office.registry.call("purge", arguments).modes(Modes::FORM);
        let ticket = pending(call.invoke().await);
        assert_eq!(ticket.key(), "ticket");
        office.wait();
        let sure = pending(ticket.accept(json!({ "id": "T-1" })).invoke().await);
        assert_eq!(sure.key(), "sure");
        assert_eq!(sure.message(), "Delete backups older than 30 days?");
        let [field] = sure.fields() else {
            panic!("a confirmation has one field")
        };
        assert!(office.desk().noted().is_empty());
        office.wait();
        let field = field.name().to_owned();
        let outcome = sure.accept(yes(&field)).invoke().await;
        assert_eq!(finished(outcome), json!({ "purged": "T-1" }));
        assert_eq!(office.desk().noted().len(), 1);
    }
}

#[tokio::test]
async fn a_visit_is_a_url_and_is_agreed_to_without_content() {
    for kept in BOTH {
        let office = Office::new(kept).op("visit", visit);
        let asked = pending(office.call("visit").invoke().await);
        assert_eq!(asked.mode(), Mode::Url);
        assert_eq!(asked.url(), Some("https://example.com/terms?v=1"));
        assert!(asked.fields().is_empty() && asked.schema().is_none());
        let again = asked.clone();
        assert_eq!(finished(asked.accept(()).invoke().await), json!(true));
        if kept == Kept::Sealed {
            // A seal lets every answer be given again.
            assert_eq!(finished(again.decline().invoke().await), json!(false));
        }
    }
}

#[tokio::test]
async fn declines_and_cancels_reach_an_operation_that_wants_them() {
    for kept in BOTH {
        let office = Office::new(kept).op("maybe", maybe);
        let ask = async || pending(office.call("maybe").invoke().await);
        let declined = ask().await.decline().invoke().await;
        assert_eq!(finished(declined), "declined");
        let cancelled = ask().await.cancel().invoke().await;
        assert_eq!(finished(cancelled), "cancelled");
        let accepted = ask().await.accept(json!({ "reason": "moved" }));
        assert_eq!(finished(accepted.invoke().await), "moved");
        let outcome = office.registry.call("maybe", Map::new()).invoke().await;
        assert_eq!(finished(outcome), "unavailable");
    }
}

#[tokio::test]
async fn a_terminal_no_ends_the_call_and_says_so() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let asked = pending(office.call("note").invoke().await);
        office.wait();
        let failure = failed(asked.decline().invoke().await);
        assert_eq!(failure.code(), FailureCode::Declined);
        assert!(failure.is_refused() && !failure.is_open());
        assert_eq!(failure.question(), Some("details"));
        assert_eq!(
            failure.to_string(),
            "declined: the person declined the question `details`, so the call ended there"
        );
        let asked = pending(office.call("note").invoke().await);
        let failure = failed(asked.cancel().invoke().await);
        assert_eq!(failure.code(), FailureCode::Cancelled);
        assert!(failure.is_refused() && !failure.is_open());
        assert!(
            failure.message().contains("closed the question"),
            "{failure}"
        );
        // Sooner than a person reads it.
        let asked = pending(office.call("note").invoke().await);
        let failure = failed(asked.decline().invoke().await);
        assert!(failure.message().contains("by itself"), "{failure}");
        assert!(office.desk().noted().is_empty());
    }
}

#[tokio::test]
async fn whoever_calls_is_told_apart() {
    for kept in BOTH {
        let office = Office::new(kept).op("note", note);
        let ada = || Principal::new("issuer", "ada", "cli").unwrap();
        let asked = pending(office.call("note").principal(ada()).invoke().await);
        let token = asked.continuation().to_owned();
        let answer = || json!({ "reason": "moved" });
        let others = [
            Principal::local(),
            Principal::anonymous(),
            Principal::new("issuer", "eve", "cli").unwrap(),
        ];
        for other in others {
            let call = office.call("note").principal(other).resume(&token);
            let failure = failed(call.accept(answer()).invoke().await);
            assert_eq!(failure.code().as_str(), "invalid_continuation");
        }
        let call = office.call("note").principal(ada()).resume(&token);
        assert!(matches!(
            call.accept(answer()).invoke().await,
            Outcome::Finished(_)
        ));
    }
}
