//! An operation's arguments: their schema, and reading them.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::refused::Refused;
use crate::canonical::{check_object_bounds, parse_raw};
use crate::error::Error;
use crate::form::escape::bounded_to;

/// Most code points of a place in the arguments that are shown.
const MAX_PATH: usize = 128;

/// The schema of an operation's arguments: JSON Schema 2020-12.
///
/// ```
/// #[derive(schemars::JsonSchema)]
/// struct Purge {
///     older_than_days: u32,
/// }
///
/// let schema = askback::registry::input_schema::<Purge>();
/// assert_eq!(schema["type"], "object");
/// assert_eq!(schema["required"][0], "older_than_days");
/// ```
#[must_use]
pub fn input_schema<P: JsonSchema>() -> Map<String, Value> {
    let generator = SchemaSettings::draft2020_12().into_generator();
    match generator.into_root_schema_for::<P>().to_value() {
        Value::Object(schema) => schema,
        _ => any_object(),
    }
}

/// The schema of arguments that are any object.
pub(super) fn any_object() -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), "object".into())])
}

/// The arguments of a call, or what is wrong with them. None are `{}`.
pub(super) fn object(arguments: Value) -> Result<Map<String, Value>, String> {
    let members = match arguments {
        Value::Object(members) => members,
        Value::Null => Map::new(),
        _ => return Err("the arguments have to be an object".to_owned()),
    };
    check_object_bounds(&members).map_err(|error| format!("the arguments are {error}"))?;
    Ok(members)
}

/// The same for arguments that were given as JSON text.
pub(super) fn parse(text: &str) -> Result<Map<String, Value>, String> {
    let arguments =
        parse_raw(text).map_err(|error| format!("the arguments cannot be read: {error}"))?;
    object(arguments)
}

/// Reads an operation's arguments. For [`Operation`](super::Operation)s written by hand.
///
/// ```
/// use askback::registry::read_arguments;
/// use serde_json::json;
///
/// #[derive(serde::Deserialize)]
/// struct Purge {
///     older_than_days: u32,
/// }
///
/// let Purge { older_than_days } = read_arguments(json!({ "older_than_days": 30 }))?;
/// assert_eq!(older_than_days, 30);
///
/// let error = read_arguments::<Purge>(json!({ "older_than_days": "30" })).err().map(|error| error.to_string());
/// assert_eq!(
///     error.as_deref(),
///     Some("the arguments do not fit at `older_than_days`: this has to be u32"),
/// );
/// # Ok::<(), askback::Error>(())
/// ```
///
/// # Errors
///
/// One that the registry knows as `invalid_arguments`: it says where the first misfit is and what would fit, and quotes no
/// value.
pub fn read_arguments<P: DeserializeOwned>(arguments: Value) -> Result<P, Error> {
    serde_path_to_error::deserialize(arguments).map_err(|error| {
        let path = error.path().to_string();
        let what = misfit(&error.inner().to_string());
        let at = match path.as_str() {
            "." => String::new(),
            path => format!(" at `{}`", bounded_to(&path, MAX_PATH)),
        };
        Refused::Arguments(format!("the arguments do not fit{at}: {what}")).into()
    })
}

/// Says that an operation takes no arguments.
///
/// # Errors
///
/// One that the registry knows as `invalid_arguments`, unless they are `{}`.
pub(super) fn no_arguments(arguments: &Value) -> Result<(), Error> {
    match arguments {
        Value::Object(members) if members.is_empty() => Ok(()),
        _ => Err(Refused::Arguments("this operation takes no arguments".to_owned()).into()),
    }
}

/// What would fit, out of serde's own text: without what was sent.
fn misfit(text: &str) -> String {
    if text.starts_with("missing field `") {
        return text.to_owned();
    }
    let unknown = text.starts_with("unknown field `");
    let generated = ["invalid type: ", "invalid value: ", "invalid length "];
    if !unknown && !generated.iter().any(|start| text.starts_with(start)) {
        return match text.strip_prefix("unknown variant `") {
            // The names that there are stand behind the last backtick-free comma.
            Some(rest) => expected(rest).map_or_else(unfit, |what| format!("expected {what}")),
            None => unfit(),
        };
    }
    match expected(text) {
        Some(what) if unknown => format!("there is no such field, expected {what}"),
        Some(what) => format!("this has to be {what}"),
        None if unknown => "there is no such field".to_owned(),
        None => unfit(),
    }
}

fn unfit() -> String {
    "the value is not acceptable".to_owned()
}

/// What stands behind the last `expected`, which is the author's: what was sent stands before it. Where there is nothing to
/// expect, the last one is what was sent.
fn expected(text: &str) -> Option<&str> {
    if text.ends_with("`, there are no fields") || text.ends_with("`, there are no variants") {
        return None;
    }
    let (_, what) = text.rsplit_once(", expected ")?;
    Some(what)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "read, and no more")]
    struct Args {
        days: u8,
        #[serde(default)]
        kind: Option<Kind>,
        #[serde(default)]
        hosts: Vec<Host>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Full,
        Part,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "read, and no more")]
    struct Host {
        address: std::net::IpAddr,
    }

    fn told(arguments: Value) -> String {
        let error = read_arguments::<Args>(arguments).unwrap_err();
        assert!(matches!(
            error.downcast_ref::<Refused>(),
            Some(Refused::Arguments(_))
        ));
        error.to_string()
    }

    #[test]
    fn a_misfit_says_where_and_what_fits_and_quotes_no_value() {
        for (arguments, text) in [
            (json!({}), "the arguments do not fit: missing field `days`"),
            (
                json!({ "days": "hunter2" }),
                "the arguments do not fit at `days`: this has to be u8",
            ),
            (
                json!({ "days": 300 }),
                "the arguments do not fit at `days`: this has to be u8",
            ),
            (
                json!({ "days": "x, expected hunter2" }),
                "the arguments do not fit at `days`: this has to be u8",
            ),
            (
                json!({ "days": 1, "kind": "hunter2" }),
                "the arguments do not fit at `kind`: expected `full` or `part`",
            ),
            (
                json!({ "days": 1, "hosts": [{ "address": "hunter2" }] }),
                "the arguments do not fit at `hosts[0].address`: the value is not acceptable",
            ),
        ] {
            assert_eq!(told(arguments), text);
        }
        let unknown = told(json!({ "days": 1, "hunter2": 1 }));
        assert!(
            unknown.contains("there is no such field, expected one of `days`, `kind`, `hosts`"),
            "{unknown}"
        );
    }

    #[test]
    fn where_nothing_fits_nothing_is_quoted() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Nothing {}
        let sent = json!({ "x, expected \u{202e}hunter2": 1 });
        let told = read_arguments::<Nothing>(sent).unwrap_err().to_string();
        assert!(told.ends_with(": there is no such field"), "{told}");
        assert!(!told.contains('\u{202e}'), "{told}");
    }

    #[test]
    fn the_bounds_of_what_is_shown() {
        let long = "\u{202e}".repeat(1_000);
        let text = told(Value::Object(Map::from_iter([(long, json!(1))])));
        assert!(text.chars().count() < 1_600, "{text}");
        assert!(!text.contains('\u{202e}'), "{text}");
    }

    #[test]
    fn arguments_are_a_bounded_object() {
        assert_eq!(object(Value::Null), Ok(Map::new()));
        assert!(object(json!({ "a": 1 })).is_ok());
        for other in [json!([]), json!("x"), json!(1), json!(false)] {
            assert!(object(other).is_err());
        }
        let long = object(json!({ "a": "w".repeat(1024 * 1024) })).unwrap_err();
        assert!(long.contains("1048576 bytes"), "{long}");
        let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
        let deep = object(json!({ "a": deep })).unwrap_err();
        assert!(deep.contains("128 levels"), "{deep}");
    }

    #[test]
    fn text_is_read_for_what_it_says() {
        let read = parse(r#"{"a": 9007199254740993}"#).unwrap();
        assert_eq!(read["a"].as_u64(), Some(9_007_199_254_740_993));
        let twice = parse(r#"{"a": {"b": 1, "b": 2}}"#).unwrap_err();
        assert!(twice.contains("same key twice"), "{twice}");
        for text in ["", "{", "[]", "{} {}", "{\"a\": 1e999}"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&format!("{{}}{}", " ".repeat(1024 * 1024))).is_err());
    }

    #[test]
    fn no_arguments_are_an_empty_object() {
        assert!(no_arguments(&json!({})).is_ok());
        assert!(no_arguments(&json!({ "a": 1 })).is_err());
        assert!(no_arguments(&json!([])).is_err());
    }
}
