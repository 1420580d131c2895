//! `#[interactive]`.

mod by_hand;
pub(crate) mod check;
mod expand;
pub(crate) mod input;
mod model;

use proc_macro2::TokenStream;
use quote::quote;

use crate::{depth, faults::Faults};

/// The expansion; on faults all of them, and a method without sense under the same name.
pub(crate) fn interactive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let nested = depth::check(&arguments).and_then(|()| depth::check(&depth::head(&item)));
    let method = match nested.and_then(|()| syn::parse2(item.clone())) {
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
