//! What is asked by hand, through `askback.drive`, and what no conversation of ours asks.

use askback::{Ask, Confirmed, Consent, InputRequest, form, input, url};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, InputRequiredResult,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, prompt_handler, tool_handler};
use serde_json::{Value, json};

use crate::tools::{Agency, Amount, Build, Name, X};

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Agency {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.clone();
        if name == "staged" {
            return Ok(staged(&request));
        }
        if Self::tool_router().has_route(&name) {
            let context = ToolCallContext::new(self, request, context);
            return Self::tool_router().call(context).await;
        }
        let body = async |ask: &mut Ask<'_>| -> Result<CallToolResult, ErrorData> {
            let told = self.told(&name, ask).await?;
            Ok(CallToolResult::success(vec![ContentBlock::text(told)]))
        };
        self.askback.drive(request, context, body).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let body = async |ask: &mut Ask<'_>| -> Result<ReadResourceResult, ErrorData> {
            let text = match uri.as_str() {
                "memo:open" => "for all".to_owned(),
                "memo:gate" => self.opened(ask).await?,
                _ => ask.form::<Name>("who", "Who reads this?").await?.name,
            };
            let mut result = ReadResourceResult::new(vec![ResourceContents::text(text, &uri)]);
            // An author who thinks of everybody.
            result.ttl_ms = Some(60_000);
            Ok(result)
        };
        self.askback.drive(request, context, body).await
    }
}

/// A result of a handler's own that asks nothing, and its continuation.
fn staged(request: &CallToolRequestParams) -> CallToolResponse {
    match request.request_state.as_deref() {
        None => InputRequiredResult::new(None, Some("step2".to_owned())).into(),
        Some(state) => {
            CallToolResult::success(vec![ContentBlock::text(format!("at {state}"))]).into()
        }
    }
}

impl Agency {
    async fn opened(&self, ask: &mut Ask<'_>) -> Result<String, ErrorData> {
        let _confirmed: Confirmed<'_> = ask.confirm("confirm", "Sure?").await?;
        self.effects.happen();
        Ok("opened".to_owned())
    }

    async fn told(&self, name: &str, ask: &mut Ask<'_>) -> Result<String, ErrorData> {
        match name {
            // Whatever the arguments are.
            "open" => self.opened(ask).await,
            "nameless" => Ok(ask.form::<Name>("", "Who?").await?.name),
            "twice" => {
                let parts = (form::<Name>("confirm", "1"), form::<Name>("confirm", "2"));
                Ok(ask.all(parts).await?.1.name)
            }
            "moved" if self.build == Build::Old => {
                Ok(ask.form::<Name>("input-0", "What?").await?.name)
            }
            "moved" => {
                let Amount { amount } = ask.form("input-0", "What?").await?;
                Ok(amount.to_string())
            }
            "everything" => {
                let page = "https://app.example.com/connect";
                let sampling = InputRequest::new("sampling/createMessage", words());
                let parts = (
                    form::<Name>("who", "Who?"),
                    url::<Consent>("page", page, "Connect?"),
                    input::<Value>("words", sampling),
                    input::<Value>("roots", InputRequest::roots()),
                );
                let (who, _, words, roots) = ask.all(parts).await?;
                Ok(format!(
                    "{} {} {}",
                    who.name, words["content"]["text"], roots["roots"][0]["uri"]
                ))
            }
            "many" => {
                let questions = (0..20).map(|n| (format!("q{n:02}"), "Which?"));
                let answers: Vec<X> = ask.forms(questions).await?;
                let sum: i64 = answers.iter().map(|answer| answer.x).sum();
                Ok(sum.to_string())
            }
            "essays" => {
                let questions = (0..4).map(|n| (format!("e{n}"), "What do you think?"));
                let essays: Vec<Name> = ask.forms(questions).await?;
                let length: usize = essays.iter().map(|essay| essay.name.len()).sum();
                Ok(length.to_string())
            }
            "wordy" | "wordier" => {
                let words = "w".repeat(if name == "wordy" { 2_000 } else { 2_001 });
                Ok(ask.form::<Name>("who", words).await?.name)
            }
            _ => Err(ErrorData::invalid_params("no such tool", None)),
        }
    }
}

fn words() -> Value {
    json!({
        "messages": [{ "role": "user", "content": { "type": "text", "text": "Say it" } }],
        "maxTokens": 10,
    })
}
