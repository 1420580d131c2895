//! Time under the test's control, in every era.

use std::time::Duration;

use askback::clock::Clock;
use askback::testing::Era;
use serde_json::json;

use crate::script::person;

#[tokio::test]
async fn an_answer_that_comes_too_late_opens_nothing() {
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
