//! The macros of `askback`. Their documentation stands on the re-exports of that crate.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod choice;
mod default;
mod depth;
mod docs;
mod emit;
mod entry;
#[cfg(test)]
mod expansion;
mod faults;
mod field;
mod form;
mod format;
mod handler;
mod interactive;
mod limit;
mod message;
mod messages;
mod names;
mod operation;
#[cfg(test)]
mod reference;
mod rename;
mod secrets;
mod serde_attrs;
mod vocabulary;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use syn::DeriveInput;

/// See `askback::Form`.
#[proc_macro_derive(Form, attributes(form, serde))]
pub fn derive_form(item: TokenStream) -> TokenStream {
    derived(item.into(), form::derive).into()
}

/// See `askback::Choice`.
#[proc_macro_derive(Choice, attributes(choice, serde))]
pub fn derive_choice(item: TokenStream) -> TokenStream {
    derived(item.into(), choice::derive).into()
}

/// See `askback::Field`.
#[proc_macro_derive(Field, attributes(field))]
pub fn derive_field(item: TokenStream) -> TokenStream {
    derived(item.into(), field::derive).into()
}

fn derived(item: Tokens, derive: fn(DeriveInput) -> Tokens) -> Tokens {
    match depth::check(&item).and_then(|()| syn::parse2(item)) {
        Ok(item) => derive(item),
        Err(fault) => fault.into_compile_error(),
    }
}

/// See `askback::interactive`.
#[proc_macro_attribute]
pub fn interactive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    interactive::interactive(arguments.into(), item.into()).into()
}

/// See `askback::operation`.
#[proc_macro_attribute]
pub fn operation(arguments: TokenStream, item: TokenStream) -> TokenStream {
    operation::operation(arguments.into(), item.into()).into()
}

/// See `askback::message`.
#[doc(hidden)]
#[proc_macro]
pub fn message(input: TokenStream) -> TokenStream {
    message::message(input.into()).into()
}

/// Appends the plan of an interactive handler to its documentation. Part of the expansion of `interactive`.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn document(arguments: TokenStream, item: TokenStream) -> TokenStream {
    handler::document::document(arguments.into(), item.into()).into()
}
