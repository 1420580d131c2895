//! `#[interactive]`.

mod ask;
mod by_hand;
mod check;
mod document;
mod expand;
mod input;
mod mentions;
pub(crate) mod message;
mod model;
mod plan;
mod rounds;
#[cfg(test)]
mod shapes;

use proc_macro2::TokenStream;
use quote::quote;

pub(crate) use document::document;

use crate::faults::Faults;

/// The expansion; on faults all of them, and a method without sense under the same name.
pub(crate) fn interactive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let method = match syn::parse2(item.clone()) {
        Ok(method) => method,
        Err(fault) => {
            let fault = fault.into_compile_error();
            return quote!(#fault #item);
        }
    };
    let mut faults = Faults::default();
    let input = input::read(arguments, method, &mut faults);
    match check::check(input, faults) {
        Ok(model) => expand::expand(&model),
        Err(rejected) => expand::expand_rejected(*rejected),
    }
}
