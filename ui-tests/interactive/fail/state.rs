//! What does not go with `#[state]`.
use askback::{Ask, Form, interactive};
use rmcp::ErrorData;
use rmcp::model::CallToolResponse;
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Draft {
    round: u32,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive(unsealed)]
    #[tool]
    async fn unsealed(&self, #[state] draft: &mut Draft) -> Result<CallToolResponse, ErrorData> {
        loop {}
    }

    #[interactive]
    #[tool]
    async fn beside(
        &self,
        #[state] draft: &mut Draft,
        #[state] another: &mut Draft,
        #[ask("Why?")] details: Details,
        #[step(1)] rows: u64,
        #[step(check(&draft)?)] _: (),
        ask: &mut Ask,
    ) -> Result<CallToolResponse, ErrorData> {
        loop {}
    }

    #[interactive]
    #[tool]
    async fn by_value(&self, #[state] draft: Draft) -> Result<CallToolResponse, ErrorData> {
        loop {}
    }

    #[interactive]
    #[tool]
    async fn shared(&self, #[state] draft: &Draft) -> Result<CallToolResponse, ErrorData> {
        loop {}
    }

    #[interactive]
    #[tool]
    async fn with_a_value(&self, #[state(Draft)] draft: &mut Draft) -> Result<CallToolResponse, ErrorData> {
        loop {}
    }

    #[interactive]
    #[tool]
    async fn two_roles(&self, #[state] #[step(1)] draft: &mut Draft) -> Result<CallToolResponse, ErrorData> {
        loop {}
    }
}

fn main() {}
