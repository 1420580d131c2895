//! It fails when it has to, and says why.

use std::panic::{AssertUnwindSafe, catch_unwind};

use askback::testing::{Era, Turn};
use serde_json::json;

use crate::script::person;

/// What a panic says.
fn failure<T>(expecting: impl FnOnce() -> T) -> String {
    let failed = catch_unwind(AssertUnwindSafe(expecting)).err();
    let payload = failed.expect("it has to fail");
    *payload.downcast::<String>().expect("a text")
}

async fn first(era: Era) -> Turn {
    let table = json!({ "table": "users" });
    person(era).call("delete_rows", table).await
}

#[tokio::test]
async fn a_failure_says_all_that_is_needed() {
    let gate = first(Era::Modern).await;
    let gate = gate
        .expect_form("details")
        .answer(json!({ "reason": "moved" }))
        .await;
    let said = failure(|| gate.expect_form("details"));
    println!("{said}");
    let gate = first(Era::FirstHandshake).await;
    let said = failure(|| gate.expect_form("confirmed"));
    println!("{said}");
}
