//! Which `Askback` takes a ticket.

use std::sync::Arc;

use askback::testing::ManualClock;
use askback::{Askback, Consent, interactive};
use askback_tests::wire::Wire;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Clone)]
struct Page;

#[tool_router]
impl Page {
    #[interactive]
    #[tool]
    async fn link(
        &self,
        #[ask(url = "https://app.example.com/{ask.ticket}", message = "Link it")] _linked: Consent,
    ) -> Result<String, askback::Error> {
        Ok("linked".to_owned())
    }
}

#[tool_handler]
impl ServerHandler for Page {}

async fn handle(server: impl ServerHandler) -> String {
    let urls = json!({ "elicitation": { "url": {} } });
    let mut wire = Wire::to(server).declaring(urls);
    let asked = wire.call("link", json!({}), json!({})).await;
    let url = asked["result"]["inputRequests"]["linked"]["params"]["url"].as_str();
    let (_, handle) = url.unwrap().rsplit_once('/').unwrap();
    handle.to_owned()
}

fn named(audience: &str) -> Askback {
    let key = [audience.len() as u8; 32];
    let askback = Askback::builder().key(key).audience(audience);
    askback.build().unwrap()
}

#[tokio::test]
async fn whoever_has_the_audience_in_this_process_takes_it() {
    let local = || Askback::builder().build().unwrap();
    let ephemeral = Askback::builder().ephemeral_key().build().unwrap();
    let other_key = Askback::builder().key([9; 32]).audience("pages").build();

    for (server, good, bad) in [
        (askback::wrap(Page), local(), named("pages")),
        (askback::wrap(Page), ephemeral, named("pages")),
        (local().wrap(Page), local(), named("pages")),
        (named("pages").wrap(Page), named("pages"), local()),
        (named("pages").wrap(Page), other_key.unwrap(), named("page")),
    ] {
        let handle = handle(server).await;
        assert!(bad.ticket(&handle).is_none());
        let timed = Askback::builder().clock(Arc::new(ManualClock::default()));
        assert!(timed.build().unwrap().ticket(&handle).is_none());
        assert_eq!(good.ticket(&handle).unwrap().key(), "linked");
        assert!(good.ticket(&handle).is_none(), "it is good once");
    }
}
