//! Parameters of an operation that have no attribute, and are no reference: its arguments, and who calls.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::arguments::{input_schema, no_arguments, read_arguments};
use crate::conversation::Ask;
use crate::error::Error;
use crate::seal::Principal;

/// What an operation is given of its registry. A name of its own, so that `dyn Trait` in it is what it is in `Operation<dyn Trait>`.
pub type State<'a, S> = &'a S;

/// What an operation's parameter can be: the caller's [`Principal`], or what the arguments are read into.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no parameter of an operation",
    label = "neither read from the arguments, nor asked for",
    note = "the arguments derive `serde::Deserialize` and `schemars::JsonSchema`",
    note = "a question needs `#[ask(\"…\")]` above its parameter, a value computed beforehand `#[step(…)]`, and the registry's state is a reference"
)]
pub trait OperationParameter: Sized {
    /// The schema of the arguments, if it is these.
    const SCHEMA: Option<MakeSchema>;

    /// The value. It may take what is there.
    ///
    /// # Errors
    ///
    /// One that the registry knows as `invalid_arguments`.
    fn read(arguments: &mut Value, ask: &Ask<'_>) -> Result<Self, Error>;
}

#[diagnostic::do_not_recommend]
impl<P: DeserializeOwned + JsonSchema> OperationParameter for P {
    const SCHEMA: Option<MakeSchema> = Some(input_schema::<P>);

    fn read(arguments: &mut Value, _: &Ask<'_>) -> Result<Self, Error> {
        read_arguments(arguments.take())
    }
}

impl OperationParameter for Principal {
    const SCHEMA: Option<MakeSchema> = None;

    fn read(_: &mut Value, ask: &Ask<'_>) -> Result<Self, Error> {
        Ok(ask.conversation.principal().clone())
    }
}

/// How a parameter is read. It has no bounds, so that a wrong type is one error.
pub struct Parameter<P> {
    /// The schema of the arguments, if it is these.
    pub schema: Option<MakeSchema>,
    /// The value, for the expressions of the plan.
    pub again: fn(&Value, &Ask<'_>) -> Result<P, Error>,
    /// The value, for the body.
    pub read: fn(&mut Value, &Ask<'_>) -> Result<P, Error>,
}

/// How a `P` is read.
#[must_use]
pub fn parameter<P: OperationParameter>() -> Parameter<P> {
    Parameter {
        schema: P::SCHEMA,
        again: |arguments, ask| P::read(&mut arguments.clone(), ask),
        read: P::read,
    }
}

/// Makes a schema.
type MakeSchema = fn() -> Map<String, Value>;

/// The schema of an operation with these parameters.
#[must_use]
pub fn schema(parameters: &[Option<MakeSchema>]) -> Map<String, Value> {
    let Some(schema) = parameters.iter().flatten().next() else {
        let nothing = json!({ "type": "object", "additionalProperties": false });
        return match nothing {
            Value::Object(schema) => schema,
            _ => Map::new(),
        };
    };
    schema()
}

/// Refuses arguments that no parameter reads: each says whether it does.
///
/// # Errors
///
/// One that the registry knows as `invalid_arguments`, where none does and they are not `{}`.
pub fn takes(parameters: &[bool], arguments: &Value) -> Result<(), Error> {
    match parameters.contains(&true) {
        true => Ok(()),
        false => no_arguments(arguments),
    }
}

/// A doc comment as a description: `None` when it is blank.
#[must_use]
pub fn description(text: &'static str) -> Option<&'static str> {
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_the_arguments_or_the_caller_by_its_type() {
        type Caller = Principal;
        #[derive(serde::Deserialize, JsonSchema)]
        struct Args {
            #[allow(dead_code, reason = "told, and no more")]
            days: u8,
        }
        assert!(parameter::<Caller>().schema.is_none());
        let schema = schema(&[parameter::<Caller>().schema, parameter::<Args>().schema]);
        assert_eq!(schema["properties"]["days"]["type"], "integer");
        assert!(takes(&[false, true], &json!({ "days": 1 })).is_ok());
    }

    #[test]
    fn what_takes_nothing_says_so() {
        assert_eq!(schema(&[None])["additionalProperties"], false);
        assert!(takes(&[], &json!({})).is_ok());
        assert!(takes(&[false], &json!({ "days": 1 })).is_err());
    }

    #[test]
    fn a_blank_doc_comment_describes_nothing() {
        assert_eq!(description("\n \n"), None);
        assert_eq!(description("Deletes.\n"), Some("Deletes."));
    }
}
