//! Keys that other libraries have, and those that stand elsewhere.
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    #[form(choices)]
    table: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive(name = "delete_rows")]
    #[tool]
    async fn on_the_tool(&self, #[ask("Go?")] ok: Confirmed) -> Result<String, askback::Error> {
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[ask("Why?", if = true)] a: Option<Details>,
        #[ask("Why?", key = "reason")] b: Details,
        #[ask("Why?", options = ["x"])] c: Details,
        #[ask("Why?", validate = self.fits(&d))] d: Details,
        #[ask("Go?", confirm = true)] e: Details,
        #[ask("Go?", cover = (a))] f: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
