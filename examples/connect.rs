//! Agreeing to visit a page is not finishing there: the call goes on when the application has seen it. The page is played
//! by this example, and nothing is fetched.
//!
//! ```sh
//! cargo run --example connect                                    # you are the person
//! cargo run --example connect -- --scripted                      # answers from a script, and visits the page
//! cargo run --example connect -- --scripted decline=connected    # the script declines to go there
//! cargo run --example connect -- --scripted --era 2025-11-25     # the handshake era, the same handler
//! ```

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use askback::{Askback, Consent, Principal, interactive};
use askback_examples::{Example, Script};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

/// Who has connected an account: the tool looks, the application writes.
#[derive(Clone, Default)]
struct Accounts(Arc<Mutex<HashSet<Principal>>>);

impl Accounts {
    fn connect(&self, user: &Principal) {
        let mut users = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        users.insert(user.clone());
    }

    fn has(&self, user: &Principal) -> bool {
        let users = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        users.contains(user)
    }
}

struct Calendar {
    accounts: Accounts,
}

#[tool_router]
impl Calendar {
    /// Synchronise the caller's calendar.
    #[interactive]
    #[tool]
    async fn sync_calendar(
        &self,
        user: Principal,
        #[ask(
            url = "https://app.example.com/connect/{ask.ticket}",
            message = "Connect your calendar account",
            until = self.accounts.has(&user),
            wait = 5 // seconds, then the person is asked again
        )]
        _connected: Consent,
    ) -> Result<String, askback::Error> {
        Ok("the calendar is synchronised".to_owned())
    }
}

#[tool_handler]
impl ServerHandler for Calendar {}

/// The application behind the URL.
struct Application {
    askback: Askback,
    accounts: Accounts,
}

impl Application {
    /// The page, for whoever is logged in there.
    fn connect(&self, url: &str, login: &str) -> &'static str {
        let handle = url.rsplit('/').next().unwrap_or_default();
        let Some(ticket) = self.askback.ticket(handle) else {
            return "this link was used, or is too old";
        };
        // A URL can be passed on: who opens it has to be who was asked.
        if ticket.principal().subject() != Some(login) {
            return "this link was made for somebody else";
        }
        self.accounts.connect(ticket.principal());
        "your calendar account is connected"
    }
}

/// `login` is who visits the page; Ada is asked to.
pub(crate) fn visited_by(login: &'static str) -> anyhow::Result<Example<impl ServerHandler>> {
    let (askback, accounts) = (Askback::builder().build()?, Accounts::default());
    let ada = Principal::new("https://id.example.com", "ada", "desktop")?;
    let calendar = Calendar {
        accounts: accounts.clone(),
    };
    let server = askback.wrap(calendar);
    let server = server.principal(move |_| Some(ada.clone()));
    let application = Application { askback, accounts };
    let script = Script::new().visit("connected");
    let example = Example::new(server, "sync_calendar", json!({}), script);
    Ok(example.pages(move |url| application.connect(url, login).to_owned()))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    visited_by("ada")?.run().await
}
