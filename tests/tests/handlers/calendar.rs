//! URL mode: a consent to visit, with what is shown in the URL encoded.

use askback::{Consent, Principal, interactive};
use rmcp::model::CallToolRequestParams;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

use crate::person::{ERAS, Reply, Script, connect};

#[derive(Clone, Copy)]
struct Calendar;

#[tool_router]
impl Calendar {
    async fn start(&self, _: &Principal) -> Result<String, std::io::Error> {
        Ok("a b/../?c".to_owned())
    }

    #[interactive]
    #[tool]
    async fn sync_calendar(
        &self,
        user: Principal,
        #[step(self.start(&user).await?)] link: String,
        #[ask(
            url = "https://app.example.com/connect/{link}",
            message = "Connect your calendar account"
        )]
        _connected: Consent,
    ) -> Result<String, askback::Error> {
        Ok(format!("synchronised by {link}"))
    }
}

#[tool_handler]
impl ServerHandler for Calendar {}

#[tokio::test]
async fn a_visit_is_agreed_to() {
    const SCRIPT: Script = &[("Connect your calendar", Reply::Accept(|| json!(null)))];
    for era in ERAS {
        let (client, asked) = connect(Calendar, era, SCRIPT).await;
        let result = client
            .call_tool(CallToolRequestParams::new("sync_calendar"))
            .await
            .unwrap();
        assert_eq!(result.is_error, Some(false), "{era:?} {result:?}");
        let url = "https://app.example.com/connect/a%20b%2F..%2F%3Fc";
        assert_eq!(
            *asked.lock().unwrap(),
            [format!("Connect your calendar account <{url}>")]
        );
    }
}

#[tokio::test]
async fn a_visit_is_declined() {
    const SCRIPT: Script = &[("Connect your calendar", Reply::Decline)];
    for era in ERAS {
        let (client, _) = connect(Calendar, era, SCRIPT).await;
        let result = client
            .call_tool(CallToolRequestParams::new("sync_calendar"))
            .await
            .unwrap();
        assert_eq!(result.is_error, Some(true), "{era:?} {result:?}");
    }
}
