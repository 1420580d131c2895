//! Server and client of an exchange are real; the server here is written by hand on rmcp.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the server is a part of these tests"
)]

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use askback_examples::{Era, Pace, Refusal, Script, Wire, exchange};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequest,
        ElicitRequestParams, ElicitResult, ElicitationAction, InputRequest, InputRequiredResult,
        ProtocolVersion, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};
use serde_json::{from_value, json};

/// Asks for a name, then for a yes, and reports both; the answered name is the sealed state's stand-in.
struct Server;

fn question(step: &str) -> ElicitRequestParams {
    let (message, property) = match step {
        "name" => ("Who?", json!({ "type": "string", "minLength": 2 })),
        _ => ("Sure?", json!({ "type": "boolean" })),
    };
    from_value(json!({
        "mode": "form",
        "message": message,
        "requestedSchema": {
            "type": "object", "properties": { step: property }, "required": [step],
        },
    }))
    .unwrap()
}

fn asks(step: &str, state: &str) -> CallToolResponse {
    let request = InputRequest::Elicitation(ElicitRequest::new(question(step)));
    let requests = [(step.to_owned(), request)].into();
    InputRequiredResult::new(Some(requests), Some(state.to_owned())).into()
}

fn ends(answer: ElicitResult, state: &str) -> CallToolResponse {
    let sure = answer.action == ElicitationAction::Accept;
    let text = ContentBlock::text(format!(
        "{state}: {}",
        if sure { "sure" } else { "not sure" }
    ));
    if sure {
        CallToolResult::success(vec![text])
    } else {
        CallToolResult::error(vec![text])
    }
    .into()
}

fn name(answer: &ElicitResult) -> String {
    answer.content.as_ref().unwrap()["name"]
        .as_str()
        .unwrap()
        .to_owned()
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if context.protocol_version() != Some(ProtocolVersion::V_2026_07_28) {
            let ask = |step| context.peer.create_elicitation(question(step));
            let name = name(&ask("name").await.unwrap());
            return Ok(ends(ask("sure").await.unwrap(), &name));
        }
        let Some(answers) = call.input_responses else {
            return Ok(asks("name", "-"));
        };
        let state = call.request_state.unwrap();
        let answer = |key| {
            answers
                .get(key)
                .map(|answer| from_value(answer.clone()).unwrap())
        };
        Ok(match (answer("name"), answer("sure")) {
            (Some(answer), _) => asks("sure", &name(&answer)),
            (_, Some(answer)) => ends(answer, &state),
            _ => panic!("an answer without a question"),
        })
    }
}

#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

async fn scripted(
    script: Script,
    refusal: Option<Refusal>,
    era: Era,
) -> (anyhow::Result<CallToolResult>, Vec<String>) {
    let printed = Printed::default();
    let wire = Wire::new(printed.clone());
    let person = Box::new(script.person(refusal).pace(Pace::NONE));
    let result = exchange(Server, "ask", json!({ "n": 1 }), person, era, wire).await;
    let lines = String::from_utf8(printed.0.lock().unwrap().clone()).unwrap();
    (result, lines.lines().map(str::to_owned).collect())
}

fn script() -> Script {
    Script::new()
        .form("name", json!({ "name": "Ada" }))
        .yes("sure")
}

#[tokio::test]
async fn in_the_modern_era_the_call_is_made_again_with_the_answers() {
    let (result, lines) = scripted(script(), None, Era::Modern).await;
    assert_eq!(result.unwrap().is_error, Some(false));
    assert_eq!(
        lines,
        [
            "→ server/discover, protocol 2026-07-28",
            "→ tools/call ask {\"n\":1}",
            "← input_required: name, form (name)",
            "→ tools/call ask, again, with name (accept), state of 1 characters",
            "← input_required: sure, form (sure)",
            "→ tools/call ask, again, with sure (accept), state of 3 characters",
            "← complete: Ada: sure",
        ]
    );
}

#[tokio::test]
async fn in_the_handshake_era_the_questions_come_while_the_call_is_open() {
    let (result, lines) = scripted(
        script(),
        Some(Refusal::decline(Some("sure"))),
        Era::Handshake,
    )
    .await;
    assert_eq!(result.unwrap().is_error, Some(true));
    assert_eq!(
        lines,
        [
            "→ initialize, protocol 2025-11-25",
            "→ tools/call ask {\"n\":1}",
            "← elicitation/create: form (name)",
            "→ accept",
            "← elicitation/create: form (sure)",
            "→ decline",
            "← error result: Ada: not sure",
        ]
    );
}

#[tokio::test]
async fn a_script_without_the_answer_ends_the_call_and_names_the_question() {
    for (era, named) in [
        (Era::Modern, "the question `name`"),
        (Era::Handshake, "the form with the fields [name]"),
    ] {
        let (result, _) = scripted(Script::new(), None, era).await;
        let error = result.unwrap_err().to_string();
        assert_eq!(error, format!("the script has no answer left for {named}"));
    }
}
