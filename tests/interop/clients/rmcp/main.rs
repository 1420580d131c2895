//! What rmcp's client makes of a server: reads a job, answers from it, and reports what happened.
//!
//! The job is one JSON object on standard input, the report JSON lines on standard output. It judges nothing: what is right
//! the runner knows. One connection serves all scenarios, until one of them runs out of time or loses it.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use http::{HeaderName, HeaderValue};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, GetPromptRequest,
    GetPromptRequestParams, ProtocolVersion, ReadResourceRequest, ReadResourceRequestParams,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt, PeerRequestOptions,
    RunningService,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{IntoTransport, StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{RoleClient, ServiceError, ServiceExt};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::timeout;

use job::{Call, Era, Job, Scenario, Server, What};
use person::Person;

mod job;
mod person;

/// How long connecting may take, and closing.
const CONNECT: Duration = Duration::from_secs(20);

type Client = RunningService<RoleClient, Person>;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&json!({ "failed": format!("{error:#}") }));
            ExitCode::FAILURE
        }
    }
}

/// A line of the report.
fn say(line: &Value) {
    let mut out = std::io::stdout().lock();
    // Who does not read the report any more has no use for an error about it either.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

async fn run() -> anyhow::Result<()> {
    let mut job = String::new();
    std::io::stdin().read_to_string(&mut job)?;
    let job: Job = serde_json::from_str(&job).context("the job")?;
    let mut client = None;
    for scenario in &job.scenarios {
        let connected = match client.take() {
            Some(connected) => connected,
            None => connect(&job).await?,
        };
        client = perform(connected, scenario, job.era).await;
    }
    if let Some(client) = client {
        close(client).await;
    }
    Ok(())
}

async fn connect(job: &Job) -> anyhow::Result<Client> {
    let person = Person::default();
    let connecting = async {
        match &job.server {
            Server::Stdio { command, args, env } => {
                let mut server = Command::new(command);
                server.args(args).envs(env);
                let server = TokioChildProcess::new(server).context("starting the server")?;
                Ok(open(person, server, job.era).await?)
            }
            Server::Http { url, headers } => {
                let config = StreamableHttpClientTransportConfig::with_uri(url.clone())
                    .custom_headers(parsed(headers)?);
                let server = StreamableHttpClientTransport::from_config(config);
                Ok(open(person, server, job.era).await?)
            }
        }
    };
    let client: anyhow::Result<Client> = timeout(CONNECT, connecting)
        .await
        .with_context(|| format!("connecting took longer than {CONNECT:?}"))?;
    let client = client.context("connecting")?;
    let version = client.peer_info().map(|info| info.protocol_version.clone());
    say(&json!({ "connected": {"version": version} }));
    Ok(client)
}

async fn open<T, E, A>(person: Person, server: T, era: Era) -> Result<Client, ClientInitializeError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let lifecycle = match era {
        Era::Default => return person.serve(server).await,
        Era::Handshake => ClientLifecycleMode::Initialize,
        Era::Modern => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        },
    };
    person.serve_with_lifecycle(server, lifecycle).await
}

fn parsed(headers: &HashMap<String, String>) -> anyhow::Result<HashMap<HeaderName, HeaderValue>> {
    let parsed = headers
        .iter()
        .map(|(name, value)| Ok((name.parse()?, value.parse()?)));
    parsed.collect()
}

/// Gives the client back if it is of any more use.
async fn perform(client: Client, scenario: &Scenario, era: Era) -> Option<Client> {
    let person = client.service().clone();
    person.begin(scenario).await;
    let calls = async {
        for one in &scenario.calls {
            person.call(&one.what).await;
            let end = match call(&client, one, era).await {
                Ok(result) => ended(&result),
                Err(error) => failed(error),
            };
            person.say("end", end).await;
        }
    };
    let in_time = timeout(Duration::from_secs(scenario.seconds), calls).await;
    if in_time.is_err() {
        let waits_for = person.waits_for().await;
        person.say("end", json!({ "timedOut": waits_for })).await;
    }
    if in_time.is_ok() && !client.is_closed() && !client.is_transport_closed() {
        return Some(client);
    }
    person.leave();
    close(client).await;
    None
}

/// Ends what the client started, too.
async fn close(mut client: Client) {
    match client.close_with_timeout(CONNECT).await {
        Ok(Some(_)) => {}
        Ok(None) => eprintln!("closing took longer than {CONNECT:?}"),
        Err(error) => eprintln!("closing: {error}"),
    }
}

/// The result as JSON, whatever was called.
async fn call(client: &Client, call: &Call, era: Era) -> Result<Value, ServiceError> {
    let Some(limit) = call.timeout.map(Duration::from_millis) else {
        return fulfilled(client, call).await;
    };
    // What fulfils `input_required` takes no options, and what takes options does not fulfil.
    if era == Era::Modern {
        let result = timeout(limit, fulfilled(client, call)).await;
        return result.unwrap_or(Err(ServiceError::Timeout { timeout: limit }));
    }
    let mut options = PeerRequestOptions::with_timeout(limit);
    if call.progress {
        options = options.reset_timeout_on_progress();
    }
    let handle = client.send_request_with_option(request(call), options);
    Ok(as_json(handle.await?.await_response().await?))
}

/// As most users of rmcp call.
async fn fulfilled(client: &Client, call: &Call) -> Result<Value, ServiceError> {
    Ok(match request(call) {
        ClientRequest::CallToolRequest(request) => as_json(client.call_tool(request.params).await?),
        ClientRequest::GetPromptRequest(request) => {
            as_json(client.get_prompt(request.params).await?)
        }
        ClientRequest::ReadResourceRequest(request) => {
            as_json(client.read_resource(request.params).await?)
        }
        _ => return Err(ServiceError::UnexpectedResponse),
    })
}

fn request(call: &Call) -> ClientRequest {
    let arguments = call.arguments.clone();
    match &call.what {
        What::Tool(name) => {
            let params = CallToolRequestParams::new(name.clone()).with_arguments(arguments);
            ClientRequest::CallToolRequest(CallToolRequest::new(params))
        }
        What::Prompt(name) => {
            let params = GetPromptRequestParams::new(name.clone()).with_arguments(arguments);
            ClientRequest::GetPromptRequest(GetPromptRequest::new(params))
        }
        What::Resource(uri) => {
            let params = ReadResourceRequestParams::new(uri.clone());
            ClientRequest::ReadResourceRequest(ReadResourceRequest::new(params))
        }
    }
}

fn as_json(result: impl Serialize) -> Value {
    serde_json::to_value(result).unwrap_or_else(|error| json!({ "unreadable": error.to_string() }))
}

fn ended(result: &Value) -> Value {
    // Of a tool, a prompt and a resource.
    let texts = [
        ("content", "/text"),
        ("messages", "/content/text"),
        ("contents", "/text"),
    ]
    .into_iter()
    .flat_map(|(list, text)| {
        let items = result[list].as_array().into_iter().flatten();
        items.filter_map(move |item| item.pointer(text)?.as_str())
    });
    let mut end = json!({
        "text": texts.collect::<Vec<_>>().join("\n"),
        "isError": result["isError"] == true,
    });
    if let Some(structured) = result.get("structuredContent") {
        end["structured"] = structured.clone();
    }
    end
}

fn failed(error: ServiceError) -> Value {
    json!({ "error": match error {
        ServiceError::McpError(error) => {
            json!({"code": error.code, "message": error.message, "data": error.data})
        }
        error => json!({"code": null, "message": error.to_string()}),
    }})
}
