//! Error types of all kinds.

use askback::{Form, Pause, interactive};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult};
use rmcp::{ErrorData, tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

#[derive(Debug)]
enum OwnError {
    Io(std::io::Error),
    Paused(Pause),
}

impl std::fmt::Display for OwnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for OwnError {}

impl From<std::io::Error> for OwnError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Pause> for OwnError {
    fn from(pause: Pause) -> Self {
        Self::Paused(pause)
    }
}

/// Only rmcp knows how to tell this one.
enum Refusal {
    Quota(u32),
    Paused,
}

impl From<Pause> for Refusal {
    fn from(_: Pause) -> Self {
        Self::Paused
    }
}

impl IntoCallToolResult for Refusal {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let Self::Quota(left) = self else {
            return Err(ErrorData::internal_error("paused", None));
        };
        Ok(CallToolResult::structured_error(serde_json::json!({ "left": left })).into())
    }
}

type Outcome<T, E = OwnError> = Result<T, E>;

fn read() -> Result<u8, std::io::Error> {
    Ok(1)
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn own(&self, #[step(read()?)] number: u8, #[ask("Why?")] details: Details) -> Outcome<String> {
        Ok(format!("{number}{}", details.reason))
    }

    #[interactive]
    #[tool]
    async fn text(&self, #[step(read().map_err(|error| error.to_string())?)] number: u8) -> Result<String, String> {
        Ok(number.to_string())
    }

    #[interactive]
    #[tool]
    async fn data(&self, #[ask("Why?")] details: Details) -> Result<String, rmcp::ErrorData> {
        if details.reason.is_empty() {
            return Err(rmcp::ErrorData::invalid_params("no reason", None));
        }
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn refusal(&self, #[ask("Why?")] details: Details) -> Outcome<String, Refusal> {
        if details.reason.is_empty() {
            return Err(Refusal::Quota(0));
        }
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn anything(
        &self,
        #[ask("Why?")] details: Details,
    ) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        if details.reason.is_empty() {
            Err("no reason")?;
        }
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn any(&self, #[step({ let number = read()?; number + 1 })] number: u8) -> Result<String, askback::Error> {
        if number == 0 {
            Err("nothing")?;
        }
        Ok(number.to_string())
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 6);
}
