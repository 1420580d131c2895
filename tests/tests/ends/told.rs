//! Every way to ask, with everything that can become of it.

use serde_json::{Value, json};

use crate::clerk::Office;
use crate::person::{Does, ERAS, Era, ask, tool};

/// What a call has to end with.
#[derive(Clone, Copy, Debug)]
enum Ends {
    /// A result that is no error, with this text.
    Text(&'static str),
    /// A result that is an error, whose text has all of these parts.
    Failed(&'static [&'static str]),
    /// A JSON-RPC error, whose message has all of these parts.
    Error(i64, &'static [&'static str]),
}

const BY_ITSELF: &str = "the client seems to have answered by itself";
const DECLINED: &[&str] = &["declined the question `q`", "Do not call again by yourself"];
const CANCELLED: &[&str] = &["closed the question `q`", "ask the person first"];
const MARKED: &[&str] = &["declined the question `q`", "within 2 seconds", BY_ITSELF];
const NO_ANSWER: &[&str] = &["`q` got no answer", "the client answered it with an error"];
const UNDECLARED: &[&str] = &["did not declare", "elicitation in form mode"];

/// What terminal questions of tools end with.
const TOOL: &[(Does, Ends)] = &[
    (Does::Declines(2), Ends::Failed(DECLINED)),
    (Does::Declines(1), Ends::Failed(MARKED)),
    (Does::Declines(0), Ends::Failed(MARKED)),
    (Does::Cancels(2), Ends::Failed(CANCELLED)),
    (Does::Cancels(0), Ends::Failed(CANCELLED)),
    (Does::CannotBeAsked, Ends::Error(-32021, UNDECLARED)),
    (Does::Fails, Ends::Failed(NO_ANSWER)),
];

/// The same of prompts and resources, whose results have no place for it.
const OTHER: &[(Does, Ends)] = &[
    (Does::Declines(2), Ends::Error(-31001, DECLINED)),
    (Does::Declines(0), Ends::Error(-31001, MARKED)),
    (Does::Cancels(2), Ends::Error(-31002, CANCELLED)),
    (Does::Cancels(0), Ends::Error(-31002, CANCELLED)),
    (Does::CannotBeAsked, Ends::Error(-32021, UNDECLARED)),
    (Does::Fails, Ends::Error(-32603, NO_ANSWER)),
];

/// What a confirmation has besides.
const SAID_NO: &[(Does, Ends)] = &[
    (Does::SaysNo(2), Ends::Failed(DECLINED)),
    (Does::SaysNo(1), Ends::Failed(MARKED)),
];

const SAID_NO_ELSEWHERE: &[(Does, Ends)] = &[
    (Does::SaysNo(2), Ends::Error(-31001, DECLINED)),
    (Does::SaysNo(1), Ends::Error(-31001, MARKED)),
];

/// Handlers that decide themselves.
const DECIDED: &[(Does, Ends)] = &[
    (Does::Accepts(0), Ends::Text("accepted")),
    (Does::Declines(2), Ends::Text("declined")),
    (Does::Declines(1), Ends::Text("declined by itself")),
    (Does::Cancels(0), Ends::Text("cancelled")),
    (Does::CannotBeAsked, Ends::Text("unavailable")),
    (Does::Fails, Ends::Text("unavailable")),
];

const DECIDED_GATE: &[(Does, Ends)] = &[
    (Does::Accepts(1), Ends::Text("accepted")),
    (Does::Accepts(0), Ends::Text("accepted by itself")),
    (Does::Declines(2), Ends::Text("declined")),
    (Does::SaysNo(2), Ends::Text("declined")),
    (Does::SaysNo(0), Ends::Text("declined by itself")),
    (Does::Cancels(0), Ends::Text("cancelled")),
    (Does::CannotBeAsked, Ends::Text("unavailable")),
    (Does::Fails, Ends::Text("unavailable")),
];

/// A method, its parameters, and the tables of what can become of it.
type Path = (&'static str, Value, Vec<&'static [(Does, Ends)]>);

fn paths() -> Vec<Path> {
    let prompt = |name: &str| json!({ "name": name });
    let resource = |uri: &str| json!({ "uri": uri });
    vec![
        ("tools/call", tool("form"), vec![TOOL]),
        ("tools/call", tool("gate"), vec![TOOL, SAID_NO]),
        ("tools/call", tool("asked"), vec![TOOL]),
        ("tools/call", tool("asked_gate"), vec![TOOL, SAID_NO]),
        ("tools/call", tool("decide"), vec![DECIDED]),
        ("tools/call", tool("decide_gate"), vec![DECIDED_GATE]),
        ("tools/call", tool("asked_decide"), vec![DECIDED]),
        ("prompts/get", prompt("form_prompt"), vec![OTHER]),
        (
            "prompts/get",
            prompt("gate_prompt"),
            vec![OTHER, SAID_NO_ELSEWHERE],
        ),
        ("resources/read", resource("memo:asked"), vec![OTHER]),
        (
            "resources/read",
            resource("memo:asked_gate"),
            vec![OTHER, SAID_NO_ELSEWHERE],
        ),
        (
            "resources/read",
            resource("memo:asked_decide"),
            vec![DECIDED],
        ),
    ]
}

fn check(came: &Value, ends: Ends, place: &str) {
    let parts = |text: &Value, parts: &[&str]| {
        let text = text.as_str().unwrap();
        for part in parts {
            assert!(text.contains(part), "{place}: {part:?} in {came}");
        }
        assert_eq!(
            text.contains(BY_ITSELF),
            parts.contains(&BY_ITSELF),
            "{place}: {came}"
        );
    };
    match ends {
        Ends::Text(wanted) => {
            let text = came["result"]["content"][0]["text"]
                .as_str()
                .or(came["result"]["contents"][0]["text"].as_str());
            assert_eq!(text, Some(wanted), "{place}: {came}");
            assert_ne!(came["result"]["isError"], true, "{place}: {came}");
        }
        Ends::Failed(wanted) => {
            assert_eq!(came["result"]["isError"], true, "{place}: {came}");
            parts(&came["result"]["content"][0]["text"], wanted);
        }
        Ends::Error(code, wanted) => {
            assert_eq!(came["error"]["code"], code, "{place}: {came}");
            parts(&came["error"]["message"], wanted);
        }
    }
}

#[tokio::test]
async fn whatever_becomes_of_a_question_is_told_from_everything_else() {
    for era in ERAS {
        for (method, params, table) in paths() {
            for (does, ends) in table.into_iter().flatten().copied() {
                if (era, does) == (Era::Modern, Does::Fails) {
                    // It would never hear of it.
                    continue;
                }
                let office = Office::new();
                let place = format!("{era:?} {method} {params} {does:?}");
                let (came, asked) = ask(&office, era, method, params.clone(), &[does]).await;
                check(&came, ends, &place);
                assert_eq!(asked, usize::from(does != Does::CannotBeAsked), "{place}");
                let opened = matches!(ends, Ends::Text("accepted" | "accepted by itself"));
                let gate = params["name"] == "decide_gate";
                assert_eq!(office.effects(), usize::from(opened && gate), "{place}");
            }
        }
    }
}

#[tokio::test]
async fn a_tool_whose_confirmation_came_too_soon_says_so_in_its_own_result() {
    let note = |came: &Value| -> Vec<String> {
        let blocks = came["result"]["content"].as_array().unwrap();
        let texts = blocks.iter().map(|block| block["text"].as_str().unwrap());
        texts
            .filter(|text| text.contains(BY_ITSELF))
            .map(ToOwned::to_owned)
            .collect()
    };
    for era in ERAS {
        for (seconds, marked) in [(0, 1), (1, 0)] {
            let office = Office::new();
            let does = [Does::Accepts(seconds)];
            let (came, _) = ask(&office, era, "tools/call", tool("gate"), &does).await;
            assert_eq!(came["result"]["structuredContent"], json!({ "deleted": 3 }));
            assert_eq!(came["result"]["content"][0]["text"], r#"{"deleted":3}"#);
            assert_ne!(came["result"]["isError"], true, "{came}");
            let notes = note(&came);
            assert_eq!(notes.len(), marked, "{era:?} {seconds}: {came}");
            assert!(notes.iter().all(|note| note.contains("`q`")), "{notes:?}");

            let (came, _) = ask(&office, era, "tools/call", tool("failing"), &does).await;
            assert_eq!(came["result"]["isError"], true);
            assert_eq!(came["result"]["content"][0]["text"], "the disk is full");
            assert_eq!(note(&came).len(), marked, "{era:?}: {came}");

            let (came, _) = ask(&office, era, "tools/call", tool("asked_gate"), &does).await;
            assert_eq!(came["result"]["content"][0]["text"], "opened");
            assert_eq!(note(&came).len(), marked, "{era:?}: {came}");

            // A form that is filled in quickly is none of that.
            let (came, _) = ask(&office, era, "tools/call", tool("form"), &does).await;
            assert_eq!(came["result"]["content"].as_array().unwrap().len(), 1);
            assert_eq!(office.effects(), 3);
        }
    }
}

#[tokio::test]
async fn prompts_and_resources_stay_as_they_are() {
    for era in ERAS {
        for (method, params) in [
            ("prompts/get", json!({ "name": "gate_prompt" })),
            ("resources/read", json!({ "uri": "memo:asked_gate" })),
        ] {
            let office = Office::new();
            let (came, _) = ask(&office, era, method, params, &[Does::Accepts(0)]).await;
            assert!(came["result"].is_object(), "{came}");
            assert!(!came.to_string().contains(BY_ITSELF), "{came}");
            assert_eq!(office.effects(), 1);
        }
    }
}
