//! Choices and defaults that only the call knows.

use askback::{Answer, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{tool, tool_router};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, schemars::JsonSchema)]
struct Route {
    from: String,
    to: String,
}

#[derive(Form)]
struct Trip {
    day: String,
}

#[derive(Form)]
struct Pick {
    #[form(choices, rename = "offerId")]
    offer: String,
    seats: u8,
}

#[derive(Serialize, Deserialize)]
struct Offer {
    id: String,
    price: u32,
    abroad: bool,
}

#[derive(Form)]
struct Passport {
    number: String,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Booking {
    price: u32,
}

struct Travel;

#[tool_router]
impl Travel {
    async fn search(&self, from: &str, to: &str, trip: &Trip) -> Result<Vec<Offer>, std::io::Error> {
        Ok(vec![Offer { id: format!("{from}-{to}-{}", trip.day), price: 90, abroad: true }])
    }

    #[interactive]
    #[tool]
    async fn book_flight(
        &self,
        Parameters(Route { from, to }): Parameters<Route>,
        #[ask("When do you fly from {from} to {to}?")] trip: Trip,
        #[step(self.search(&from, &to, &trip).await?)] offers: Vec<Offer>,
        #[ask("Which flight?", choices(offer = offers.iter().map(|offer| offer.id.as_str())), default(seats = 1))] pick: Pick,
        #[step(offers.iter().position(|offer| offer.id == pick.offer).unwrap_or_default())] chosen: usize,
        #[ask("Passport of the traveller", when = offers[chosen].abroad)] passport: Option<Answer<Passport>>,
        #[ask("Book {} for {}?", pick.offer, offers[chosen].price)] confirmed: Confirmed,
    ) -> Result<Json<Booking>, askback::Error> {
        drop(confirmed);
        let number = passport.and_then(Answer::accepted).map(|passport| passport.number);
        Ok(Json(Booking { price: offers[chosen].price + number.map_or(0, |_| u32::from(pick.seats)) }))
    }
}

fn main() {
    assert_eq!(Travel::tool_router().list_all().len(), 1);
}
