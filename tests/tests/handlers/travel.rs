//! Dependent rounds, choices known only at run time, one conditional question.

use std::ops::Index;

use askback::testing::{Era, Question, Tester, kind};
use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Route {
    from: String,
    to: String,
}

#[derive(Debug, Form)]
struct Trip {
    day: String,
}

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
}

#[derive(Debug, Form)]
struct Passport {
    number: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Offer {
    id: String,
    title: String,
    price: u32,
    abroad: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Offers(Vec<Offer>);

impl Offers {
    fn titled(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|offer| (offer.id.as_str(), offer.title.as_str()))
    }
}

impl Index<&String> for Offers {
    type Output = Offer;

    fn index(&self, id: &String) -> &Offer {
        self.0.iter().find(|offer| offer.id == *id).unwrap()
    }
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
struct Booking {
    offer: String,
    passport: Option<String>,
}

#[derive(Clone, Copy)]
struct Gds;

impl Gds {
    async fn search(&self, from: &str, to: &str, trip: &Trip) -> Result<Offers, std::io::Error> {
        let offer = |id: &str, price, abroad| Offer {
            id: id.to_owned(),
            title: format!("{from} to {to}, {}: {price}", trip.day),
            price,
            abroad,
        };
        Ok(Offers(vec![offer("A1", 90, false), offer("B2", 120, true)]))
    }

    async fn book(
        &self,
        offer: &Offer,
        passport: Option<Passport>,
        _: Confirmed<'_>,
    ) -> Result<Booking, std::io::Error> {
        Ok(Booking {
            offer: offer.id.clone(),
            passport: passport.map(|passport| passport.number),
        })
    }
}

#[derive(Clone, Copy)]
struct Travel {
    gds: Gds,
}

#[tool_router]
impl Travel {
    #[interactive]
    #[tool]
    async fn book_flight(
        &self,
        Parameters(Route { from, to }): Parameters<Route>,
        #[ask("When do you fly from {from} to {to}?")] trip: Trip,
        #[step(self.gds.search(&from, &to, &trip).await?)] offers: Offers,
        #[ask("Which flight?", choices(offer = offers.titled()))] pick: Pick,
        #[ask("Passport of the traveller", when = offers[&pick.offer].abroad)] passport: Option<
            Passport,
        >,
        #[ask("Book {} for {}?", pick.offer, offers[&pick.offer].price)] confirmed: Confirmed,
    ) -> Result<Json<Booking>, askback::Error> {
        Ok(Json(
            self.gds
                .book(&offers[&pick.offer], passport, confirmed)
                .await?,
        ))
    }
}

#[tool_handler]
impl ServerHandler for Travel {}

async fn to_the_flight(era: Era) -> Question<kind::Form> {
    let person = Tester::new(Travel { gds: Gds }).era(era);
    let route = json!({ "from": "Ulm", "to": "Bern" });
    let trip = person.call("book_flight", route).await.expect_form("trip");
    let trip = trip.shows("When do you fly from Ulm to Bern?");
    trip.answer(json!({ "day": "Monday" }))
        .await
        .expect_form("pick")
}

#[tokio::test]
async fn abroad_a_passport_is_asked_for() {
    for era in Era::ALL {
        let pick = to_the_flight(era).await;
        let passport = pick
            .answer(json!({ "offer": "B2" }))
            .await
            .expect_form("passport");
        let gate = passport
            .answer(json!({ "number": "C0" }))
            .await
            .expect_gate("confirmed");
        let done = gate.shows("Book B2 for 120?").accept().await.finish();
        assert_eq!(
            *done.structured(),
            json!({ "offer": "B2", "passport": "C0" }),
            "{era}"
        );
    }
}

#[tokio::test]
async fn at_home_it_is_not() {
    for era in Era::ALL {
        let pick = to_the_flight(era).await;
        let gate = pick
            .answer(json!({ "offer": "A1" }))
            .await
            .expect_gate("confirmed");
        let done = gate.shows("Book A1 for 90?").accept().await.finish();
        assert_eq!(
            *done.structured(),
            json!({ "offer": "A1", "passport": null }),
            "{era}"
        );
    }
}

#[tokio::test]
async fn the_choices_are_those_of_the_call() {
    for era in Era::ALL {
        let pick = to_the_flight(era).await;
        assert_eq!(
            pick.field("offer")["oneOf"],
            json!([
                { "const": "A1", "title": "Ulm to Bern, Monday: 90" },
                { "const": "B2", "title": "Ulm to Bern, Monday: 120" },
            ]),
            "{era}"
        );
        let again = pick
            .answer(json!({ "offer": "C3" }))
            .await
            .expect_form("pick");
        let _ = again.shows("- offer: ").hides("C3");
    }
}
