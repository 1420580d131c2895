#![cfg_attr(all(feature = "rmcp", feature = "macros"), doc = include_str!("../../README.md"))]
#![cfg_attr(
    not(all(feature = "rmcp", feature = "macros")),
    doc = "Handlers that ask back: forms, seals and conversations."
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// What opens a conversation is a room above it; without rmcp there is none yet.
#![cfg_attr(not(feature = "rmcp"), allow(dead_code, unused_imports))]

pub mod canonical;
pub mod clock;
pub mod form;
pub mod question;
pub mod seal;

mod answer;
mod askback;
mod continuation;
mod conversation;
mod error;

/// Makes an rmcp tool or prompt interactive: what the person has to be asked is declared in its signature.
///
/// It stands above `#[tool]` or `#[prompt]`, on an `async` method with `&self` that returns a `Result` whose error
/// implements `From<Pause>`: [`askback::Error`](Error), `rmcp::ErrorData`, `String`, or your own. The server has to be
/// served through [`wrap`] or [`Askback::wrap`]; without it the handler fails closed.
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
/// | `#[ask(url = "https://…", message = "…")] x: Consent` | the person is asked to visit a URL: see [`Consent`] |
/// | any of these with `when = expr`, in an `Option` | `None` means that it was not asked, and nothing else |
/// | `#[step(expr)] x: T` | computed before what mentions it, and carried between rounds as JSON; `T` implements serde's `Serialize` and `Deserialize` |
/// | `#[step(expr)] _: ()` | a precondition: runs in every round |
/// | `ask: &mut Ask` | asks as the body goes: see [`Ask`] |
/// | anything else | an extractor of rmcp, `user: Principal` among them |
///
/// Expressions see `self` and the parameters before them, may await, and may use `?`, which ends the call before anything is
/// asked. They borrow what they mention and must not move it. Extractors whose names they mention are extracted twice.
///
/// A question's key is the parameter's name without leading underscores: 1 to 64 of `[A-Za-z0-9_]`, each once a handler.
/// Renaming a parameter makes its pending answers count for nothing.
///
/// # Rounds
///
/// Questions go out in the order of the signature. Neighbours that do not mention each other's answers share a round; a
/// confirmation travels alone, after everything above it, which it covers. The rounds are listed in the handler's own
/// documentation; nothing of them is in the description that the model reads.
///
/// # Messages
///
/// A message is a string literal of at most 2,000 characters, with names inline and values after it: `{name}`, `{}`, each
/// also as `{:?}` and `{:.2}`. Values are escaped, so that none can pretend to be the author's words. Any other
/// expression has to be an `Into<String>`, and is escaped as a whole.
///
/// # Keys of `#[ask]`
///
/// | key | meaning |
/// | --- | --- |
/// | `url = "https://…"` | where a `Consent` leads. Placeholders are `{name}`, percent-encoded, behind the host; with it the message is `message = "…"` |
/// | `message = "…"` | the message, beside `url` |
/// | `when = expr` | asked only when true; the parameter is an `Option` |
/// | `typed = expr` | the person types this text (1 to 64 visible characters), which the server compares; confirmations only |
/// | `plain` | no field: accepting is enough; confirmations only, and only of tools that say `read_only_hint = true` or `destructive_hint = false` |
/// | `label = expr` | the label of a confirmation's field |
/// | `covers = expr`, `covers = (a, b)` | values bound although they are not shown: an answer counts only while they are the same |
/// | `choices(field = iter)` | the choices of a field with `#[form(choices)]`: values, or values and titles. `field` is the name in the struct or on the wire |
/// | `default(field = value)` | what the person sees first |
/// | `sensitive = "reason"` | why a form's message that names a secret asks for none |
///
/// # Keys of `#[interactive]`
///
/// | key | meaning |
/// | --- | --- |
/// | `ttl = 600` | seconds that the conversation may take from its first question, 30 to 3,600; the server's if not said |
/// | `rounds = 9` | rounds that it may have, 1 to 100; the server's if not said |
/// | `guidance = "…"` | told to a client that cannot be asked: where else the person can do this |
/// | `unsealed` | one round of forms and nothing else; no state is sent along, answers are taken as they come |
/// | `crate = path` | where this crate is, if not at `::askback` |
///
/// # Errors
///
/// In the modern era (MCP 2026-07-28, "Multi round-trip requests") a call that waits for answers ends with
/// `input_required` and is retried; in the handshake era it waits in place. The handler cannot tell which. What the client
/// gets when a question is declined, cannot be asked or goes wrong is described at [`Ask`] and in the crate's documentation.
#[cfg(all(feature = "macros", feature = "rmcp"))]
pub use askback_macros::interactive;

/// Makes a struct a [form](trait@Form): its fields become the properties of the schema that the client is sent, and its
/// type what the answer is read into.
///
/// ```
/// use askback::{Choice, Form};
///
/// #[derive(Form)]
/// struct Deletion {
///     /// Why is this table being emptied?
///     #[form(length = 3..=200)]
///     reason: String,
///     #[form(default = Severity::Low)]
///     severity: Severity,
///     /// Teams to tell afterwards
///     #[form(items = ..=3, check = distinct)]
///     notify: Vec<Team>,
///     #[form(title = "Rows at most", range = 1..=10_000)]
///     limit: Option<u32>,
/// }
///
/// #[derive(Choice)]
/// enum Severity {
///     /// Low: can wait
///     Low,
///     /// High: now
///     High,
/// }
///
/// #[derive(Choice, PartialEq)]
/// enum Team {
///     Ops,
///     Web,
/// }
///
/// fn distinct(teams: &[Team]) -> Result<(), &'static str> {
///     match teams {
///         [first, rest @ ..] if rest.contains(first) => Err("name each team once"),
///         _ => Ok(()),
///     }
/// }
///
/// let schema = Deletion::schema().to_json();
/// assert_eq!(schema["required"], serde_json::json!(["reason", "severity"]));
/// assert_eq!(schema["properties"]["limit"]["maximum"], 10_000);
/// assert!(Deletion::schema().faults().is_empty());
/// ```
///
/// A form has named fields; a unit struct is a form without any. What type a field may have is said at
/// [`Field`](trait@Field). An `Option` may be absent, and so may a list that needs no item; everything else is required,
/// with a default or without. Generic forms name their bounds themselves: `struct Pick<T: Field>`.
///
/// # Keys on a field
///
/// | `#[form(…)]` | meaning |
/// | --- | --- |
/// | `title = "…"` | what the person reads as the field's name, at most 256 characters |
/// | `description = "…"` | the help beside it, at most 1,024 characters. Not given: the doc comment, in one line |
/// | `rename = "…"` | the name on the wire. Not given: serde's `rename`, then a `rename_all`, then the field's name |
/// | `length = 3..=200` | Unicode code points of a text. Without it a text has at most 4,096 |
/// | `range = 1..=10` | values of a number. Without it an integer has the bounds of its type, and ±(2^53 − 1) at most |
/// | `items = 1..=3` | items of a list. Without it as many as there are choices |
/// | `format = "email"` | one of `email`, `uri`, `date`, `date-time`, for a text; asserted on the answer |
/// | `default = value` | what the client shows first: a literal (`"…"` for a choice too, `[…]` for a list), or an expression of the field's type or of the one in its `Option`. Never filled in by the server |
/// | `choices` | the choices of a `String`, `Option<String>` or `Vec<String>` are given by the call: `#[ask(…, choices(field = iter))]` |
/// | `check = path` | a rule that the schema cannot carry, `fn(&T) -> Result<(), impl Display>`. `T` is the field's type, or what is in its `Option`, `str` for texts, `[C]` for lists. The error is told to the person; it must not quote the answer |
/// | `sensitive = "reason"` | why a field that sounds like a secret is none; see below |
///
/// Ranges include both ends. `1..` and `..=10` leave one side open; `1..10` is refused, since the wire knows inclusive
/// bounds only. Bounds may be constant expressions.
///
/// # Keys on the struct
///
/// | `#[form(…)]` | meaning |
/// | --- | --- |
/// | `rename_all = "camelCase"` | one of serde's eight rules, for the names on the wire. Not given: serde's own `rename_all` |
/// | `check = path` | a rule about the fields together, `fn(&Self) -> Result<(), impl Display>`; runs when every field is good |
/// | `json_schema` | also implements `schemars::JsonSchema`, with the very same schema |
/// | `crate = path` | where this crate is, if not at `::askback` |
///
/// # Errors
///
/// At compile time, each with the place and the remedy: types that no flat form has, keys that do not fit the type, empty
/// ranges and bounds outside the type, literal defaults that the field itself would refuse, defaults of another type, names
/// used twice, and serde's `flatten`, `default`, `skip…` and `with`, which would make the schema lie. For a generic form
/// what depends on its parameters is checked when it is built with them.
///
/// Bounds and memberships of a default that is an expression, and the format of a literal one, show only when the schema is
/// built: such a default is left out, logged, and listed in [`Schema::faults`](form::Schema::faults), which a test of yours
/// can look at. Nothing panics.
///
/// # Secrets
///
/// Form mode must not collect credentials (MCP 2026-07-28, client/elicitation, "Security Considerations"); URL mode is for
/// that. A field whose name, wire name, title or description has words like password, token, API key, card number or PIN
/// does not compile, unless `sensitive` gives the reason why it is none. This is a lint on words, not a proof.
#[cfg(feature = "macros")]
pub use askback_macros::Form;

/// Makes an enum of unit variants a [choice](trait@Choice): one of a closed set of values, alone as a field of a form, or
/// several in a `Vec`, `BTreeSet` or `HashSet`.
///
/// ```
/// use askback::{Choice, Form};
///
/// #[derive(Choice)]
/// #[choice(rename_all = "kebab-case")]
/// enum Severity {
///     /// Low: can wait
///     CanWait,
///     #[choice(title = "High: now", rename = "now")]
///     AtOnce,
/// }
///
/// #[derive(Form)]
/// struct Report {
///     severity: Severity,
/// }
///
/// assert_eq!(
///     Report::schema().to_json()["properties"]["severity"]["oneOf"],
///     serde_json::json!([
///         {"const": "can-wait", "title": "Low: can wait"},
///         {"const": "now", "title": "High: now"},
///     ])
/// );
/// ```
///
/// Without titles a choice goes out as `enum`. As soon as one variant has a title all of them do (the others their
/// name): `oneOf`, or `anyOf` in a list, of `const` and `title`.
///
/// # Keys on a variant
///
/// | `#[choice(…)]` | meaning |
/// | --- | --- |
/// | `title = "…"` | what the person reads, at most 256 characters. Not given: the first line of the doc comment |
/// | `rename = "…"` | the value on the wire. Not given: serde's `rename`, then a `rename_all`, then the variant's name |
///
/// # Keys on the enum
///
/// | `#[choice(…)]` | meaning |
/// | --- | --- |
/// | `rename_all = "snake_case"` | one of serde's eight rules, for the values on the wire. Not given: serde's own `rename_all` |
/// | `legacy` | titles go out as `enum` with `enumNames`, which clients before 2025-11-25 know |
/// | `crate = path` | where this crate is, if not at `::askback` |
///
/// # Errors
///
/// At compile time: variants with data, an enum without variants or with more than 512, a value used twice, and serde
/// attributes that would make the schema lie (`skip`, `other`, `untagged`, …).
#[cfg(feature = "macros")]
pub use askback_macros::Choice;

/// Makes a newtype a [field type](trait@Field): on the wire it is what it wraps, perhaps narrowed, perhaps checked.
///
/// ```
/// use askback::{Field, Form};
///
/// #[derive(Field)]
/// #[field(length = 3..=9, check = letters_and_digits)]
/// struct Ticket(String);
///
/// fn letters_and_digits(text: &str) -> Result<(), &'static str> {
///     if text.chars().all(char::is_alphanumeric) { Ok(()) } else { Err("letters and digits only") }
/// }
///
/// #[derive(Form)]
/// struct Audit {
///     ticket: Ticket,
///     follow_up: Option<Ticket>,
/// }
///
/// assert_eq!(Audit::schema().to_json()["properties"]["ticket"]["minLength"], 3);
/// ```
///
/// # Keys
///
/// | `#[field(…)]` | meaning |
/// | --- | --- |
/// | `length = 3..=9` | Unicode code points, if it wraps a text |
/// | `range = 1..=100` | values, if it wraps a number |
/// | `items = 1..=3` | items, if it wraps a list |
/// | `format = "email"` | one of `email`, `uri`, `date`, `date-time`, if it wraps a text |
/// | `check = path` | a rule about the value inside, as `check` of a form's field |
/// | `crate = path` | where this crate is, if not at `::askback` |
///
/// A field of a form may narrow these limits further, never widen them.
///
/// # Errors
///
/// At compile time: a struct with another number of fields than one, a type inside that is no field, and limits that do
/// not fit it.
#[cfg(feature = "macros")]
pub use askback_macros::Field;

pub use answer::Answer;
pub use askback::{Askback, Builder, ConfigError};
pub use conversation::{
    AnyGate, Ask, AskAll, AskOne, Asked, Asking, AskingInput, Confirmed, Consent, Gate, Handler,
    Item, Optional, Parts, Pause, QuestionKind, Return, What, form, input, url,
};
pub use error::Error;
pub use form::{Choice, Field, Form};
pub use question::{InputRequest, Message, Mode, Modes};
pub use seal::Principal;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "rmcp")]
pub use crate::rmcp::wrap;
