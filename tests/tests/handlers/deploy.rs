//! Optional details that may be declined; a typed gate, only for production.

use askback::{Answer, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;
use serde_json::json;

use crate::person::{ERAS, Era, Reply, Script, connect};

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, schemars::JsonSchema)]
enum Env {
    Staging,
    Production,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Deploy {
    service: String,
    env: Env,
}

#[derive(Debug, Form)]
struct Notes {
    text: String,
}

#[derive(Clone, Copy)]
struct Deployer;

#[tool_router]
impl Deployer {
    #[interactive]
    #[tool]
    async fn deploy(
        &self,
        Parameters(Deploy { service, env }): Parameters<Deploy>,
        #[ask("Anything to note for `{service}`?")] notes: Answer<Notes>,
        #[ask("Who is told?")] told: Answer<Notes>,
        #[ask("Type `{service}` to deploy it to production", typed = service, when = env == Env::Production)]
        confirmed: Option<Confirmed>,
    ) -> Result<String, askback::Error> {
        let notes = notes
            .accepted()
            .map_or_else(|| "none".to_owned(), |notes| notes.text);
        Ok(format!(
            "{notes}, {}, {}",
            told.accepted().is_some(),
            confirmed.is_some()
        ))
    }
}

#[tool_handler]
impl ServerHandler for Deployer {}

fn request(env: &str) -> CallToolRequestParams {
    let arguments = json!({ "service": "web", "env": env })
        .as_object()
        .cloned()
        .unwrap();
    CallToolRequestParams::new("deploy").with_arguments(arguments)
}

const TYPED: Script = &[
    ("note", Reply::Accept(|| json!({ "text": "careful" }))),
    ("told", Reply::Decline),
    ("Type `web`", Reply::Accept(|| json!("web"))),
];

const TYPED_WRONG: Script = &[
    ("note", Reply::Decline),
    ("told", Reply::Decline),
    ("Type `web`", Reply::Accept(|| json!("wep"))),
];

#[tokio::test]
async fn production_is_typed_and_staging_is_not() {
    for era in ERAS {
        for (env, outcome, questions) in [
            ("Production", "careful, false, true", 3),
            ("Staging", "careful, false, false", 2),
        ] {
            let (client, asked) = connect(Deployer, era, TYPED).await;
            let result = client.call_tool(request(env)).await.unwrap();
            let said = serde_json::to_value(&result.content).unwrap();
            assert_eq!(said[0]["text"], outcome, "{era:?} {result:?}");
            assert_eq!(asked.lock().unwrap().len(), questions);
        }
    }
}

#[tokio::test]
async fn a_mistyped_text_opens_nothing() {
    for era in ERAS {
        let (client, _) = connect(Deployer, era, TYPED_WRONG).await;
        let outcome = client.call_tool(request("Production")).await;
        assert!(
            outcome.is_err() || outcome.as_ref().is_ok_and(|it| it.is_error == Some(true)),
            "{outcome:?}"
        );
    }
}

#[tokio::test]
async fn neighbours_share_a_round() {
    let (client, _) = connect(Deployer, Era::Modern, TYPED).await;
    let CallToolResponse::InputRequired(first) =
        client.call_tool_once(request("Production")).await.unwrap()
    else {
        panic!("it asks first");
    };
    let keys: Vec<String> = first.input_requests.unwrap().into_keys().collect();
    assert_eq!(keys, ["notes", "told"]);
}
