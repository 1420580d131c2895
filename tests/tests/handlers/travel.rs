//! Dependent rounds, choices known only at run time, one conditional question.

use std::ops::Index;

use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::person::{ERAS, Era, Reply, Script, connect};

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

fn request() -> CallToolRequestParams {
    let arguments = json!({ "from": "Ulm", "to": "Bern" })
        .as_object()
        .cloned()
        .unwrap();
    CallToolRequestParams::new("book_flight").with_arguments(arguments)
}

const ABROAD: Script = &[
    ("When", Reply::Accept(|| json!({ "day": "Monday" }))),
    ("Which flight", Reply::Accept(|| json!({ "offer": "B2" }))),
    ("Passport", Reply::Accept(|| json!({ "number": "C0" }))),
    ("Book B2 for 120?", Reply::Accept(|| json!(true))),
];

const AT_HOME: Script = &[
    ("When", Reply::Accept(|| json!({ "day": "Monday" }))),
    ("Which flight", Reply::Accept(|| json!({ "offer": "A1" }))),
    ("Book A1 for 90?", Reply::Accept(|| json!(true))),
];

#[tokio::test]
async fn what_is_asked_depends_on_what_was_answered() {
    for era in ERAS {
        for (script, booked) in [
            (ABROAD, json!({ "offer": "B2", "passport": "C0" })),
            (AT_HOME, json!({ "offer": "A1", "passport": null })),
        ] {
            let (client, asked) = connect(Travel { gds: Gds }, era, script).await;
            let result = client.call_tool(request()).await.unwrap();
            assert_eq!(
                result.structured_content,
                Some(booked),
                "{era:?} {result:?}"
            );
            let expected: Vec<&str> = script.iter().map(|(message, _)| *message).collect();
            let asked = asked.lock().unwrap().clone();
            assert_eq!(asked.len(), expected.len(), "{asked:?}");
            assert!(
                asked
                    .iter()
                    .zip(expected)
                    .all(|(asked, expected)| asked.contains(expected)),
                "{asked:?}"
            );
        }
    }
}

#[tokio::test]
async fn the_choices_are_those_of_the_call() {
    let (client, _) = connect(Travel { gds: Gds }, Era::Modern, ABROAD).await;
    let CallToolResponse::InputRequired(first) = client.call_tool_once(request()).await.unwrap()
    else {
        panic!("it asks first");
    };
    let first = serde_json::to_value(first).unwrap();
    assert_eq!(
        first["inputRequests"]
            .as_object()
            .map(|it| it.keys().cloned().collect::<Vec<_>>()),
        Some(vec!["trip".to_owned()])
    );
    let retry = json!({
        "name": "book_flight",
        "arguments": { "from": "Ulm", "to": "Bern" },
        "requestState": first["requestState"],
        "inputResponses": { "trip": { "action": "accept", "content": { "day": "Monday" } } },
    });
    let retry: CallToolRequestParams = serde_json::from_value(retry).unwrap();
    let CallToolResponse::InputRequired(second) = client.call_tool_once(retry).await.unwrap()
    else {
        panic!("it asks again");
    };
    let second = serde_json::to_value(second).unwrap();
    let field =
        &second["inputRequests"]["pick"]["params"]["requestedSchema"]["properties"]["offer"];
    assert_eq!(
        field["oneOf"],
        json!([
            { "const": "A1", "title": "Ulm to Bern, Monday: 90" },
            { "const": "B2", "title": "Ulm to Bern, Monday: 120" },
        ]),
        "{second}"
    );
}
