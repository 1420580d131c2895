//! What is asked, by tools, a prompt and resources.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askback::{Answer, Choice, Confirmed, Consent, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, prompt, prompt_router, tool, tool_router};
use serde::Deserialize;

/// What the tools did.
#[derive(Clone, Default)]
pub(crate) struct Effects(Arc<AtomicUsize>);

impl Effects {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn happen(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn confirmed(&self, _: Confirmed<'_>) {
        self.happen();
    }
}

/// Which build of the server it is: a newer one asks otherwise.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Build {
    Old,
    New,
}

#[derive(Clone)]
pub(crate) struct Agency {
    pub(crate) askback: askback::Askback,
    pub(crate) effects: Effects,
    pub(crate) build: Build,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Target {
    env: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Page {
    url: String,
}

#[derive(Form)]
pub(crate) struct Name {
    pub(crate) name: String,
}

#[derive(Form)]
pub(crate) struct Amount {
    pub(crate) amount: i64,
}

#[derive(Form)]
pub(crate) struct X {
    pub(crate) x: i64,
}

#[derive(Form)]
struct Agreed {
    confirm: bool,
}

#[derive(Form)]
struct Profile {
    nick: Option<String>,
    age: Option<u32>,
}

#[derive(Form)]
struct Mixed {
    a: String,
    b: Option<bool>,
}

#[derive(Form)]
struct Notice {
    severity: Severity,
    teams: Vec<Team>,
    #[form(default = "en")]
    language: String,
}

#[derive(Debug, Choice)]
#[choice(rename_all = "lowercase")]
enum Severity {
    /// Low Priority
    Low,
    /// High Priority
    High,
}

#[derive(Debug, Choice)]
#[choice(rename_all = "lowercase")]
enum Team {
    Ops,
    Web,
}

#[tool_router(vis = "pub(crate)")]
impl Agency {
    /// Deploy.
    #[interactive(ttl = 300)]
    #[tool]
    async fn deploy(
        &self,
        Parameters(Target { env }): Parameters<Target>,
        #[ask("Deploy to `{env}`?")] confirm: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.confirmed(confirm);
        Ok(format!("deployed to {env}"))
    }

    /// The same question under another name.
    #[interactive]
    #[tool]
    async fn list(
        &self,
        Parameters(Target { env }): Parameters<Target>,
        #[ask("Deploy to `{env}`?")] confirm: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirm);
        Ok(format!("listed {env}"))
    }

    /// Decides itself what a decline means.
    #[interactive]
    #[tool]
    async fn weigh(
        &self,
        #[ask("Sure?")] sure: Answer<Confirmed>,
    ) -> Result<String, askback::Error> {
        let told = format!("{sure:?}");
        if let Answer::Accept(confirmed) = sure {
            self.effects.confirmed(confirmed);
        }
        Ok(told)
    }

    /// Asks for two forms at once.
    #[interactive]
    #[tool]
    async fn pair(&self, #[ask("1")] a: X, #[ask("2")] b: X) -> Result<String, askback::Error> {
        Ok(format!("{} {}", a.x, b.x))
    }

    /// Asks for a form, then for a confirmation.
    #[interactive]
    #[tool]
    async fn delete(
        &self,
        #[ask("Who?")] who: Name,
        #[ask("Sure?")] confirm: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.confirmed(confirm);
        Ok(format!("deleted by {}", who.name))
    }

    /// Does something before it asks.
    #[interactive]
    #[tool]
    async fn prepare(
        &self,
        #[step({ self.effects.happen(); self.effects.count() })] ran: usize,
        #[ask("{ran} prepared. Who?")] who: Name,
    ) -> Result<String, askback::Error> {
        Ok(format!("{ran} prepared for {}", who.name))
    }

    /// Takes an answer as it comes.
    #[interactive(unsealed)]
    #[tool]
    async fn agree(&self, #[ask("Agreed?")] confirm: Agreed) -> Result<String, askback::Error> {
        Ok(format!("agreed: {}", confirm.confirm))
    }

    /// Asks for a name.
    #[interactive(rounds = 3)]
    #[tool]
    async fn greet(&self, #[ask("Who?")] who: Name) -> Result<String, askback::Error> {
        Ok(format!("hello {}", who.name))
    }

    /// Asks for nothing that has to be given.
    #[interactive]
    #[tool]
    async fn profile(&self, #[ask("Who?")] who: Profile) -> Result<String, askback::Error> {
        let Profile { nick, age } = who;
        Ok(format!("{nick:?} {age:?}"))
    }

    /// Asks for two types.
    #[interactive]
    #[tool]
    async fn mixed(&self, #[ask("What?")] what: Mixed) -> Result<String, askback::Error> {
        let Mixed { a, b } = what;
        Ok(format!("{a} {b:?}"))
    }

    /// Asks for a whole number.
    #[interactive]
    #[tool]
    async fn count(&self, #[ask("Which?")] answer: X) -> Result<String, askback::Error> {
        Ok(answer.x.to_string())
    }

    /// Asks for choices, and for a text with a default.
    #[interactive]
    #[tool]
    async fn notify(&self, #[ask("Whom?")] notice: Notice) -> Result<String, askback::Error> {
        let Notice {
            severity,
            teams,
            language,
        } = notice;
        Ok(format!("{severity:?} {teams:?} {language}"))
    }

    /// Sends the person to a page, then asks for a name.
    #[interactive]
    #[tool]
    async fn connect(
        &self,
        Parameters(Page { url }): Parameters<Page>,
        #[ask(url = url.clone(), message = "Connect")] k: Consent,
        #[ask("Who, after {k:?}?")] who: Name,
    ) -> Result<String, askback::Error> {
        let Consent { .. } = k;
        Ok(format!("{} was there", who.name))
    }

    /// Sends the person to a page until something has happened.
    #[interactive]
    #[tool]
    async fn link(
        &self,
        #[ask(
            url = "https://mcp.example.com/connect?f=1",
            message = "Connect",
            until = self.effects.count() > 0,
            wait = 0
        )]
        k: Consent,
    ) -> Result<String, askback::Error> {
        let Consent { .. } = k;
        Ok("connected".to_owned())
    }

    /// Asks nobody.
    #[tool]
    async fn echo(&self) -> String {
        "echo".to_owned()
    }
}

#[prompt_router(vis = "pub(crate)")]
impl Agency {
    /// The same question, of a prompt.
    #[interactive]
    #[prompt(name = "deploy")]
    async fn deployment(
        &self,
        Parameters(Target { env }): Parameters<Target>,
        #[ask("Deploy to `{env}`?")] confirm: Confirmed,
    ) -> Result<GetPromptResult, ErrorData> {
        self.effects.confirmed(confirm);
        let text = format!("deployed to {env}");
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(
            Role::User,
            text,
        )]))
    }
}
