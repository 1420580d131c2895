//! `#[derive(Form)]`.

mod check;
mod expand;
mod input;
mod model;

#[cfg(test)]
pub(crate) use input::{CONTAINER, FIELD};
use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::faults::Faults;

/// The expansion; on faults all of them, and an impl without sense that keeps one mistake one error.
pub(crate) fn derive(item: DeriveInput) -> TokenStream {
    let mut faults = Faults::default();
    let input = input::read(item, &mut faults);
    match check::check(input, faults) {
        Ok(model) => expand::expand(&model),
        Err(rejected) => expand::expand_rejected(*rejected),
    }
}
