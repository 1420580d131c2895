//! `#[operation]`.

mod check;
mod expand;
pub(crate) mod input;
mod model;

#[cfg(test)]
pub(crate) use input::OPERATION;
use proc_macro2::TokenStream;

use crate::{faults::Faults, handler::item, messages};

/// The expansion; on faults all of them, and an operation without sense under the same name.
pub(crate) fn operation(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let function = match item::function(&arguments, item, messages::operation::NOT_A_FUNCTION) {
        Ok(function) => function,
        Err(instead) => return instead,
    };
    let mut faults = Faults::default();
    let input = input::read(arguments, function, &mut faults);
    match check::check(input, faults) {
        Ok(operation) => expand::expand(&operation),
        Err(rejected) => expand::expand_rejected(*rejected),
    }
}
