//! `#[operation]`.

mod check;
mod expand;
pub(crate) mod input;
mod model;

#[cfg(test)]
pub(crate) use input::OPERATION;
use proc_macro2::TokenStream;
use quote::quote;

use crate::{depth, faults::Faults};

/// The expansion; on faults all of them, and an operation without sense under the same name.
pub(crate) fn operation(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let nested = depth::check(&arguments).and_then(|()| depth::check(&depth::head(&item)));
    let function = match nested.and_then(|()| syn::parse2(item.clone())) {
        Ok(function) => function,
        Err(fault) => {
            let fault = fault.into_compile_error();
            return quote!(#fault #item);
        }
    };
    let mut faults = Faults::default();
    let input = input::read(arguments, function, &mut faults);
    match check::check(input, faults) {
        Ok(operation) => expand::expand(&operation),
        Err(rejected) => expand::expand_rejected(*rejected),
    }
}
