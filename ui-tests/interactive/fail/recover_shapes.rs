//! Whatever is wrong with the function of `recover`, it is said what it has to be, under all of its path.

use askback::{Form, Recovery, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

impl Server {
    const NUMBER: u8 = 1;

    async fn alone() -> Result<String, askback::Error> {
        Ok(String::new())
    }

    async fn more(&self, _: &Recovery<'_>, _: u8) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    async fn by_value(&self, _: Recovery<'_>) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    async fn swapped(_: &Recovery<'_>, _: &Self) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    fn at_once(&self, _: &Recovery<'_>) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

#[tool_router]
impl Server {
    #[interactive(recover = Self::alone)]
    #[tool]
    async fn fewer(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = Self::more)]
    #[tool]
    async fn too_many(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = Server::by_value)]
    #[tool]
    async fn owned(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = Self::swapped)]
    #[tool]
    async fn order(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = Self::at_once)]
    #[tool]
    async fn not_async(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive(recover = Self::NUMBER)]
    #[tool]
    async fn no_function(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {}
