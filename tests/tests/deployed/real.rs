//! rmcp's own client, by each way to the server.

use askback_tests::web::{Speaks, Web};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitRequestParams,
    ElicitResult, ElicitationAction, Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::json;

use crate::kept::{Kept, however_kept};
use crate::proxy::{Passes, balancing, before};
use crate::shop::{Shop, apples};
use crate::within;

/// Fills in 3, and says yes.
#[derive(Clone)]
struct Person;

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        let mut info = ClientConfig::new(capabilities, Implementation::new("person", "1"));
        info.protocol_version = ProtocolVersion::V_2025_11_25;
        info
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Err(ErrorData::invalid_params("only forms", None));
        };
        let content = match message.starts_with("Order") {
            true => json!({ "confirm": true }),
            false => json!({ "count": 3 }),
        };
        let mut result = ElicitResult::new(ElicitationAction::Accept);
        result.content = Some(content);
        Ok(result)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Era {
    Modern,
    Handshake,
}

/// One order by a client of its own. What goes wrong is said, and nothing hangs.
async fn order(web: &Web, era: Era) -> Result<CallToolResult, String> {
    let lifecycle = match era {
        Era::Modern => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        },
        Era::Handshake => ClientLifecycleMode::Initialize,
    };
    let config = StreamableHttpClientTransportConfig::with_uri(web.url()).auth_header("ada");
    let transport = StreamableHttpClientTransport::from_config(config);
    let begun = Person.serve_with_lifecycle(transport, lifecycle);
    let client = within("rmcp's client to begin", begun)
        .await
        .map_err(|error| error.to_string())?;
    let mut request = CallToolRequestParams::new("order");
    request.arguments = apples().as_object().cloned();
    let called = within("the result of rmcp's client", client.call_tool(request)).await;
    called.map_err(|error| error.to_string())
}

#[track_caller]
fn done(result: &Result<CallToolResult, String>) {
    let result = result.as_ref().unwrap();
    let text = &result.content[0].as_text().unwrap().text;
    assert_eq!(text, "3 of apples ordered");
}

however_kept! {
    each_way_that_carries_it
    what_a_session_does_not_survive
}

async fn each_way_that_carries_it(kept: Kept) {
    let shop = Shop::default();
    let mut effects = 0;
    for json in [false, true] {
        for sessions in [true, false] {
            let speaks = Speaks { json, sessions };
            let web = Web::serve_as(shop.served(&kept.askback().await), speaks).await;
            let other = Web::serve_as(shop.served(&kept.askback().await), speaks).await;
            let mut ways = vec![
                (Era::Modern, web.clone()),
                (Era::Modern, before(&web, Passes::Whole).await),
                (Era::Modern, balancing([&web, &other], Passes::Whole).await),
            ];
            if sessions {
                let told = before(&web, Passes::WholeUnlessTold).await;
                ways.extend([(Era::Handshake, web), (Era::Handshake, told)]);
            }
            for (era, way) in ways {
                done(&order(&way, era).await);
                effects += 1;
                assert_eq!(shop.effects(), effects);
            }
        }
    }
}

/// A session is one replica's own: by turns it is not found, and the client says so instead of waiting.
async fn what_a_session_does_not_survive(kept: Kept) {
    let shop = Shop::default();
    let one = Web::serve(shop.served(&kept.askback().await)).await;
    let two = Web::serve(shop.served(&kept.askback().await)).await;
    let turns = balancing([&one, &two], Passes::WholeUnlessTold).await;
    let failed = order(&turns, Era::Handshake).await;
    assert!(failed.is_err(), "{failed:?}");
    assert_eq!(shop.effects(), 0);
}
