//! A handler that panics: its client is told, and is not left waiting.

use askback::testing::{Era, Tester};
use askback::{Ask, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, ReadResourceRequestParams, ReadResourceResponse};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use serde_json::json;

const INTERNAL: i32 = -32603;
const ALREADY_RAN: i32 = -31006;

#[derive(Form)]
struct Reason {
    reason: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Place {
    place: String,
}

struct Fragile;

fn at(place: &str, here: &str) {
    assert!(place != here, "a secret of the server's: {here}");
}

#[tool_router]
impl Fragile {
    #[interactive]
    #[tool]
    async fn tool(
        &self,
        Parameters(Place { place }): Parameters<Place>,
        #[step(at(&place, "precondition"))] _: (),
        #[step({ at(&place, "step"); 1 })] _one: u8,
        #[ask("Why?", check = { at(&place, "check"); Ok::<_, String>(()) })] reason: Reason,
        #[ask("Go on?")] confirmed: Confirmed,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        at(&place, "body");
        drop((reason, confirmed));
        let Reason { reason } = ask.form("more", "And why?").await?;
        at(&place, "after");
        Ok(reason)
    }
}

#[prompt_router]
impl Fragile {
    #[interactive]
    #[prompt]
    async fn prompt(&self, #[ask("Why?")] reason: Reason) -> Result<GetPromptResult, ErrorData> {
        panic!("{}", reason.reason)
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Fragile {
    async fn read_resource(
        &self,
        _: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        panic!("a resource")
    }
}

fn why() -> serde_json::Value {
    json!({ "reason": "because" })
}

#[tokio::test]
async fn before_anything_is_asked() {
    for era in Era::ALL {
        for place in ["precondition", "step"] {
            let person = Tester::new(Fragile).era(era);
            let call = person.call("tool", json!({ "place": place })).await;
            let told = call.expect_error(INTERNAL);
            assert!(told.text().starts_with("the handler panicked"), "{told:?}");
            assert!(!told.response().to_string().contains("secret"));
        }
        let person = Tester::new(Fragile).era(era);
        person.resource("memo:x").await.expect_error(INTERNAL);
        // The connection is as good as before.
        let call = person.call("tool", json!({ "place": "nowhere" })).await;
        drop(call.expect_form("reason"));
    }
}

#[tokio::test]
async fn after_an_answer() {
    for era in Era::ALL {
        let person = Tester::new(Fragile).era(era);
        let call = person.call("tool", json!({ "place": "check" })).await;
        let turn = call.expect_form("reason").answer(why()).await;
        turn.expect_error(INTERNAL);

        let prompt = person.prompt("prompt", json!({})).await;
        let told = prompt.expect_form("reason").answer(why()).await;
        let told = told.expect_error(INTERNAL);
        assert!(!told.response().to_string().contains("because"));
    }
}

#[tokio::test]
async fn after_an_accept_the_gate_stays_used() {
    for era in Era::ALL {
        for place in ["body", "after"] {
            let person = Tester::new(Fragile).era(era);
            let call = person.call("tool", json!({ "place": place })).await;
            let call = call.expect_form("reason").answer(why()).await;
            let mut turn = call.expect_gate("confirmed").accept().await;
            if place == "after" {
                turn = turn.expect_form("more").answer(why()).await;
            }
            let told = turn.expect_error(INTERNAL);
            if era == Era::Modern && place == "body" {
                told.replay().await.expect_error(ALREADY_RAN);
            }
        }
    }
}
