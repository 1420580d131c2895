//! A mistake of each kind that the compiler finds when it evaluates the constants of a method: once all else is right, and only
//! where it makes code, so that `cargo check` is silent about these.

use askback::{Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
    seats: u8,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn choices(
        &self,
        #[ask("Which?")] forgotten: Pick, //~
        #[ask("Which?", choices(offer = ["a"], seats = ["1"]))] closed: Pick, //~
        #[ask("Which?", choices(offer = ["a"]), default(seat = 1))] no_field: Pick, //~
    ) -> Result<String, askback::Error> {
        Ok(format!("{} {} {}", forgotten.offer, closed.seats, no_field.seats))
    }
}

fn main() {
    Server::tool_router();
}
