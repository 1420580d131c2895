//! A registry served over MCP: its operations are tools.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

use super::call::Request;
use super::finish::{Told, close, tool_failure};
use super::wrap::{Envelope, RetryFields, Served};
use crate::error::Error;
use crate::registry::{Operation, Refused, Registry};

/// A registry as a server: every operation is a tool, with its description and the schema of its arguments.
///
/// It asks as every interactive tool does, in the way of the client's era: up to 16 questions a round, answers read as
/// [`Policy::Portable`](crate::form::Policy::Portable) has it unless the [`Askback`](crate::Askback) says otherwise. A
/// continuation of [`Registry::call`] is none here, nor the other way round. What an operation gives is the tool's result:
/// an object as structured content too, a text as it is.
///
/// It has to be served through [`Askback::wrap`](crate::Askback::wrap); [`Registry::into_server`] does that.
///
/// ```no_run
/// # async fn example<S: Send + Sync + 'static>(registry: askback::registry::Registry<S>) -> Result<(), Box<dyn std::error::Error>> {
/// use askback::rmcp::RegistryServer;
/// use rmcp::model::Implementation;
///
/// let askback = registry.askback().clone();
/// let server = RegistryServer::new(registry).called(Implementation::new("backups", "1.0.0"));
/// let served = askback.wrap(server);
/// # drop(served); Ok(()) }
/// ```
pub struct RegistryServer<S: ?Sized> {
    registry: Registry<S>,
    config: ServerConfig,
}

impl<S: ?Sized + Send + Sync + 'static> RegistryServer<S> {
    /// The server of this registry.
    #[must_use]
    pub fn new(registry: Registry<S>) -> Self {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let config = ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("askback", env!("CARGO_PKG_VERSION")));
        Self { registry, config }
    }

    /// What the server is called, and its version; `askback` unless said.
    #[must_use]
    pub fn called(mut self, name: Implementation) -> Self {
        self.config.server_info = name;
        self
    }
}

impl<S: ?Sized + Send + Sync + 'static> Registry<S> {
    /// The registry as a server, ready to be served with the [`Askback`](crate::Askback) that it was made with: see
    /// [`RegistryServer`]. Over HTTP say who calls, with [`Served::principal`].
    #[must_use]
    pub fn into_server(self) -> Served<RegistryServer<S>> {
        let askback = self.askback().clone();
        askback.wrap(RegistryServer::new(self))
    }
}

impl<S: ?Sized + Send + Sync + 'static> ServerHandler for RegistryServer<S> {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.registry.operations().map(tool);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.registry.operation(name).map(tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(operation) = self.registry.operation(&request.name) else {
            return Err(ErrorData::invalid_params("tool not found", None));
        };
        call(operation, self.registry.state(), request, &context).await
    }
}

fn tool<S: ?Sized + 'static>(operation: &dyn Operation<S>) -> Tool {
    let description = operation.description().map(|text| text.to_owned().into());
    let schema = Arc::new(operation.input_schema());
    Tool::new_with_raw(operation.name().to_owned(), description, schema)
}

async fn call<S: ?Sized + Sync + 'static>(
    operation: &dyn Operation<S>,
    state: &S,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let envelope = Envelope::of(context)?;
    let retry = RetryFields {
        state: request.request_state,
        responses: request.input_responses,
    };
    let opening = Request {
        method: "tools/call",
        name: &request.name,
        arguments: request.arguments.as_ref(),
        retry: &retry,
    };
    let scope = ();
    let handler = operation.handler();
    let opened = opening.open(context, envelope, handler, &scope).await;
    let mut ask = match opened {
        Ok(ask) => ask,
        Err(ended) => return ended,
    };
    let arguments = Value::Object(request.arguments.unwrap_or_default());
    let lease = ask.lease();
    let told = match lease.hold(operation.call(state, arguments, &mut ask)).await {
        Some(returned) => Told::new(&ask, returned, |returned| match returned {
            Ok(value) => Ok(result(value).into()),
            Err(error) => failed(error).map(Into::into),
        }),
        None => {
            ask.lost();
            Told::paused()
        }
    };
    close(ask, told).await
}

/// What an operation gave, as a tool's result.
fn result(value: Value) -> CallToolResult {
    match value {
        Value::Object(_) => CallToolResult::structured(value),
        Value::String(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
        other => CallToolResult::success(vec![ContentBlock::text(other.to_string())]),
    }
}

/// An operation's error: the model is told its own, the client what the runtime made of it.
fn failed(error: Error) -> Result<CallToolResult, ErrorData> {
    match error.downcast_ref::<Refused>() {
        Some(Refused::Arguments(text)) => Err(ErrorData::invalid_params(text.clone(), None)),
        Some(Refused::Outcome(text)) => Err(ErrorData::internal_error(
            format!("invalid_outcome: {text}"),
            Some(json!({ "reason": "invalid_outcome" })),
        )),
        None => tool_failure(error),
    }
}
