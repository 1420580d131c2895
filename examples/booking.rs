//! Each round depends on the answers before it: a day, one of the flights of that day, a passport if that flight leaves the
//! country, and a confirmation, which covers all of it.
//!
//! ```sh
//! cargo run --example booking                                    # you are the person
//! cargo run --example booking -- --scripted                      # answers from a script
//! cargo run --example booking -- --scripted decline=confirmed    # the script declines to book
//! cargo run --example booking -- --scripted --era 2025-11-25     # the handshake era, the same handler
//! ```

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use askback::{Confirmed, Form, interactive};
use askback_examples::{Example, Script};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize, schemars::JsonSchema)]
struct Route {
    from: String,
    to: String,
}

#[derive(Form)]
struct Trip {
    day: jiff::civil::Date,
    /// Travellers
    #[form(range = 1..=9)]
    seats: u32,
}

/// The flights are known only when the trip is.
#[derive(Form)]
struct Pick {
    #[form(choices)]
    flight: String,
}

#[derive(Form)]
struct Passport {
    /// Number of the passport
    #[form(length = 6..=9)]
    number: String,
}

/// A step's value: it goes along with the conversation, so that the search runs once.
#[derive(Serialize, Deserialize)]
struct Flight {
    title: String,
    price: u32,
    abroad: bool,
}

#[derive(Default)]
struct Airline {
    bookings: AtomicU32,
}

#[tool_router]
impl Airline {
    /// Book a flight.
    #[interactive]
    #[tool]
    async fn book_flight(
        &self,
        Parameters(Route { from, to }): Parameters<Route>,
        #[ask("When do you fly from {from} to {to}?")] trip: Trip,
        #[step(self.search(&trip))] flights: BTreeMap<String, Flight>,
        #[ask("Which flight?", choices(flight = flights.iter().map(|(id, it)| (id, &it.title))))]
        pick: Pick,
        #[ask("Who flies?", when = flights[&pick.flight].abroad)] passport: Option<Passport>,
        #[ask("Book {} for {} euros?", pick.flight, flights[&pick.flight].price)]
        confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        Ok(self.book(&pick.flight, passport, confirmed))
    }

    fn search(&self, trip: &Trip) -> BTreeMap<String, Flight> {
        let flights = [("AB12", "direct", 95), ("AB34", "via Zurich", 60)];
        let found = flights.map(|(id, route, price)| {
            let flight = Flight {
                title: format!("{id} on {}, {route}, {price} euros each", trip.day),
                price: price * trip.seats,
                abroad: route != "direct",
            };
            (id.to_owned(), flight)
        });
        found.into()
    }

    /// Takes the confirmation, so that nothing else can book.
    fn book(&self, flight: &str, passport: Option<Passport>, _: Confirmed<'_>) -> String {
        let number = self.bookings.fetch_add(1, Ordering::Relaxed) + 1;
        let passport = passport.map_or("no passport".to_owned(), |passport| passport.number);
        format!("booking {number}: {flight}, {passport}")
    }
}

#[tool_handler]
impl ServerHandler for Airline {}

pub(crate) fn example() -> Example<impl ServerHandler> {
    let route = json!({ "from": "Vienna", "to": "Innsbruck" });
    let script = Script::new()
        .form("trip", json!({ "day": "2026-11-02", "seats": 2 }))
        .form("pick", json!({ "flight": "AB34" }))
        .form("passport", json!({ "number": "P1234567" }))
        .yes("confirmed");
    let server = askback::wrap(Airline::default());
    Example::new(server, "book_flight", route, script)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    example().run().await
}
