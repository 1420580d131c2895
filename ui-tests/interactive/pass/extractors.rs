//! Parameters of rmcp's beside ours, with any pattern.

use askback::{Form, Principal, interactive};
use rmcp::handler::server::tool::ToolName;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer, tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Move {
    from: String,
    to: (String, u8),
}

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn many(
        &self,
        ToolName(name): ToolName,
        Parameters(Move { from, to: (mut place, floor) }): Parameters<Move>,
        #[ask("Why does {name} go from {from} to {place}, floor {floor}?")] details: Details,
        user: Principal,
        context: RequestContext<RoleServer>,
        _peer: Peer<RoleServer>,
    ) -> Result<String, askback::Error> {
        place.push('!');
        Ok(format!("{place} {} {:?} {}", details.reason, user.subject(), context.id))
    }

    #[interactive]
    #[tool]
    async fn whole(
        &self,
        parameters: Parameters<Move>,
        #[ask("Why does it go from {}?", parameters.0.from)] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(parameters.0.from + &details.reason)
    }
}

fn main() {
    let tools = Server::tool_router().list_all();
    for tool in &tools {
        assert_eq!(tool.input_schema["required"], serde_json::json!(["from", "to"]), "{}", tool.name);
    }
}
