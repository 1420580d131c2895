//! Answers that are seen to: rules that await, visits that are finished, tickets.

use std::fmt::Display;

use askback::{Answer, Ask, Confirmed, Consent, Form, Principal, interactive};
use rmcp::{tool, tool_router};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Server;

impl Server {
    async fn has(&self, _: &Principal) -> Result<bool, std::io::Error> {
        Ok(true)
    }

    async fn may(&self, _: &Details, _: u32) -> Result<(), impl Display> {
        Ok::<(), String>(())
    }
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn everything(
        &self,
        user: Principal,
        #[step(7)] rows: u32,
        #[ask(
            url = "https://example.com/{rows}/{ask.ticket}#{rows}",
            message = "Connect",
            until = self.has(&user).await?,
            wait = 300
        )]
        _connected: Consent,
        #[ask(
            url = r#"https://example.com/?t={ask.ticket}"#,
            message = "Connect, perhaps",
            until = { let has = self.has(&user).await?; has },
            when = rows > 3
        )]
        perhaps: Option<Answer<Consent>>,
        #[ask("Why?", check = self.may(&details, rows).await)] details: Details,
        #[ask(
            "Why really?",
            check = match r#loop.reason.len() {
                0 => Err("say something"),
                1..=3 => Err("say more"),
                _ => Ok(()),
            },
            when = rows > 3
        )]
        r#loop: Option<Answer<Details>>,
        // Mentioned by its rule alone.
        #[ask("And?", check = if unused.reason == details.reason { Err(1) } else { Ok(()) })]
        unused: Details,
        #[ask("Sure?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop((perhaps, details, r#loop, confirmed));
        Ok(String::new())
    }

    #[interactive]
    #[tool]
    async fn address_of_its_own(
        &self,
        #[ask(url = address(), message = "Go", until = false, wait = 0)] visit: Consent,
    ) -> Result<String, askback::Error> {
        let Consent { .. } = visit;
        Ok(String::new())
    }

    #[interactive(unsealed)]
    #[tool]
    async fn without_state(
        &self,
        #[ask("Why?", check = Ok::<(), String>(drop(details)))] details: Details,
    ) -> Result<String, askback::Error> {
        Ok(details.reason)
    }

    #[interactive]
    #[tool]
    async fn in_the_body(&self, user: Principal, ask: &mut Ask) -> Result<String, askback::Error> {
        let _: Consent = ask
            .url("connect", "https://example.com/{ask.ticket}", "Connect")
            .wait(std::time::Duration::from_secs(5))
            .until(|| async { self.has(&user).await.unwrap_or(false) })
            .await?;
        let least = 3;
        let details: Answer<Details> = ask
            .form("details", "Why?")
            .check(|details: Details| async move {
                match details.reason.len() > least {
                    true => self.may(&details, 7).await.map_err(|error| error.to_string()),
                    false => Err("say more".to_owned()),
                }
            })
            .default("reason", "because")
            .await?;
        Ok(details.accepted().map(|it| it.reason).unwrap_or_default())
    }
}

fn address() -> String {
    "https://example.com/{ask.ticket}".to_owned()
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 4);
}
