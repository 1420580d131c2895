//! The person, and the server that is under test.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Map, Value, json};

use super::Era;
use super::exchange::{Exchange, Stands};
use super::setup::{Serve, Setup};
use super::time::Time;
use super::turn::Turn;
use crate::askback::{Askback, Builder};
use crate::clock::ManualClock;
use crate::conversation::Watch;
use crate::question::Modes;
use crate::rmcp::Served;
use crate::seal::Principal;

/// Who vouches for the principals of the kit.
pub(super) const ISSUER: &str = "https://id.example.com";
/// How long, in real time, the kit waits for the server.
const PATIENCE: Duration = Duration::from_secs(10);

/// A person with a client, and the server that is under test.
///
/// Clones share the server, its clock and its memory: `person.clone().principal("bob")` is somebody else at the same server.
/// Every call has a connection of its own.
///
/// The server's clock stands still, and moves when the person answers (5 s unless said), by [`advance`](Self::advance), and
/// while the kit waits for a server that polls: one that sleeps at most 5 s by its clock.
///
/// ```
/// use askback::testing::{Era, Tester};
/// use askback::{Confirmed, Form, interactive};
/// use rmcp::{ServerHandler, tool, tool_handler, tool_router};
/// use serde_json::json;
///
/// #[derive(Form)]
/// struct Reason {
///     #[form(length = 3..)]
///     reason: String,
/// }
///
/// struct Admin;
///
/// #[tool_router]
/// impl Admin {
///     #[interactive]
///     #[tool]
///     async fn purge(
///         &self,
///         #[ask("Why does everything go?")] details: Reason,
///         #[ask("Delete everything?")] confirmed: Confirmed,
///     ) -> Result<String, askback::Error> {
///         drop(confirmed);
///         Ok(format!("deleted: {}", details.reason))
///     }
/// }
///
/// #[tool_handler]
/// impl ServerHandler for Admin {}
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// for era in Era::ALL {
///     let person = Tester::new(Admin).era(era);
///     let done = person.call("purge", json!({})).await
///         .expect_form("details").shows("Why").answer(json!({ "reason": "moved" })).await
///         .expect_gate("confirmed").shows("Delete everything?").accept().await
///         .finish();
///     assert_eq!(done.text(), "deleted: moved");
/// }
/// # }
/// ```
pub struct Tester<S> {
    server: Arc<S>,
    askback: Askback,
    setup: Setup,
}

impl<S: ServerHandler> Tester<S> {
    /// A person before this server: the server itself, not what `wrap` returns. The era is the modern one, the caller the
    /// local user, and the client can be asked anything.
    ///
    /// # Panics
    ///
    /// When the server is one that is wrapped already.
    #[must_use]
    #[track_caller]
    pub fn new(server: S) -> Self {
        Self::with(Askback::builder(), |_| server)
    }

    /// A person before a server that holds its [`Askback`], for [`drive`](Askback::drive) for example. The builder says what
    /// is not as usual; the kit gives it its own clock.
    ///
    /// # Panics
    ///
    /// When the builder does not fit: the text says which setting.
    #[must_use]
    #[track_caller]
    pub fn with(builder: Builder, server: impl FnOnce(Askback) -> S) -> Self {
        // A server that is wrapped already would go by the clock and the memory of its own wrapper.
        if std::any::type_name::<S>()
            .starts_with(std::any::type_name::<Served<()>>().trim_end_matches("<()>"))
        {
            panic!("give the server itself to the test kit, not what `wrap` returns");
        }
        let (clock, watch) = (Arc::new(ManualClock::default()), Arc::default());
        let askback = build(builder, &clock, &watch);
        let server = Arc::new(server(askback.clone()));
        let setup = Setup {
            serve: serve(&askback, &server),
            era: Era::Modern,
            modes: Modes::FORM | Modes::URL | Modes::SAMPLING | Modes::ROOTS,
            principal: Principal::local(),
            time: Time {
                clock,
                patience: PATIENCE,
            },
            watch,
        };
        Self {
            server,
            askback,
            setup,
        }
    }

    /// How the server asks: time to live, rounds, attempts, policy, keys, what is bound. What this person's server remembered
    /// is forgotten; the kit gives it its own clock, and says who calls.
    ///
    /// # Panics
    ///
    /// When the builder does not fit: the text says which setting.
    #[must_use]
    #[track_caller]
    pub fn askback(mut self, builder: Builder) -> Self {
        self.askback = build(builder, &self.setup.time.clock, &self.setup.watch);
        self.setup.serve = serve(&self.askback, &self.server);
        self
    }

    /// Which revision of the protocol the client speaks: the modern era's unless said.
    #[must_use]
    pub fn era(mut self, era: Era) -> Self {
        self.setup.era = era;
        self
    }

    /// Who calls: the subject of a principal of one issuer, `https://id.example.com`. The local user unless said.
    ///
    /// # Panics
    ///
    /// When the subject is empty or longer than 490 bytes.
    #[must_use]
    #[track_caller]
    pub fn principal(self, subject: &str) -> Self {
        match Principal::new(ISSUER, subject, "") {
            Ok(principal) => self.caller(principal),
            Err(error) => panic!("{error}"),
        }
    }

    /// Who calls, whatever kind of principal it is.
    #[must_use]
    pub fn caller(mut self, principal: Principal) -> Self {
        self.setup.principal = principal;
        self
    }

    /// What the client declares that it can be asked: everything unless said.
    #[must_use]
    pub fn supports(mut self, modes: Modes) -> Self {
        self.setup.modes = modes;
        self
    }

    /// How long the kit waits for the server, in real time, before it gives up: 10 s unless said. By tokio's time, that is:
    /// where that is paused, the kit gives up as soon as nothing else can happen.
    #[must_use]
    pub fn patience(mut self, real: Duration) -> Self {
        self.setup.time.patience = real;
        self
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &S {
        &self.server
    }

    /// How the server asks.
    #[must_use]
    pub fn deployment(&self) -> &Askback {
        &self.askback
    }

    /// The server's clock.
    #[must_use]
    pub fn clock(&self) -> &Arc<ManualClock> {
        &self.setup.time.clock
    }

    /// Moves the server's clock on, and lets whatever sleeps by it react on the way: pings, timeouts, polls.
    pub async fn advance(&self, time: Duration) {
        self.setup.time.pass(time).await;
    }

    /// Calls a tool. Arguments are an object, or null for none; with anything else the next expectation fails.
    pub async fn call(&self, tool: &str, arguments: Value) -> Turn {
        let exchange = self.exchange("tools/call", "name", tool, arguments);
        exchange.call(Map::new()).await
    }

    /// Gets a prompt. Arguments are as those of [`call`](Self::call).
    pub async fn prompt(&self, name: &str, arguments: Value) -> Turn {
        let exchange = self.exchange("prompts/get", "name", name, arguments);
        exchange.call(Map::new()).await
    }

    /// Reads a resource.
    pub async fn resource(&self, uri: &str) -> Turn {
        let exchange = self.exchange("resources/read", "uri", uri, Value::Null);
        exchange.call(Map::new()).await
    }

    /// Calls a tool with a first request that already carries answers, an object of keys and responses, as a model may that
    /// wants to confirm to itself. It gains nothing: the call asks its first question, as always,
    /// unless the handler is `unsealed` and takes answers as they come.
    pub async fn call_answered(&self, tool: &str, arguments: Value, responses: Value) -> Turn {
        let exchange = self.exchange("tools/call", "name", tool, arguments);
        if !responses.is_object() {
            let why = format!("the responses are an object of keys and responses, not {responses}");
            return exchange.stands(Stands::Stuck(why));
        }
        let retry = Map::from_iter([("inputResponses".to_owned(), responses)]);
        exchange.call(retry).await.of_its_own()
    }

    fn exchange(
        &self,
        method: &'static str,
        naming: &str,
        name: &str,
        arguments: Value,
    ) -> Exchange {
        let mut params = Map::from_iter([(naming.to_owned(), json!(name))]);
        if !arguments.is_null() {
            params.insert("arguments".to_owned(), arguments);
        }
        Exchange::new(&self.setup, method, params)
    }
}

#[track_caller]
fn build(mut builder: Builder, clock: &Arc<ManualClock>, watch: &Arc<Watch>) -> Askback {
    builder.watch = Some(Arc::clone(watch));
    match builder.clock(clock.clone()).build() {
        Ok(askback) => askback,
        Err(error) => panic!("{error}"),
    }
}

fn serve<S: ServerHandler>(askback: &Askback, server: &Arc<S>) -> Arc<Serve> {
    let served: Served<Arc<S>> = askback.wrap(Arc::clone(server));
    Arc::new(move |principal, stream| {
        let served = served.clone().principal(move |_| principal.clone());
        tokio::spawn(async move {
            if let Ok(running) = served.serve(stream).await {
                // It ends with its connection.
                let _ = running.waiting().await;
            }
        });
    })
}

impl<S> Clone for Tester<S> {
    fn clone(&self) -> Self {
        Self {
            server: Arc::clone(&self.server),
            askback: self.askback.clone(),
            setup: self.setup.clone(),
        }
    }
}

impl<S> fmt::Debug for Tester<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tester")
            .field("who", &self.setup.who())
            .finish_non_exhaustive()
    }
}
