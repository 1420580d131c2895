//! The handler as data.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use super::{hidden, lints, question, this};
use crate::emit;
use crate::handler::{
    document,
    model::{Function, Handler, Item, Settings, What},
};

/// The handler's table in a hidden function, and its plan, if it declares anything, in one for everybody: `plan`.
pub(crate) fn functions(handler: &Handler, plan: &Ident) -> TokenStream {
    let Function {
        attributes,
        vis,
        ident,
        generics,
        ..
    } = &handler.function;
    let (name, table) = (hidden(handler, "table"), table(handler));
    let given: Vec<TokenStream> = handler
        .items
        .iter()
        .flat_map(|item| match &item.what {
            What::Question(question) => question::given(&handler.runtime, item, question),
            What::Precondition(_) | What::Step(_) => Vec::new(),
        })
        .collect();
    // A method's types may name type parameters of its server.
    let (items, inline) = emit::place_checks(&given, this(handler).is_some());
    let private = {
        let runtime = &handler.runtime;
        quote!(#runtime::__private)
    };
    let (cfgs, where_clause, lints) = (&attributes.cfgs, &generics.where_clause, lints());
    let plan = document::list(handler).map(|documented| {
        let bare = ident.unraw();
        let docs =
            format!("What `{bare}` asks, in which rounds, and what its confirmations cover.");
        quote! {
            #(#cfgs)*
            #[doc = #docs]
            #[must_use]
            #lints
            #[allow(dead_code, unused_lifetimes)]
            #vis fn #plan #generics() -> #private::Plan #where_clause {
                #private::Plan::of(Self::#name(), #documented)
            }
        }
    });
    quote! {
        #(#cfgs)*
        #lints
        #[allow(unused_lifetimes)]
        fn #name #generics() -> &'static #private::Handler #where_clause {
            #items
            #inline
            #table
        }
        #plan
    }
}

/// A `&'static Handler`.
fn table(handler: &Handler) -> TokenStream {
    let runtime = &handler.runtime;
    let private = quote!(#runtime::__private);
    let name = &handler.name;
    let Settings {
        ttl,
        rounds,
        once,
        recover,
        guidance,
        unsealed,
        plain,
    } = &handler.settings;
    let (ttl, rounds, guidance) = (
        option(ttl.as_ref()),
        option(rounds.as_ref()),
        option(guidance.as_ref()),
    );
    let (recovers, asks) = (recover.is_some(), handler.asks());
    let items = handler.items.iter().map(|item| self::item(&private, item));
    quote! {
        const {
            &#private::Handler {
                name: #name,
                ttl: #ttl,
                rounds: #rounds,
                guidance: #guidance,
                unsealed: #unsealed,
                once: #once,
                recovers: #recovers,
                by_hand: false,
                plain: #plain,
                asks: #asks,
                plan: &[#(#items),*],
            }
        }
    }
}

fn option(value: Option<&impl quote::ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

fn item(private: &TokenStream, item: &Item) -> TokenStream {
    let Item {
        key, ty, mentions, ..
    } = item;
    let (what, when, until) = match &item.what {
        What::Precondition(_) | What::Step(_) => {
            (quote!(Step(#private::is_unit::<#ty>)), false, false)
        }
        What::Question(question) => (
            quote!(Question(|| #private::asked_as!(#ty))),
            question.when.is_some(),
            question.is_until(),
        ),
    };
    quote! {
        #private::Item { key: #key, what: #private::What::#what, when: #when, until: #until, mentions: &[#(#mentions),*] }
    }
}
