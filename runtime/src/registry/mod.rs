//! Operations for any host, MCP or not: a registry of them, and calls that finish, fail or wait for the person.

mod arguments;
mod operation;
mod parameter;
mod refused;
mod returns;

pub use operation::{Operation, OperationFuture};

// What the expansion of `#[operation]` needs.
#[doc(hidden)]
pub use {
    arguments::{input_schema, no_arguments, read_arguments},
    parameter::{OperationParameter, Parameter, State, description, parameter, schema, takes},
    returns::{Fails, OperationReturns, operation_returns, outcome},
};
