//! An accept that is kept beside a leg that failed, and a question that is another one by then.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use askback::{Askback, Confirmed, interactive};
use askback_tests::accept;
use askback_tests::peer::{Peer, text};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequest,
    InputRequest, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool};
use serde_json::json;

use crate::trap::Count;

/// Asks for a gate by hand, beside a note.
#[derive(Clone)]
struct Ledger {
    askback: Askback,
    effects: Count,
    /// What the gate binds, and does not show.
    amount: Arc<AtomicU64>,
}

impl Ledger {
    #[interactive]
    #[tool]
    async fn pay(
        &self,
        #[ask("Pay?", covers = self.amount.load(SeqCst))] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok("paid".to_owned())
    }

    #[interactive]
    #[tool]
    async fn refund(
        &self,
        #[ask("Pay?", covers = self.amount.load(SeqCst))] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok("paid back".to_owned())
    }
}

fn note() -> InputRequest {
    let params = json!({
        "mode": "form", "message": "A note?",
        "requestedSchema": { "type": "object", "properties": { "note": { "type": "string" } } },
    });
    InputRequest::Elicitation(ElicitRequest::new(serde_json::from_value(params).unwrap()))
}

impl ServerHandler for Ledger {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let other = &*request.name == "other" && self.amount.load(SeqCst) != 5;
        let question = match other {
            true => self.refund_ask(),
            false => self.pay_ask(),
        };
        let verified = match self.askback.open(&request, &context).await? {
            Some(verified) if verified.is_answered() && verified.is_of(&question) => verified,
            _ => {
                let mut asked = self.askback.ask(&request, &context, question).await?;
                let requests = asked.input_requests.get_or_insert_default();
                requests.insert("note".to_owned(), note());
                return Ok(asked.into());
            }
        };
        let confirmed = match other {
            true => Self::refund_decide(&verified),
            false => Self::pay_decide(&verified),
        };
        let text = match confirmed {
            Ok(confirmed) => {
                self.effects.happen(confirmed);
                "paid".to_owned()
            }
            Err(error) => error.to_string(),
        };
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

#[tokio::test]
async fn an_accept_kept_beside_a_failed_leg_opens_no_gate_that_binds_something_else() {
    for tool in ["same", "other"] {
        let askback = Askback::builder().build().unwrap();
        let server = Ledger {
            askback: askback.clone(),
            effects: Count::default(),
            amount: Arc::new(AtomicU64::new(5)),
        };
        let mut peer = Peer::connect(askback.wrap(server.clone()), "2025-11-25").await;
        let params = json!({ "name": tool, "arguments": {} });
        let call = peer.request("tools/call", params).await;
        let gate = peer.question().await;
        assert_eq!(gate["params"]["message"], "Pay?");
        peer.answer(&gate, accept(json!({ "confirm": true }))).await;
        let note = peer.question().await;
        // Behind the person's back.
        server.amount.store(5_000, SeqCst);
        peer.fail(&note, -32_603).await;
        let again = peer.question().await;
        assert_eq!(again["params"]["message"], "Pay?", "{tool}: asked again");
        assert_eq!(server.effects.get(), 0, "{tool}");
        peer.answer(&again, accept(json!({ "confirm": true })))
            .await;
        let note = peer.question().await;
        peer.fail(&note, -32_603).await;
        assert_eq!(text(&peer.result(call).await), ("paid", false), "{tool}");
        assert_eq!(server.effects.get(), 1, "{tool}");
    }
}
