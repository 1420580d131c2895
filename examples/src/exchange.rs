//! One tool call from first leg to last, server and client in one process.

use anyhow::{Context as _, bail};
use rmcp::{
    ServerHandler, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, InputRequest, InputRequiredResult,
        InputResponses, ProtocolVersion,
    },
    service::{
        ClientLifecycleMode, ClientServiceExt as _, RoleClient, RunningService, ServiceError,
    },
};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::{client::Client, options::Era, person::Person, wire::Wire};

/// The legs after which this client gives up, the first call not counted.
const ROUNDS: usize = 10;

/// Calls the tool, puts its questions before the person and prints the legs.
///
/// # Errors
///
/// Arguments that are no object, a connection or a call that fails, a question that the person
/// cannot be asked or does not answer, more than ten rounds.
pub async fn exchange(
    server: impl ServerHandler,
    tool: &'static str,
    arguments: Value,
    person: Box<dyn Person>,
    era: Era,
    wire: Wire,
) -> anyhow::Result<CallToolResult> {
    let Value::Object(arguments) = arguments else {
        bail!("the arguments of a tool are an object");
    };
    let (near, far) = tokio::io::duplex(64 * 1024);
    let serving = tokio::spawn(async move {
        match server.serve(far).await {
            Ok(running) => running
                .waiting()
                .await
                .map(drop)
                .map_err(anyhow::Error::from),
            Err(error) => Err(error.into()),
        }
    });

    wire.opened(era);
    let (problems, mut problem) = mpsc::unbounded_channel();
    let client = Client::new(person, era, wire.clone(), problems)
        .serve_with_lifecycle(near, lifecycle(era))
        .await
        .context("the client could not connect to the server")?;
    let call = CallToolRequestParams::new(tool).with_arguments(arguments);
    let result = drive(&client, call, &wire, &mut problem).await;
    client.cancel().await.context("the client did not end")?;
    serving.await.context("the server did not end")??;
    result
}

fn lifecycle(era: Era) -> ClientLifecycleMode {
    match era {
        Era::Modern => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        },
        Era::Handshake | Era::FirstHandshake => ClientLifecycleMode::Initialize,
    }
}

type Running = RunningService<RoleClient, Client>;

/// The rounds, made by hand so that each leg can be printed; `RunningService::call_tool` does the
/// same in silence. In the handshake era the first leg is the last: questions come in between.
async fn drive(
    client: &Running,
    first: CallToolRequestParams,
    wire: &Wire,
    problem: &mut mpsc::UnboundedReceiver<anyhow::Error>,
) -> anyhow::Result<CallToolResult> {
    let mut call = first.clone();
    for _ in 0..=ROUNDS {
        wire.called(&call);
        let response = tokio::select! {
            // Without an answer the call is given up, whatever the server makes of it.
            biased;
            Some(problem) = problem.recv() => return Err(problem),
            response = client.call_tool_once(call) => response,
        };
        let response = response.inspect_err(|error| {
            if let ServiceError::McpError(error) = error {
                wire.refused(error);
            }
        })?;
        match response {
            CallToolResponse::Complete(result) => {
                wire.completed(&result);
                return Ok(result);
            }
            CallToolResponse::InputRequired(round) => {
                wire.input_required(&round);
                call = answer(client.service(), &first, round).await?;
            }
            _ => bail!("the server answered with a task, which this client does not follow"),
        }
    }
    bail!("the server still asks after {ROUNDS} rounds")
}

/// The call again, with the answers of this round and the state as it came.
async fn answer(
    client: &Client,
    first: &CallToolRequestParams,
    round: InputRequiredResult,
) -> anyhow::Result<CallToolRequestParams> {
    let mut answers = InputResponses::new();
    for (key, request) in round.input_requests.unwrap_or_default() {
        let InputRequest::Elicitation(request) = request else {
            bail!("the server asks for `{key}`, which this client has not offered");
        };
        let result = client.ask(Some(&key), &request.params).await?;
        answers.insert(key, serde_json::to_value(result)?);
    }
    let again = first.clone().with_input_responses(answers);
    Ok(match round.request_state {
        Some(state) => again.with_request_state(state),
        None => again,
    })
}
