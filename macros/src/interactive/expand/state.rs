//! Handlers with `#[state]`: nothing is declared but preconditions, and the body asks by its own result.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Path, Type};

use super::{callee, hidden, lints, receiver};
use crate::{
    emit,
    handler::{
        expand::passed::{Passed, passed},
        model::{Function, Handler, Role, What},
    },
};

/// Opens the state.
pub(super) fn open(runtime: &Path, table: &TokenStream, state: &Type) -> TokenStream {
    let (keeper, nothing) = (quote!(#runtime::__private::keeper), TokenStream::new());
    let keeper = emit::call_of(&keeper, state, &nothing, &nothing);
    quote!((&__askback_call).open_state(#table, #keeper))
}

/// The hidden function that goes through the preconditions, then calls the author's.
pub(super) fn run(handler: &Handler, state: &Type) -> TokenStream {
    let Handler {
        runtime,
        function,
        items,
        ..
    } = handler;
    let Function {
        attributes,
        generics,
        output,
        ..
    } = function;
    let (name, body, receiver) = (
        hidden(handler, "run"),
        callee(handler, "body"),
        receiver(handler),
    );
    let lints = lints();
    let (cfgs, where_clause) = (&attributes.cfgs, &generics.where_clause);
    let Passed {
        planned,
        extracted,
        arguments,
    } = passed(handler, |role| match role {
        Role::State => quote!(__askback_stated.value()),
        _ => quote!(()),
    });
    let preconditions = items.iter().filter_map(|item| match &item.what {
        What::Precondition(expr) => {
            let name = item
                .name
                .as_ref()
                .map_or_else(|| quote!(_), |name| quote!(#name));
            Some(quote!(let #name: () = #expr;))
        }
        _ => None,
    });
    quote! {
        #(#cfgs)*
        #lints
        async fn #name #generics(
            #receiver
            __askback_stated: &mut #runtime::__private::Stated<#state>,
            __askback_pause: fn(#runtime::__private::Pause) -> #output,
            #(#planned,)*
            #(#extracted,)*
        ) -> #output #where_clause {
            #(#preconditions)*
            if let ::core::result::Result::Err(__askback_paused) = __askback_stated.enter().await {
                return __askback_pause(__askback_paused);
            }
            #body(#(#arguments),*).await
        }
    }
}
