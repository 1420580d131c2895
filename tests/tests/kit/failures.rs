//! It fails when it has to, and says why.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use askback::Askback;
use askback::testing::{Era, Tester, Turn};
use serde_json::{Value, json};

use crate::office::Office;
use crate::script::person;

/// What a panic says.
pub(crate) fn failure<T>(expecting: impl FnOnce() -> T) -> String {
    let failed = catch_unwind(AssertUnwindSafe(expecting)).err();
    let payload = failed.expect("it has to fail");
    *payload.downcast::<String>().expect("a text")
}

pub(crate) async fn first(era: Era) -> Turn {
    let table = json!({ "table": "users" });
    person(era).call("delete_rows", table).await
}

pub(crate) async fn gate(era: Era) -> Turn {
    let form = first(era).await.expect_form("details");
    form.answer(json!({ "reason": "moved" })).await
}

const WHOLE: &str = r#"expected the gate `confirm`, but the server asks:
  gate `confirmed`: Delete all 3 rows of `users`?
      confirm (required): {"type":"boolean","title":"Confirm"}

the exchange so far (2026-07-28, the local user):
  1. tools/call `delete_rows` {"table":"users"}
  2. the server asks form `details`: Why does `users` go?
  3. 5s later, the answer to `details`: {"action":"accept","content":{"reason":"moved"}}
  4. the server asks gate `confirmed`: Delete all 3 rows of `users`?
"#;

#[tokio::test]
async fn a_failure_says_all_that_is_needed() {
    let modern = gate(Era::Modern).await;
    assert_eq!(failure(|| modern.expect_gate("confirm")), WHOLE);
    let whole = WHOLE.replace("2026-07-28", "2025-06-18");
    let handshake = gate(Era::FirstHandshake).await;
    assert_eq!(failure(|| handshake.expect_gate("confirm")), whole);
}

#[tokio::test]
async fn another_kind_of_question() {
    for era in Era::ALL {
        let turn = gate(era).await;
        let said = failure(|| turn.expect_form("confirmed"));
        let start =
            "expected the form `confirmed`, but the server asks:\n  gate `confirmed`: Delete";
        assert!(said.starts_with(start), "{era} {said}");
        let turn = first(era).await;
        let said = failure(|| turn.expect_url("details"));
        assert!(
            said.contains("the URL question `details`, but the server asks:\n  form"),
            "{said}"
        );
        let turn = first(era).await;
        let said = failure(|| turn.expect_input("details"));
        assert!(
            said.contains("expected the input request `details`"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn another_text() {
    for era in Era::ALL {
        let question = first(era).await.expect_form("details");
        let said = failure(|| question.shows("orders"));
        let start = "expected `details` to show \"orders\", but the server asks:\n  form `details`: Why does `users` go?";
        assert!(said.starts_with(start), "{era} {said}");
        for hidden in ["users", "Operations", "minLength"] {
            let question = first(era).await.expect_form("details");
            let said = failure(|| question.hides(hidden));
            assert!(
                said.starts_with("expected `details` not to show"),
                "{era} {said}"
            );
        }
        let question = first(era).await.expect_form("details");
        let said = failure(|| question.field("rows").clone());
        assert!(
            said.starts_with("expected the form `details` to have a field `rows`"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn a_question_where_the_end_was_expected() {
    for era in Era::ALL {
        let expectations: [fn(Turn) -> askback::testing::Outcome; 6] = [
            Turn::finish,
            Turn::expect_failed,
            |turn| turn.expect_error(-32_602),
            |turn| turn.expect_declined("confirmed"),
            |turn| turn.expect_cancelled("confirmed"),
            |turn| turn.expect_error(0),
        ];
        for expected in expectations {
            let turn = gate(era).await;
            let said = failure(|| expected(turn));
            assert!(said.starts_with("expected the call to"), "{said}");
            assert!(
                said.contains("but the server asks:\n  gate `confirmed`"),
                "{era} {said}"
            );
        }
    }
}

#[tokio::test]
async fn the_end_where_a_question_was_expected() {
    for era in Era::ALL {
        let turn = gate(era).await.expect_gate("confirmed").accept().await;
        let said = failure(|| turn.expect_form("more"));
        assert!(
            said.contains("the form `more`, but the call is over:\n  a result: \"3 rows deleted: moved, [], None\""),
            "{era} {said}"
        );
    }
}

#[tokio::test]
async fn another_end() {
    for era in Era::ALL {
        let person = person(era);
        let turn = person.call("fail", Value::Null).await;
        let said = failure(|| turn.finish());
        assert!(
            said.contains("but the call is over:\n  error -32603: \"broken\""),
            "{era} {said}"
        );
        let turn = person.call("fail", Value::Null).await;
        let said = failure(|| turn.expect_error(-32_602));
        assert!(
            said.starts_with("expected the call to end with the error -32602"),
            "{said}"
        );
        let turn = gate(era).await.expect_gate("confirmed").decline().await;
        let said = failure(|| turn.finish());
        assert!(
            said.contains("a result with `isError`: \"The person declined"),
            "{era} {said}"
        );
        let turn = gate(era).await.expect_gate("confirmed").decline().await;
        failure(|| turn.expect_cancelled("confirmed"));
        let turn = gate(era).await.expect_gate("confirmed").decline().await;
        failure(|| turn.expect_declined("details"));
        let turn = gate(era).await.expect_gate("confirmed").accept().await;
        failure(|| turn.expect_failed());
    }
}

/// An attack that gets anywhere is one.
#[tokio::test]
async fn an_attack_that_is_not_refused() {
    for era in Era::ALL {
        let turn = gate(era).await.expect_gate("confirmed").accept().await;
        let said = failure(|| turn.expect_refused());
        assert!(
            said.starts_with("expected the attack to be refused, but the call is over"),
            "{said}"
        );
        let [one, _] = gate(era)
            .await
            .expect_gate("confirmed")
            .accept_twice()
            .await;
        let [other, _] = first(era)
            .await
            .expect_form("details")
            .answer_twice(json!({ "reason": "moved" }))
            .await;
        let said = failure(|| other.expect_refused());
        assert!(
            said.contains("but the server asks:\n  gate `confirmed`"),
            "{era} {said}"
        );
        drop(one);
    }
}

#[tokio::test]
async fn what_cannot_be_answered_so() {
    for era in Era::ALL {
        let turn = gate(era)
            .await
            .expect_gate("confirmed")
            .typed("users")
            .await;
        let said = failure(|| turn.finish());
        assert!(
            said.contains("`confirmed` cannot be answered so: it wants no text typed"),
            "{said}"
        );
        let asked = person(era).call("deploy", json!({})).await;
        let asked = asked
            .expect_form("note")
            .decline()
            .await
            .expect_form("told");
        let asked = asked.answer(json!({ "text": "ops" })).await;
        let turn = asked.expect_gate("confirmed").accept().await;
        let said = failure(|| turn.outcome());
        assert!(
            said.contains("it wants a text typed: use `typed`"),
            "{era} {said}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_hangs() {
    for era in Era::ALL {
        let person = person(era).patience(Duration::from_millis(50));
        let turn = person.call("hang", json!({})).await;
        let said = failure(|| turn.finish());
        let why = "waited 50ms in real time for the next question of tools/call `hang`, or its end";
        assert!(said.contains(why), "{era} {said}");
    }
}

#[tokio::test]
async fn the_result_is_read_as_something_else() {
    for era in Era::ALL {
        let done = gate(era)
            .await
            .expect_gate("confirmed")
            .accept()
            .await
            .finish();
        let said = failure(|| done.json::<Vec<u8>>());
        assert!(
            said.starts_with("expected a result that can be read as alloc::vec::Vec<u8>"),
            "{said}"
        );
        assert!(said.contains("the exchange so far"), "{said}");
        let asked = first(era).await.outcome();
        assert_eq!(asked.asked(), ["details"]);
        let said = failure(|| asked.text().to_owned());
        assert!(
            said.starts_with("expected a text, but there is the questions"),
            "{said}"
        );
    }
}

#[test]
fn settings_that_do_not_fit() {
    let said = failure(|| Tester::with(Askback::builder().rounds(0), Office::new));
    assert!(said.contains("`rounds` is 0"), "{said}");
    failure(|| person(Era::Modern).principal(""));
}

/// The panic is at the line of the test that expected something else.
#[tokio::test]
async fn a_failure_is_at_the_tests_own_line() {
    let turn = first(Era::Modern).await;
    let before = std::panic::take_hook();
    let (sender, receiver) = std::sync::mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let own = std::thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|it| (it.file().to_owned(), it.line()));
        match std::thread::current().id() == own {
            true => sender.lock().unwrap().send(place).unwrap(),
            false => before(info),
        }
    }));
    let line = line!() + 1;
    failure(|| turn.expect_gate("details"));
    let (file, at) = receiver.recv().unwrap().unwrap();
    assert_eq!((file.as_str(), at), (file!(), line));
}
