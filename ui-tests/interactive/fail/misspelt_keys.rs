//! A key that is nearly one is known again, wherever it stands and however it is written.
use askback::{Confirmed, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive(tll = 60, round = 3, recovery = Self::x, guide = "x")]
    #[tool]
    async fn go(
        &self,
        #[ask("Which?", choice(offer = ["a"]))] a: Pick,
        #[ask("Which?", whne = true, choices(offer = ["a"]))] b: Option<Pick>,
        #[ask("Which?", choices(offer = ["a"]), defualt(offer = "a"))] c: Pick,
        #[ask("Which?", choices(offer: ["a"]))] d: Pick,
        #[ask("Which?", chek = true, choices(offer = ["a"]))] e: Pick,
        #[ask("Go?", plian)] f: Confirmed,
        #[ask("Go?", cover(a), when(true), tpyed)] g: Confirmed,
        #[ask("Go?", covers(a, b), label)] h: Confirmed,
        #[ask("Which?", choices)] i: Pick,
        #[ask(msg = "Which?", choices(offer = ["a"]))] j: Pick,
    ) -> Result<String, askback::Error> {
        Ok(String::new())
    }
}

fn main() {}
