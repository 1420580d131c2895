//! What the protocol forbids to ask is an error of types: of a request that may not ask, and where there is none at all. The
//! compiler says the first of the argument, of the call, and of what is awaited.

use askback::{Ask, Askback, Form, interactive};
use rmcp::model::{ListResourcesResult, ListToolsResult, PaginatedRequestParams};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server {
    askback: Askback,
}

// Case async-type-level-no-input-required-on-lists.
impl ServerHandler for Server {
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let body = async |ask: &mut Ask<'_>| {
            let _: Details = ask.form("why", "Why?").await?;
            Ok::<_, ErrorData>(ListToolsResult::default())
        };
        self.askback.drive(request, context, body).await
    }

    #[interactive]
    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::default())
    }
}

fn main() {}
