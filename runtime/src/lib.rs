#![cfg_attr(all(feature = "rmcp", feature = "macros"), doc = include_str!("../README.md"))]
#![cfg_attr(
    not(all(feature = "rmcp", feature = "macros")),
    doc = "Handlers that ask back: forms, seals and conversations."
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// What serves over rmcp uses more of the rooms below than a registry does.
#![cfg_attr(not(feature = "rmcp"), allow(dead_code, unused_imports))]

pub mod canonical;
pub mod clock;
pub mod form;
pub mod ledger;
pub mod progress;
pub mod question;
pub mod registry;
pub mod seal;

mod answer;
mod askback;
mod continuation;
mod conversation;
#[cfg(feature = "macros")]
mod derives;
mod error;
#[cfg(feature = "macros")]
mod operation;

/// Makes an rmcp tool or prompt interactive: what the person has to be asked is declared in its signature.
///
/// It stands above `#[tool]` or `#[prompt]`, on an `async` method with `&self` that returns a `Result` whose error
/// implements `From<Pause>`: [`askback::Error`](Error), `rmcp::ErrorData`, `String`, or your own, which is a
/// `std::error::Error` or, for a tool, whatever rmcp's `IntoCallToolResult` is implemented for. The server has to be served
/// through [`wrap`] or [`Askback::wrap`]; without it the handler fails closed.
///
/// ```
/// use askback::{Confirmed, Form, interactive};
/// use rmcp::handler::server::wrapper::Parameters;
/// use rmcp::{ServerHandler, tool, tool_handler, tool_router};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct DeleteRows {
///     table: String,
/// }
///
/// #[derive(Form)]
/// struct Deletion {
///     /// Why is this table being emptied?
///     reason: String,
/// }
///
/// struct Admin;
///
/// # impl Admin { async fn count(&self, _: &str) -> Result<u64, std::io::Error> { Ok(3) } }
/// #[tool_router]
/// impl Admin {
///     /// Delete every row of a table.
///     #[interactive]
///     #[tool(annotations(destructive_hint = true))]
///     async fn delete_rows(
///         &self,
///         Parameters(DeleteRows { table }): Parameters<DeleteRows>,
///         #[step(self.count(&table).await?)] rows: u64,
///         #[ask("Why does `{table}` go?")] details: Deletion,
///         #[ask("Delete all {rows} rows of `{table}`?")] confirmed: Confirmed,
///     ) -> Result<String, askback::Error> {
///         // Runs once, with everything answered.
///         drop(confirmed);
///         Ok(format!("{rows} rows deleted: {}", details.reason))
///     }
/// }
///
/// #[tool_handler]
/// impl ServerHandler for Admin {}
///
/// let served = askback::wrap(Admin);
/// # drop(served);
/// ```
///
/// # Parameters
///
/// | parameter | meaning |
/// | --- | --- |
/// | `#[ask("message")] x: T` | a question; `T` is a [`Form`](trait@Form). Decline or cancel ends the call |
/// | `#[ask("message")] x: Answer<T>` | the handler decides what a decline means: see [`Answer`] |
/// | `#[ask("message")] ok: Confirmed` | a confirmation: see [`Confirmed`] |
/// | `#[ask(url = "https://…", message = "…", until = expr)] x: Consent` | the person is asked to visit a URL: see [`Consent`] |
/// | any of these with `when = expr`, in an `Option` | `None` means that it was not asked, and nothing else |
/// | `#[step(expr)] x: T` | computed before what mentions it, from what it borrows (`f(&table)`, not `f(table)`), and carried between rounds as JSON; `T` implements serde's `Serialize` and `Deserialize` |
/// | `#[step(expr)] _: ()` | a precondition: runs in every round |
/// | `ask: &mut Ask` | asks as the body goes: see [`Ask`] |
/// | `#[state] s: &mut S` | for a handler that asks by a result of its own, and instead of the above but preconditions: see below |
/// | anything else | an extractor of rmcp, `user: Principal` among them |
///
/// Expressions see `self` and the parameters before them, may await, and may use `?`, which ends the call before anything is
/// asked. They borrow what they mention and must not move it: `#[step(count(&table)?)]`, and not `count(table)`, which would be
/// "use of moved value" or "value moved in previous iteration of loop". Extractors whose names they mention are extracted twice.
///
/// A question's key is the parameter's name without leading underscores: 1 to 64 of `[A-Za-z0-9_]`, each once a handler.
/// Renaming a parameter makes its pending answers count for nothing.
///
/// # Rounds
///
/// Questions go out in the order of the signature. Neighbours that do not mention each other's answers share a round; a
/// confirmation travels alone, after everything above it, which it covers. The rounds stand in the handler's own
/// documentation, as a list and as a diagram of Mermaid; nothing of them is in the description that the model reads.
///
/// A handler that declares something also gets `<handler>_plan()`, which gives the same as data: a [`Plan`]. What counts as a
/// mention, and what runs when, is said in [the guide on plans](crate::guide::plan); which kind of confirmation to use, in
/// [the guide on gates](crate::guide::gates).
///
/// # Results of its own
///
/// A handler may ask by returning rmcp's `InputRequiredResult` itself, for requests that nothing here has a form for. With
/// `#[state] s: &mut S` the runtime keeps its state: `S` is [`Default`], serde's `Serialize` and `Deserialize`, and `Send`.
///
/// ```
/// # use askback::interactive;
/// # use rmcp::{ErrorData, tool, tool_router};
/// use rmcp::handler::server::tool::InputResponses;
/// use rmcp::model::{CallToolResponse, CallToolResult, InputRequiredResult};
///
/// #[derive(Default, serde::Serialize, serde::Deserialize)]
/// struct Draft {
///     answers: Vec<serde_json::Value>,
/// }
///
/// # struct Server;
/// # fn sampling(_: usize) -> rmcp::model::InputRequests { Default::default() }
/// # #[tool_router]
/// # impl Server {
/// #[interactive(rounds = 3)]
/// #[tool]
/// async fn draft(
///     &self,
///     #[state] draft: &mut Draft,
///     InputResponses(responses): InputResponses,
/// ) -> Result<CallToolResponse, ErrorData> {
///     draft.answers.extend(responses.into_iter().flat_map(|responses| responses.into_values()));
///     if draft.answers.len() < 2 {
///         return Ok(InputRequiredResult::from_input_requests(sampling(draft.answers.len())).into());
///     }
///     Ok(CallToolResult::success(Vec::new()).into())
/// }
/// # }
/// ```
///
/// The state starts from its default, and is sealed into `requestState` when the result asks: bound and limited as that of
/// every conversation, so that it opens for the same call of the same principal until the deadline. Leave `request_state`
/// empty. The extractor `rmcp::handler::server::tool::InputResponses` gives the responses to what the last round asked for,
/// and no others; prompts take [`rmcp::InputResponses`], and return a `GetPromptResponse`. The
/// responses are as they came: check them. A round asks for at most 16 things, under keys of 1 to 64 of `[A-Za-z0-9_.-]`,
/// and only for what the client declared. In the handshake era the runtime asks on the connection and calls again with the
/// answers, at most 8 times; a request that failed is not among them.
///
/// A state can be sent again until its deadline, and brings back what was in it then. For what must happen once use a
/// [`Confirmed`].
///
/// # A gate by hand
///
/// A handler with exactly one confirmation (a parameter whose type is written `Confirmed`, in an `Option` or `Answer` or not)
/// also gets two associated functions, for raw methods of the server:
///
/// | function | what it gives |
/// | --- | --- |
/// | `<handler>_ask(&…)` | the confirmation's question, a [`GateQuestion`]. It takes references to the parameters that the confirmation's attribute mentions, in their order, and `&self` if it mentions `self`; `when` is left out |
/// | `<handler>_decide(&verified)` | a `Confirmed` that borrows from the [`Verified`], or a [`GateError`] |
///
/// [`Askback::ask`] and [`Askback::open`] do the rest; the example is there. A method of your own, another handler included,
/// cannot have one of these names. An attribute that awaits, uses `?`, or has a macro
/// that cannot be looked into has none of the two: compute that in a `#[step(…)]`.
///
/// # Messages
///
/// A message is a string literal of at most 2,000 characters, with names inline and values after it: `{name}`, `{}`, each
/// also as `{:?}` and `{:.2}`. Values are escaped, so that none can pretend to be the author's words. A choice is shown by its
/// title, `{}` with `report.severity.title()` after the literal: see [`Choice::title`]. Any other
/// expression has to be an `Into<String>`, and is escaped as a whole.
///
/// # Keys
///
/// Of `#[interactive]`: `ttl`, `rounds`, `once`, `recover`, `guidance`, `unsealed`, `crate`. Of `#[ask]`, behind the message and what it
/// shows: `message`, `url`, `until`, `wait`, `when`, `typed`, `plain`, `label`, `covers`, `choices`, `default`, `check`, `sensitive`.
/// What each takes, what holds without it and what it excludes is said in [the reference](crate::guide::reference::interactive).
///
/// # Rules that await
///
/// In `check = expr` the parameter's own name is the form that was filled in (the `T` of an `Answer<T>` or `Option<T>`). The
/// expression is a `Result<(), E>` whose `E` is shown to the person: `check = self.is_free(&booking).await?`. On an error the
/// question is asked again, with the reason (escaped, backticks too) and what was filled in, which must not be quoted; that counts as an invalid
/// answer. `?` ends the call. The rule runs once for each answer that came, and before anything below it is asked:
/// no confirmation opens, or is even asked for, on an answer that has not passed. Where the type of a confirmation is spelled
/// otherwise than `Confirmed` and it would come before that, the call ends with an error that says so.
///
/// # Errors
///
/// In the modern era (MCP 2026-07-28, "Multi round-trip requests") a call that waits for answers ends with
/// `input_required` and is retried; in the handshake era it waits in place. The handler cannot tell which. What the client
/// gets when a question is declined, cannot be asked or goes wrong is described in [the guide on errors](crate::guide::errors).
///
/// Mistakes in the attributes are errors of the compiler, at the culprit and all at once. Whether the fields of `choices(…)` and
/// `default(…)` are the form's is known when code is made of the handler: `cargo build` and `cargo test` say so, `cargo check`
/// does not. "cannot find attribute `ask` in this scope" (or `step`, or `state`) means that `#[interactive]` is missing above
/// the handler.
#[cfg(all(feature = "macros", feature = "rmcp"))]
pub use askback_macros::interactive;

#[cfg(feature = "macros")]
pub use derives::{Choice, Field, Form};

#[cfg(feature = "macros")]
pub use operation::operation;

pub use answer::Answer;
pub use askback::{Askback, Builder, ConfigError};
pub use conversation::{
    AnyGate, Ask, AskAll, AskOne, Asked, Asking, AskingInput, Confirmed, Consent, FilledIn,
    FinishedFuture, FormAnswer, Gate, GateError, GateQuestion, Parts, Pause, Plan, PlannedQuestion,
    PlannedRound, PlannedStep, QuestionKind, Recovery, Ticket, Untyped, VerdictFuture, Verified,
    Visit, form, input, url,
};
// What the expansion of the macros needs, and where the schema of a question is from.
#[doc(hidden)]
pub use conversation::{GivenSchema, HasSchema, NoSchema, Optional, OwnSchema, Return};
pub use error::Error;
pub use form::{Choice, Field, Form};
pub use progress::{Progress, ProgressFault};
pub use question::{InputRequest, Message, Mode, Modes};
pub use registry::{Call, Failure, FailureCode, Operation, Outcome, Pending, Registry};
pub use seal::Principal;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(feature = "testing")]
pub mod testing;

#[cfg(all(doc, feature = "macros"))]
pub mod guide;
#[cfg(feature = "rmcp")]
pub use crate::rmcp::wrap;
