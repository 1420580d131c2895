//! Error types of all kinds.

use askback::{Form, Pause, interactive};
use rmcp::{tool, tool_router};

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
    async fn any(&self, #[step({ let number = read()?; number + 1 })] number: u8) -> Result<String, askback::Error> {
        if number == 0 {
            Err("nothing")?;
        }
        Ok(number.to_string())
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 4);
}
