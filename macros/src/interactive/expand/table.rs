//! The handler as data.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interactive::model::{Handler, Item, Settings, What};

/// A `&'static Handler`.
pub(super) fn table(handler: &Handler) -> TokenStream {
    let runtime = &handler.runtime;
    let private = quote!(#runtime::__private);
    let name = {
        use syn::ext::IdentExt;
        handler.method.ident.unraw().to_string()
    };
    let Settings {
        ttl,
        rounds,
        guidance,
        unsealed,
        plain,
    } = &handler.settings;
    let (ttl, rounds, guidance) = (
        option(ttl.as_ref()),
        option(rounds.as_ref()),
        option(guidance.as_ref()),
    );
    let items = handler
        .items
        .iter()
        .map(|item| self::item(&private, item, &handler.items));
    quote! {
        const {
            &#private::Handler {
                name: #name,
                ttl: #ttl,
                rounds: #rounds,
                guidance: #guidance,
                unsealed: #unsealed,
                plain: #plain,
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

fn item(private: &TokenStream, item: &Item, items: &[Item]) -> TokenStream {
    let key = &item.key;
    let mentions = item
        .mentions
        .iter()
        .filter_map(|at| items.get(*at))
        .map(|item| &item.key);
    let ty = &item.ty;
    let what = match &item.what {
        What::Precondition(_) => quote!(Precondition),
        What::Step(_) => quote!(Step),
        What::Question(_) => quote!(Question(|| #private::kind!(#ty))),
    };
    quote! {
        #private::Item { key: #key, what: #private::What::#what, mentions: &[#(#mentions),*] }
    }
}
