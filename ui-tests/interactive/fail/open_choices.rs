//! Choices that only the call knows have to be given, and only these can be.

use askback::{Answer, Form, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Pick {
    #[form(choices, rename = "offerId")]
    offer: String,
    seats: u8,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn forgotten(&self, #[ask("Which?")] pick: Pick) -> Result<String, askback::Error> {
        Ok(pick.offer)
    }

    #[interactive]
    #[tool]
    async fn forgotten_inside(
        &self,
        #[ask("Which?", when = true, default(seats = 1))] pick: Option<Answer<Pick>>,
    ) -> Result<String, askback::Error> {
        Ok(pick.and_then(Answer::accepted).map(|pick| pick.offer).unwrap_or_default())
    }

    #[interactive]
    #[tool]
    async fn closed(
        &self,
        #[ask("Which?", choices(offer = ["a"], seats = ["1"]))] pick: Pick,
    ) -> Result<String, askback::Error> {
        Ok(pick.offer)
    }

    #[interactive]
    #[tool]
    async fn unknown(
        &self,
        #[ask("Which?", choices(offerId = ["a"]), default(seat = 1))] pick: Pick,
    ) -> Result<String, askback::Error> {
        Ok(format!("{} {}", pick.offer, pick.seats))
    }

    #[interactive]
    #[tool]
    async fn misspelt(
        &self,
        #[ask("Which?", when = true, choices(ofer = ["a"]), default(seets = 1))] pick: Option<Pick>,
    ) -> Result<String, askback::Error> {
        Ok(pick.map(|pick| pick.offer).unwrap_or_default())
    }
}

fn main() {
    Server::tool_router();
}
