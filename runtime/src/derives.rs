//! The derives, with their documentation.

// Its links.
#[cfg(doc)]
use crate::form::{self, Choice, Field, Form};

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
/// # Keys
///
/// On the struct `rename_all`, `check`, `json_schema`, `crate`; on a field `title`, `description`, `rename`, `length`, `range`,
/// `items`, `format`, `default`, `choices`, `check`, `sensitive`. What each takes, what holds without it and what it excludes is
/// said in [the reference](crate::guide::reference::form).
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
/// [`title`](form::Choice::title) is what the person read when they chose, and [`value`](form::Choice::value) what came: so a later
/// message names a choice, `#[ask("Report it as `{}`?", report.severity.title())]`, with the trait in scope
/// (`use askback::Choice`).
///
/// Without titles a choice goes out as `enum`. As soon as one variant has a title all of them do (the others their
/// name): `oneOf`, or `anyOf` in a list, of `const` and `title`.
///
/// # Keys
///
/// On the enum `rename_all`, `legacy`, `crate`; on a variant `title`, `rename`. What each takes and what holds without it is said
/// in [the reference](crate::guide::reference::choice).
///
/// # Errors
///
/// At compile time: variants with data, an enum without variants or with more than 512, a value used twice, and serde
/// attributes that would make the schema lie (`skip`, `other`, `untagged`, …).
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
/// `length`, `range`, `items`, `format`, `check`, `crate`. What each takes, what holds without it and what it excludes is said in
/// [the reference](crate::guide::reference::field).
///
/// # Errors
///
/// At compile time: a struct with another number of fields than one, a type inside that is no field, and limits that do
/// not fit it.
pub use askback_macros::Field;
