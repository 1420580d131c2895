//! What the macros make of every key and every shape: snapshots to read, a visitor that looks at every path, and noise.
//!
//! After a change of an expansion: `INSTA_UPDATE=always cargo test -p askback-macros --lib expansion`, then read the difference.

mod corpus;
mod difference;
mod fuzz;
mod paths;
mod snapshots;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Attribute, DeriveInput,
    parse::{ParseStream, Parser},
};

/// Where tokens come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Form,
    Choice,
    Field,
    Interactive,
    Operation,
    Message,
    Document,
}

impl Entry {
    /// What the compiler hands to the macro: the arguments of the attribute, and the item.
    fn split(self, source: TokenStream) -> syn::Result<(TokenStream, TokenStream)> {
        let name = match self {
            Self::Interactive => "interactive",
            Self::Operation => "operation",
            Self::Document => "document",
            Self::Form | Self::Choice | Self::Field | Self::Message => {
                return Ok((TokenStream::new(), source));
            }
        };
        let parse = |input: ParseStream<'_>| {
            let mut attrs = Attribute::parse_outer(input)?;
            let own = attrs.iter().position(|attr| attr.path().is_ident(name));
            let arguments = match own.map(|at| attrs.remove(at).meta) {
                Some(syn::Meta::List(list)) => list.tokens,
                _ => TokenStream::new(),
            };
            let rest: TokenStream = input.parse()?;
            Ok((arguments, quote!(#(#attrs)* #rest)))
        };
        parse.parse2(source)
    }

    /// The expansion. What is no item at all is an error of the compiler's, which no derive ever sees.
    fn expand(self, arguments: TokenStream, item: TokenStream) -> TokenStream {
        let derived = |derive: fn(DeriveInput) -> TokenStream| match syn::parse2(item.clone()) {
            Ok(item) => derive(item),
            Err(fault) => fault.into_compile_error(),
        };
        match self {
            Self::Form => derived(crate::form::derive),
            Self::Choice => derived(crate::choice::derive),
            Self::Field => derived(crate::field::derive),
            Self::Interactive => crate::interactive::interactive(arguments, item),
            Self::Operation => crate::operation::operation(arguments, item),
            Self::Message => crate::message::message(item),
            Self::Document => crate::handler::document::document(arguments, item),
        }
    }

    /// The expansion where it stands in a program.
    fn program(self, expansion: &TokenStream) -> syn::Result<syn::File> {
        syn::parse2(match self {
            Self::Interactive | Self::Document => quote!(impl Server { #expansion }),
            Self::Message => quote!(fn said() { #expansion }),
            Self::Form | Self::Choice | Self::Field | Self::Operation => expansion.clone(),
        })
    }
}
