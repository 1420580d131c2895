//! `#[interactive]`.

mod by_hand;
pub(crate) mod check;
mod expand;
pub(crate) mod input;
mod model;

use proc_macro2::TokenStream;

use crate::{faults::Faults, handler::item, messages};

/// The expansion; on faults all of them, and a method without sense under the same name.
pub(crate) fn interactive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let method = match item::function(&arguments, item, messages::interactive::NOT_A_METHOD) {
        Ok(method) => method,
        Err(instead) => return instead,
    };
    let mut faults = Faults::default();
    let input = input::read(arguments, method, &mut faults);
    match check::check(input, faults) {
        Ok(model) => expand::expand(&model),
        Err(rejected) => expand::expand_rejected(*rejected),
    }
}
