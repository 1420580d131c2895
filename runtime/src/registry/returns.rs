//! What an operation written with `#[operation]` may return, and how it becomes an outcome.

use std::error::Error as StdError;

use serde::Serialize;
use serde_json::Value;

use super::refused::Refused;
use crate::conversation::{Pause, Return};
use crate::error::Error;

/// An operation's own error on its way to the host.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given to the host as an error",
    label = "cannot be boxed as an error",
    note = "implement `std::error::Error` for it, or return `askback::Error`"
)]
pub trait Fails {
    /// As the one error that there is for all operations.
    fn fails(self) -> Error;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn StdError + Send + Sync>>> Fails for E {
    fn fails(self) -> Error {
        self.into().into()
    }
}

impl Fails for Error {
    fn fails(self) -> Error {
        self
    }
}

/// What an operation gives to the host.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the outcome of an operation",
    label = "the outcome becomes JSON",
    note = "derive `serde::Serialize` for it"
)]
pub trait Gives: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Gives for T {}

/// How an operation that returns an `R` pauses and ends.
pub struct OperationReturns<R> {
    /// The operation's own way out.
    pub pause: fn(Pause) -> R,
    /// What goes to the registry.
    pub finish: fn(R) -> Result<Value, Error>,
}

/// How an operation that returns an `R` pauses and ends. One sync call without bounds on its result: a type that does not fit
/// is one error.
pub fn operation_returns<R>() -> OperationReturns<R>
where
    R: Return,
    R::Value: Gives,
    R::Failure: Fails,
{
    OperationReturns {
        pause: R::pause,
        finish: |returned| match returned.into_result() {
            Ok(value) => outcome(value),
            Err(failure) => Err(failure.fails()),
        },
    }
}

/// What an operation gave, as JSON.
///
/// # Errors
///
/// One that the registry knows as `invalid_outcome`, when the value is nothing that JSON can say.
pub fn outcome<T: Serialize>(value: T) -> Result<Value, Error> {
    serde_json::to_value(value).map_err(|error| {
        // It may quote a key of the value: that is for the log.
        tracing::error!(%error, "what an operation gave cannot be written as JSON");
        Refused::Outcome("what the operation gave cannot be written as JSON".to_owned()).into()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn an_outcome_is_json_or_an_error_that_quotes_nothing() {
        assert_eq!(outcome(7_u8).unwrap(), 7);
        let error = outcome(BTreeMap::from([((1, "secret"), 2)])).unwrap_err();
        assert!(matches!(
            error.downcast_ref::<Refused>(),
            Some(Refused::Outcome(_))
        ));
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn an_error_stays_what_it_is() {
        let returns = operation_returns::<Result<u8, String>>();
        let error = (returns.finish)((returns.pause)(Pause { _private: () })).unwrap_err();
        assert!(error.to_string().contains("pauses"), "{error}");

        let returns = operation_returns::<Result<u8, Error>>();
        let error = (returns.finish)(Err("x".parse::<u8>().unwrap_err().into())).unwrap_err();
        assert!(error.downcast_ref::<std::num::ParseIntError>().is_some());
    }
}
