//! Time under the test's control, in every era.

use std::time::Duration;

use askback::Askback;
use askback::clock::Clock;
use askback::testing::{Era, Tester};
use serde_json::json;

use crate::office::Office;
use crate::script::person;

#[tokio::test]
async fn an_answer_that_comes_too_late_opens_nothing() {
    late().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_does_one_on_several_threads() {
    late().await;
}

async fn late() {
    for era in Era::ALL {
        let person = person(era);
        let asked = person
            .call("delete_rows", json!({ "table": "users" }))
            .await;
        let gate = asked
            .expect_form("details")
            .answer(json!({ "reason": "moved" }))
            .await;
        let late = gate
            .expect_gate("confirmed")
            .after(Duration::from_secs(601))
            .accept()
            .await;
        late.expect_refused();
        assert_eq!(person.server().effects(), 0, "{era}");

        let asked = person
            .call("delete_rows", json!({ "table": "users" }))
            .await;
        let gate = asked
            .expect_form("details")
            .answer(json!({ "reason": "moved" }))
            .await;
        let gate = gate.expect_gate("confirmed");
        person.advance(Duration::from_secs(580)).await;
        gate.accept().await.finish();
        assert_eq!(person.server().effects(), 1, "{era}");
    }
}

#[tokio::test]
async fn the_clock_moves_by_what_the_person_takes() {
    for era in Era::ALL {
        let person = person(era);
        let start = person.clock().now();
        let asked = person
            .call("delete_rows", json!({ "table": "users" }))
            .await;
        assert_eq!(person.clock().now(), start);
        let gate = asked
            .expect_form("details")
            .answer(json!({ "reason": "moved" }))
            .await;
        assert_eq!(person.clock().now(), start + 5_000, "{era}");
        gate.expect_gate("confirmed")
            .after(Duration::from_secs(60))
            .accept()
            .await
            .finish();
        assert_eq!(person.clock().now(), start + 65_000, "{era}");
    }
}

#[tokio::test]
async fn a_visit_is_waited_for() {
    for era in Era::WITH_URLS {
        let person = person(era);
        let start = person.clock().now();
        let visit = person.call("link", json!({})).await.expect_url("linked");
        let (_, ticket) = visit.url().rsplit_once('/').unwrap();
        assert_eq!(person.deployment().ticket(ticket).unwrap().key(), "linked");
        assert_eq!(visit.accept().await.finish().text(), "linked");
        // A second a look, after the 5 s that the person took.
        let seconds = (person.clock().now() - start) / 1_000;
        assert!((10..20).contains(&seconds), "{era} {seconds}");
    }
}

#[tokio::test]
async fn a_visit_that_takes_longer_is_asked_for_again() {
    for era in Era::WITH_URLS {
        let person = Tester::with(Askback::builder(), |askback| {
            let mut slow = Office::new(askback);
            slow.finished_after = 30;
            slow
        });
        let visit = person
            .era(era)
            .call("link", json!({}))
            .await
            .expect_url("linked");
        let again = visit
            .accept()
            .await
            .expect_url("linked")
            .shows("not finished yet");
        assert_eq!(again.accept().await.finish().text(), "linked", "{era}");
    }
}
