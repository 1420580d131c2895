//! A confirmation that is declined again and again.

use serde_json::{Value, json};

use crate::clerk::Office;
use crate::person::{Does, ERAS, Era, ask, ask_as, tool};

const NO: &[Does] = &[Does::Accepts(2), Does::Declines(2)];

async fn wear_down(office: &Office, era: Era) {
    for which in ["one", "two", "three"] {
        // Whatever the arguments are.
        let (came, asked) = ask(office, era, "tools/call", tool_with(which), NO).await;
        assert_eq!(asked, 2);
        assert_eq!(came["result"]["isError"], true, "{came}");
    }
}

fn tool_with(which: &str) -> Value {
    json!({ "name": "both", "arguments": { "which": which } })
}

#[tokio::test]
async fn it_is_closed_for_ten_minutes_and_what_stands_above_it_is_not_asked() {
    for era in ERAS {
        let office = Office::new();
        wear_down(&office, era).await;
        let (came, asked) = ask(&office, era, "tools/call", tool_with("four"), NO).await;
        assert_eq!(asked, 0, "{era:?}: {came}");
        assert_eq!(came["result"]["isError"], true);
        let text = came["result"]["content"][0]["text"].as_str().unwrap();
        assert!(
            text.contains("`q` was declined three times within ten minutes"),
            "{text}"
        );
        // The first decline was 8 seconds before the third, and 4 questions were answered after 2 seconds each.
        assert!(text.contains("not asked again for 592 seconds"), "{text}");
        assert!(text.contains("Do not call again by yourself"), "{text}");

        office.later(591);
        let (_, asked) = ask(&office, era, "tools/call", tool_with("one"), NO).await;
        assert_eq!(asked, 0, "{era:?}");
        office.later(1);
        // Ten minutes after the first one two are left, and they go too while it is declined anew.
        for _ in 0..3 {
            let (_, asked) = ask(&office, era, "tools/call", tool_with("one"), NO).await;
            assert_eq!(asked, 2, "{era:?}");
        }
        let (_, asked) = ask(&office, era, "tools/call", tool_with("one"), NO).await;
        assert_eq!(asked, 0, "{era:?}");
        assert_eq!(office.effects(), 0);
    }
}

#[tokio::test]
async fn it_is_closed_in_both_eras_at_once() {
    let office = Office::new();
    wear_down(&office, Era::Modern).await;
    for era in ERAS {
        let (_, asked) = ask(&office, era, "tools/call", tool_with("four"), NO).await;
        assert_eq!(asked, 0, "{era:?}");
    }
}

#[tokio::test]
async fn it_is_closed_for_one_principal_and_one_tool() {
    let office = Office::new();
    let asked = async |who, tool: &str| {
        let params = json!({ "name": tool, "arguments": {} });
        ask_as(&office, Era::Modern, who, "tools/call", params, NO)
            .await
            .1
    };
    for _ in 0..3 {
        assert_eq!(asked("ada", "both").await, 2);
    }
    assert_eq!(asked("ada", "both").await, 0);
    assert_eq!(asked("bob", "both").await, 2, "another principal");
    assert_eq!(
        asked("ada", "gate").await,
        1,
        "another tool's of the same key"
    );
}

#[tokio::test]
async fn cancels_and_answers_that_are_none_do_not_count() {
    for era in ERAS {
        let office = Office::new();
        for _ in 0..4 {
            let cancels = [Does::Accepts(2), Does::Cancels(2)];
            let (_, asked) = ask(&office, era, "tools/call", tool_with("one"), &cancels).await;
            assert_eq!(asked, 2, "{era:?}");
        }
        for _ in 0..2 {
            ask(&office, era, "tools/call", tool_with("one"), NO).await;
        }
        let yes = [Does::Accepts(2)];
        let (came, asked) = ask(&office, era, "tools/call", tool_with("one"), &yes).await;
        assert_eq!((asked, office.effects()), (2, 1), "{era:?}: {came}");
    }
}

#[tokio::test]
async fn a_no_in_the_form_counts_like_a_decline() {
    for era in ERAS {
        let office = Office::new();
        for _ in 0..3 {
            ask(&office, era, "tools/call", tool("gate"), &[Does::SaysNo(2)]).await;
        }
        let (came, asked) = ask(
            &office,
            era,
            "tools/call",
            tool("gate"),
            &[Does::Accepts(2)],
        )
        .await;
        assert_eq!((asked, office.effects()), (0, 0), "{era:?}: {came}");
    }
}

#[tokio::test]
async fn one_that_may_not_be_asked_is_not_looked_ahead_to() {
    for era in ERAS {
        let office = Office::new();
        for _ in 0..3 {
            ask(&office, era, "tools/call", tool("perhaps"), NO).await;
        }
        let (came, asked) = ask(&office, era, "tools/call", tool("perhaps"), NO).await;
        assert_eq!(
            asked, 1,
            "{era:?}: the form says whether it is needed: {came}"
        );
        let text = came["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("three times"), "{text}");
    }
}

#[tokio::test]
async fn a_handler_that_decides_is_told_that_it_was_declined() {
    for era in ERAS {
        let office = Office::new();
        for _ in 0..3 {
            ask(
                &office,
                era,
                "tools/call",
                tool("decide_gate"),
                &[Does::Declines(2)],
            )
            .await;
        }
        let yes = [Does::Accepts(2)];
        let (came, asked) = ask(&office, era, "tools/call", tool("decide_gate"), &yes).await;
        assert_eq!(came["result"]["content"][0]["text"], "declined", "{came}");
        assert_eq!((asked, office.effects()), (0, 0), "{era:?}");
    }
}

#[tokio::test]
async fn prompts_and_resources_have_errors_for_it() {
    for era in ERAS {
        for (method, params) in [
            ("prompts/get", json!({ "name": "gate_prompt" })),
            ("resources/read", json!({ "uri": "memo:asked_gate" })),
        ] {
            let office = Office::new();
            let no = [Does::Declines(2)];
            for _ in 0..3 {
                ask(&office, era, method, params.clone(), &no).await;
            }
            let (came, asked) = ask(&office, era, method, params, &no).await;
            assert_eq!(asked, 0, "{era:?}");
            assert_eq!(came["error"]["code"], -31001, "{came}");
            let message = came["error"]["message"].as_str().unwrap();
            assert!(
                message.contains("three times within ten minutes"),
                "{message}"
            );
        }
    }
}
