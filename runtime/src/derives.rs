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
pub use askback_macros::Field;
