//! The server under attack.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askback::clock::ManualClock;
use askback::rmcp::Served;
use askback::{Answer, Ask, Askback, Confirmed, Form, Pause, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;

/// How often something happened.
#[derive(Clone, Default)]
pub(crate) struct Count(Arc<AtomicUsize>);

impl Count {
    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    fn up(&self) -> usize {
        self.0.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// The irreversible thing: only a confirmation gets here.
    pub(crate) fn happen(&self, _: Confirmed<'_>) {
        self.up();
    }
}

#[derive(Clone, Default)]
pub(crate) struct Trap {
    pub(crate) effects: Count,
    pub(crate) steps: Count,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Named {
    name: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

#[tool_router]
impl Trap {
    /// A form after its gate.
    #[interactive]
    #[tool]
    async fn form_last(
        &self,
        #[ask("Sure?")] confirmed: Confirmed,
        #[ask("Why?")] details: Details,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok(details.reason)
    }

    /// Two gates.
    #[interactive]
    #[tool]
    async fn two_gates(
        &self,
        #[ask("Sure?")] first: Confirmed,
        #[ask("Really sure?")] second: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(first);
        drop(second);
        Ok("done".to_owned())
    }

    /// A form after its gate, asked as the body goes.
    #[interactive]
    #[tool]
    async fn as_you_go(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let confirmed = ask.confirm("confirmed", "Sure?").await?;
        let details: Details = ask.form("details", "Why?").await?;
        self.effects.happen(confirmed);
        Ok(details.reason)
    }

    /// Nothing but a gate.
    #[interactive]
    #[tool]
    async fn once(&self, #[ask("Sure?")] confirmed: Confirmed) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok("done".to_owned())
    }

    /// A text put together by hand.
    #[interactive]
    #[tool]
    async fn by_hand(
        &self,
        Parameters(Named { name }): Parameters<Named>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let confirmed = ask.confirm("confirmed", format!("Drop `{name}`?")).await?;
        self.effects.happen(confirmed);
        Ok(name)
    }

    /// Tries to get two confirmations out of one accept.
    #[interactive]
    #[tool]
    async fn greedy(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let confirmed = ask.confirm("confirmed", "Sure?").await?;
        self.effects.happen(confirmed);
        let again: Result<Confirmed<'_>, Pause> = ask.take("confirmed").await;
        if let Ok(again) = again {
            self.effects.happen(again);
        }
        Ok("done".to_owned())
    }

    /// A question that may go unanswered, before a gate.
    #[interactive]
    #[tool]
    async fn hesitant(
        &self,
        #[ask("Why?")] details: Answer<Details>,
        #[ask("Sure?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok(match details {
            Answer::Accept(details) => details.reason,
            other => format!("{other:?}"),
        })
    }

    /// A step whose value JSON cannot hold.
    #[interactive]
    #[tool]
    async fn lossy_step(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let charged: f64 = ask
            .step("charge", async {
                self.steps.up();
                Ok::<_, askback::Error>(f64::NAN)
            })
            .await?;
        let details: Details = ask.form("details", "Why?").await?;
        Ok(format!("{charged} {}", details.reason))
    }

    /// A value shown in a gate.
    #[interactive]
    #[tool]
    async fn drop_named(
        &self,
        Parameters(Named { name }): Parameters<Named>,
        #[ask("Drop `{name}`?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok(name)
    }

    /// A gate over something that changes by itself.
    #[interactive]
    #[tool]
    async fn moving(
        &self,
        #[ask("Delete {} rows?", self.steps.up())] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        self.effects.happen(confirmed);
        Ok("done".to_owned())
    }
}

#[tool_handler]
impl ServerHandler for Trap {}

/// The server, sealed with one key, by a clock that stands still.
pub(crate) fn serve() -> (Served<Trap>, Trap) {
    let clock = Arc::new(ManualClock::default());
    let askback = Askback::builder()
        .key([7; 32])
        .audience("trap")
        .clock(clock);
    let trap = Trap::default();
    (askback.build().unwrap().wrap(trap.clone()), trap)
}
