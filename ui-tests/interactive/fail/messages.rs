//! What a message is made of.
use askback::{Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn go(
        &self,
        #[step(1.5)] price: f64,
        #[ask("  ")] blank: Details,
        #[ask("{price:>9}")] aligned: Details,
        #[ask("{price:#?}")] alternate: Details,
        #[ask("{:.*}", 2, price)] precision: Details,
        #[ask(String::from("Why?"), price)] values: Details,
        #[ask("Your password?")] secret: Details,
        #[ask("Your API key?", sensitive = "")] reason: Details,
        #[ask(when = true)] missing: Details,
        #[ask(message = "Why?")] named: Details,
        #[ask("long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long ")] long: Details,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
