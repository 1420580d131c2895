//! `#[operation]`, with its documentation.

// Its links.
#[cfg(doc)]
use crate::{
    answer::Answer,
    conversation::{Ask, Confirmed, Consent, Pause, Plan, Recovery},
    form::Form,
    registry::Operation,
    seal::Principal,
};

/// Makes a free function an [`Operation`]: any host can call it through a registry, and what the person has to be asked is
/// declared in its signature.
///
/// It stands on an `async fn` that returns a `Result` whose error implements `From<Pause>`: [`askback::Error`](crate::Error),
/// `String`, or a `std::error::Error` of your own. What it gives implements `serde::Serialize`.
///
/// ```
/// use askback::ledger::MemoryStore;
/// use askback::{Ask, Askback, Confirmed, Form, Modes, Outcome, Recovery, Registry, operation};
/// use serde_json::json;
///
/// struct Db;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct PurgeBackups {
///     older_than_days: u32,
/// }
///
/// #[derive(Form)]
/// struct Ticket {
///     id: String,
/// }
///
/// # impl Db {
/// #     async fn count_backups(&self, _: u32) -> Result<u64, std::io::Error> { Ok(3) }
/// #     async fn purge(&self, _: u32, _: &str, _: String, _: Confirmed<'_>) -> Result<u64, std::io::Error> { Ok(3) }
/// #     async fn purged(&self, _: &str) -> Option<u64> { Some(3) }
/// # }
/// /// Delete old backups.
/// #[operation(recover = purged_already)]
/// async fn purge_backups(
///     db: &Db,
///     PurgeBackups { older_than_days }: PurgeBackups,
///     #[step(db.count_backups(older_than_days).await?)] count: u64,
///     #[ask("Ticket for the audit log")] ticket: Ticket,
///     #[ask("Delete {count} backups older than {older_than_days} days?")] confirmed: Confirmed,
///     ask: &mut Ask,
/// ) -> Result<u64, askback::Error> {
///     // Runs once, with everything answered.
///     Ok(db.purge(older_than_days, &ticket.id, ask.idempotency_key("purge"), confirmed).await?)
/// }
///
/// /// A call that was answered before comes here, and never to the body again.
/// async fn purged_already(db: &Db, recovery: &Recovery<'_>) -> Result<u64, askback::Error> {
///     let deleted = db.purged(&recovery.idempotency_key("purge")).await;
///     Ok(deleted.ok_or("nothing was deleted; call again")?)
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let askback = Askback::builder().ledger(MemoryStore::default()).build()?;
/// let registry = Registry::new(Db, askback).register(purge_backups);
///
/// let call = registry.call("purge_backups", json!({ "older_than_days": 30 })).modes(Modes::FORM);
/// let Outcome::Pending(ticket) = call.invoke().await else { panic!("it asks") };
/// assert_eq!(ticket.message(), "Ticket for the audit log");
///
/// let call = ticket.accept(json!({ "id": "OPS-7" }));
/// let Outcome::Pending(confirmed) = call.invoke().await else { panic!("it asks again") };
/// assert_eq!(confirmed.message(), "Delete 3 backups older than 30 days?");
/// # let yes = confirmed.fields()[0].name().to_owned();
/// # let done = confirmed.accept(serde_json::Map::from_iter([(yes, true.into())])).invoke().await;
/// # assert_eq!(done.finished(), Some(json!(3)));
/// # assert_eq!(purge_backups::plan().rounds().len(), 2);
/// # Ok(()) }
/// ```
///
/// In place of the function there is a type of its name, and a value of its name to register: the function itself is not
/// called any more. A variable may be called the same.
///
/// # Parameters
///
/// | parameter | meaning |
/// | --- | --- |
/// | `db: &S` | the state that the registry was given; at most one, of any `Sync` type, `str` and `dyn Trait` included. Without it the operation fits every registry |
/// | `args: P` | the arguments, at most one parameter, taken apart or not: `P` implements serde's `Deserialize` and schemars' `JsonSchema`. Without it the operation takes none |
/// | `user: Principal` | who calls: a [`Principal`] |
/// | `ask: &mut Ask` | asks as the body goes: see [`Ask`] |
/// | `#[ask("message")] x: T` | a question: a [`Form`](trait@Form), an [`Answer`] of one, a [`Confirmed`], a [`Consent`] |
/// | `#[step(expr)] x: T` | computed before what mentions it, and carried between rounds; of type `()`: a precondition, which runs in every round |
///
/// Their order is free. Questions and steps are what they are for
#[cfg_attr(feature = "rmcp", doc = "[`#[interactive]`](macro@crate::interactive)")]
#[cfg_attr(not(feature = "rmcp"), doc = "`#[interactive]`")]
/// handlers: the same messages, the same keys of `#[ask]`, the same rounds. Expressions see the state and the arguments in
/// place of `self`, and the parameters before them. They may await and use `?`, and borrow what they mention.
///
/// # What it is called, and what it says of itself
///
/// | of the operation | from |
/// | --- | --- |
/// | [`name`](Operation::name) | the key `name`, or the function's name |
/// | [`description`](Operation::description) | the doc comment, as it is written |
/// | [`input_schema`](Operation::input_schema) | the arguments' `JsonSchema` |
/// | `<name>::plan()` | what it asks, in which rounds, as data: a [`Plan`]. There when it declares something; its documentation shows the same |
///
/// # Keys of `#[operation]`
///
/// `name`, `ttl`, `rounds`, `once`, `recover`, `guidance`, `non_destructive`, `crate`. What each takes and what holds without it is
/// said in [the reference](crate::guide::reference::operation).
///
/// # Recovery
///
/// With a ledger an accepted answer has its effect once. When the same call is sent again after that, because the reply was
/// lost, the process died or the body failed, the body does not run again: without `recover` the call ends with
/// `already_ran`. `recover = path` names an
/// `async fn(&S, &Recovery<'_>)` (`async fn(&Recovery<'_>)` where the operation has no state) with the operation's own
/// return type, which looks up what became of it: see [`Recovery`]. It gets no [`Confirmed`], asks nothing, and may be called
/// again when it gives an error. Where the state is a `&dyn Trait` it takes `&(dyn Trait + 'static)`.
///
/// # Errors
///
/// Mistakes in the attributes are errors of the compiler, at the culprit and all at once. At run time: arguments that do not
/// fit are told to the caller by the place and what would fit, without the value; a value that is no JSON is an invalid
/// outcome; the operation's own error is the caller's to read, so that it may hold nothing that they must not see. A
/// [`Pause`] is passed on with `?`.
///
/// "cannot find attribute `ask` in this scope" (or `step`) means that `#[operation]` is missing above the function. It does
/// not go with `#[tool]`, `#[prompt]` or `#[interactive]`: a registry serves itself over rmcp.
pub use askback_macros::operation;
