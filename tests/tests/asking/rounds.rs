//! How many questions go out, when, and under which keys.

use askback::Modes;
use askback::testing::{Era, Outcome, Tester, Turn};
use serde_json::{Value, json};

use crate::words::Server;

async fn answered(mut turn: Turn, keys: &[&str]) -> Turn {
    for key in keys {
        turn = turn.expect_form(key).answer(json!({ "word": key })).await;
    }
    turn
}

#[tokio::test]
async fn keys_and_messages_are_owned_or_borrowed() {
    for era in Era::ALL {
        let turn = Tester::new(Server)
            .era(era)
            .call("owned", Value::Null)
            .await;
        let done = answered(turn, &["a", "b", "c", "d", "e.1", "f", "g"]).await;
        assert_eq!(done.finish().text(), "a b c d e.1 f g");
    }
}

#[tokio::test]
async fn seventeen_questions_go_out_in_two_rounds_and_sixteen_in_one() {
    for (count, last) in [(16, None), (17, Some("q16"))] {
        let keys: Vec<_> = (0..count).map(|at| format!("q{at:02}")).collect();
        let keys: Vec<_> = keys.iter().map(String::as_str).collect();
        for era in Era::ALL {
            let person = Tester::new(Server).era(era);
            let mut turn = person.call("forms", json!({ "keys": keys })).await;
            if era == Era::Modern {
                assert_eq!(turn.keys(), keys[..16]);
                turn = answered(turn, &keys[..16]).await;
                assert_eq!(turn.keys(), last.as_slice());
                turn = answered(turn, &keys[16..]).await;
            } else {
                turn = answered(turn, &keys).await;
            }
            assert_eq!(
                turn.finish().text(),
                keys.join(" "),
                "{era}: in their order"
            );
        }
    }
}

#[tokio::test]
async fn where_there_is_no_question_nothing_is_asked() {
    for era in Era::ALL {
        // Not even of a client that cannot be asked.
        let person = Tester::new(Server).era(era).supports(Modes::NONE);
        let done = person.call("nothing", Value::Null).await.finish();
        assert_eq!(done.text(), "0");
        let done = person.call("forms", json!({ "keys": [] })).await.finish();
        assert_eq!(done.text(), "");
    }
}

#[tokio::test]
async fn forms_visits_and_other_requests_share_a_round() {
    for era in Era::WITH_URLS {
        let mut turn = Tester::new(Server)
            .era(era)
            .call("kinds", Value::Null)
            .await;
        if era == Era::Modern {
            assert_eq!(
                turn.keys(),
                ["form", "maybe", "roots", "sampling", "url", "x", "y"]
            );
        }
        turn = turn
            .expect_form("form")
            .answer(json!({ "word": "w" }))
            .await;
        turn = turn.expect_url("url").accept().await;
        let roots = json!({ "roots": [{ "uri": "file:///here" }] });
        turn = turn.expect_input("roots").answer(roots).await;
        let said = json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "Paris" } });
        turn = turn.expect_input("sampling").answer(said).await;
        turn = answered(turn, &["x", "y"]).await;
        turn = turn.expect_form("maybe").decline().await;
        let told = turn.finish();
        assert_eq!(
            told.text(),
            "w \"file:///here\" \"Paris\" x y false",
            "{era}"
        );
    }
}

#[tokio::test]
async fn what_a_client_can_be_asked_is_what_it_declared() {
    for era in Era::WITH_URLS {
        for (modes, supported) in [
            (Modes::NONE, [false, false, false, false]),
            (Modes::FORM, [true, false, false, false]),
            (Modes::URL | Modes::ROOTS, [false, true, false, true]),
            (Modes::SAMPLING, [false, false, true, false]),
        ] {
            let person = Tester::new(Server).era(era).supports(modes);
            let done = person.call("supported", Value::Null).await.finish();
            assert_eq!(done.json::<[bool; 4]>(), supported, "{era} {modes:?}");
        }
    }
}

#[tokio::test]
async fn a_gate_may_be_decided_about() {
    for era in Era::ALL {
        let person = Tester::new(Server).era(era);
        let ask = async || person.call("decide", Value::Null).await.expect_gate("sure");
        assert_eq!(ask().await.accept().await.finish().text(), "Accept(..)");
        assert_eq!(ask().await.refuse().await.finish().text(), "Decline");
        assert_eq!(ask().await.decline().await.finish().text(), "Decline");
        assert_eq!(ask().await.cancel().await.finish().text(), "Cancel");
        let mute = person.clone().supports(Modes::URL);
        let end = mute.call("decide", Value::Null).await.finish();
        assert_eq!(end.text(), "Unavailable", "{era}");
    }
}

#[tokio::test]
async fn a_key_is_used_once_a_call() {
    for era in Era::ALL {
        let person = Tester::new(Server).era(era);
        let says = |end: Outcome, key: &str| {
            let twice = format!("the key `{key}` is used twice in one call");
            assert!(end.text().starts_with(&twice), "{era}: {end:?}");
        };
        let keys = json!({ "keys": ["a", "b", "a"] });
        says(person.call("forms", keys).await.expect_error(-32603), "a");
        let end = person.call("all_twice", Value::Null).await;
        says(end.expect_error(-32603), "same");
        let end = person.call("step_twice", json!({ "key": "once" })).await;
        says(end.expect_error(-32603), "once");
        for key in ["rows", "declared"] {
            let turn = person.call("declared", json!({ "key": key })).await;
            let turn = turn
                .expect_form("declared")
                .answer(json!({ "word": "w" }))
                .await;
            says(turn.expect_error(-32603), key);
        }
        let turn = person.call("declared", json!({ "key": "other" })).await;
        let turn = answered(turn, &["declared", "other"]).await;
        assert_eq!(turn.finish().text(), "declaredother");
    }
}

#[tokio::test]
async fn a_key_is_well_formed_or_nothing_is_asked() {
    let good = "Aa0_.-".repeat(10) + "zzzz";
    assert_eq!(good.len(), 64);
    for era in Era::ALL {
        let person = Tester::new(Server).era(era);
        let turn = person.call("forms", json!({ "keys": [good] })).await;
        answered(turn, &[&good]).await.finish();
        for bad in [
            "",
            "a b",
            "ä",
            "a/b",
            "a\u{202e}b",
            &(good.clone() + "z"),
            "`\n`",
        ] {
            for keys in [json!([bad]), json!(["good", bad])] {
                let end = person
                    .call("forms", json!({ "keys": keys }))
                    .await
                    .expect_failed();
                let why =
                    "its key is not 1 to 64 of the characters A-Z, a-z, 0-9, `_`, `.` and `-`";
                assert!(end.text().contains(why), "{era}: {end:?}");
                assert!(!end.text().contains(['\u{202e}', '\n']), "{end:?}");
            }
            let end = person.call("step_twice", json!({ "key": bad })).await;
            let end = end.expect_error(-32603);
            assert!(
                end.text().contains("is not 1 to 64 of the characters"),
                "{end:?}"
            );
            assert!(!end.text().contains(['\u{202e}', '\n']), "{end:?}");
        }
    }
}
