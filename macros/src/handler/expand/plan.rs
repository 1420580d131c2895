//! The hidden function that goes through the plan, then calls the author's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{
    callee, hidden, lints, local,
    passed::{Passed, passed},
    question, receiver, recovery, this, verify,
};
use crate::{
    emit,
    handler::{
        model::{Function, Handler, Item, Role, What},
        plan::{Act, acts},
    },
};

/// Straight-line code in a loop that runs once, or until nothing had to be asked in place.
pub(crate) fn run(handler: &Handler) -> TokenStream {
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
    let mut generics = generics.clone();
    // What is said of the plan as a whole is said of the author's function.
    let place = Span::call_site().located_at(function.ident.span());
    generics
        .params
        .insert(0, syn::parse_quote_spanned!(place=> '__askback_call));
    let Passed {
        planned,
        extracted,
        arguments,
    } = passed(handler, |role| match role {
        Role::Item(at) => match items.get(at).and_then(|item| item.name.as_ref()) {
            Some(name) => quote!(#name),
            None => quote!(()),
        },
        _ => quote!(__askback_ask),
    });
    // Without a receiver the outer function sees to that.
    let recovery = this(handler).and_then(|this| {
        recovery(
            handler,
            Some(&this),
            &quote!(__askback_pause),
            |recovered| recovered,
        )
    });
    let plan = (!items.is_empty()).then(|| plan(handler));
    let enter = or_pause(&quote!(__askback_ask.enter().await), &quote!(()));
    quote_spanned! {place=>
        #(#cfgs)*
        #lints
        async fn #name #generics(
            #receiver
            __askback_ask: &mut #runtime::__private::Ask<'__askback_call>,
            __askback_pause: fn(#runtime::__private::Pause) -> #output,
            #(#planned,)*
            #(#extracted,)*
        ) -> #output #where_clause {
            #recovery
            #plan
            #enter;
            #body(#(#arguments),*).await
        }
    }
}

fn plan(handler: &Handler) -> TokenStream {
    let Handler { runtime, items, .. } = handler;
    let (acts, after) = acts(items);
    let names: Vec<&Ident> = items.iter().filter_map(|item| item.name.as_ref()).collect();
    let acts = acts.iter().map(|act| match act {
        Act::Verify(at) => items
            .get(*at)
            .and_then(|item| verify::see_to(runtime, *at, item)),
        Act::Take(at) => items.get(*at).map(|item| take(*at, item)),
        Act::Do(at) => items.get(*at).map(|item| match &item.what {
            What::Precondition(expr) => {
                let ty = &item.ty;
                let pat = item
                    .name
                    .as_ref()
                    .map_or_else(|| quote!(_), |name| quote!(#name));
                quote!(let #pat: #ty = #expr;)
            }
            What::Step(expr) => step(runtime, item, expr),
            What::Question(asked) => question::put(runtime, *at, item, asked),
        }),
    });
    let after = after
        .iter()
        .filter_map(|at| items.get(*at).map(|item| take(*at, item)));
    let through = or_pause(
        &quote!(__askback_ask.end_pass().await),
        &quote!(__askback_through),
    );
    let place = Span::call_site().located_at(handler.function.ident.span());
    quote_spanned! {place=>
        let (#(#names,)*) = loop {
            __askback_ask.begin_pass();
            #(#acts)*
            let __askback_through: ::core::primitive::bool = #through;
            if !__askback_through {
                continue;
            }
            #(#after)*
            break (#(#names,)*);
        };
    }
}

fn step(runtime: &syn::Path, item: &Item, expr: &syn::Expr) -> TokenStream {
    let (key, ty, name) = (&item.key, &item.ty, &item.name);
    let carry = quote!(#runtime::__private::carry);
    let carry = emit::call_of(&carry, ty, &TokenStream::new(), &quote!(#key));
    let recall = or_pause(
        &quote!((&__askback_carry).recall(__askback_ask)),
        &quote!(__askback_through),
    );
    let keep = or_pause(
        &quote!((&__askback_carry).keep(__askback_ask, &__askback_value)),
        &quote!(()),
    );
    quote! {
        let __askback_carry = #carry;
        let __askback_kept: ::core::option::Option<#ty> = #recall;
        let #name: #ty = match __askback_kept {
            ::core::option::Option::Some(__askback_value) => __askback_value,
            ::core::option::Option::None => {
                let __askback_value: #ty = #expr;
                #keep;
                __askback_value
            }
        };
    }
}

fn take(at: usize, item: &Item) -> TokenStream {
    let (ty, name, slot) = (&item.ty, &item.name, local(&format!("slot_{at}")));
    let place = name.as_ref().map_or_else(Span::call_site, Ident::span);
    let place = Span::call_site().located_at(place);
    let taken = or_pause_at(
        place,
        &quote_spanned!(place=> __askback_ask.redeem(#slot).await),
        &quote_spanned!(place=> __askback_through),
    );
    quote_spanned!(place=> let #name: #ty = #taken;)
}

/// The value of a `Result<_, Pause>`, or the way out of the function. `value` names what the success holds.
pub(super) fn or_pause(result: &TokenStream, value: &TokenStream) -> TokenStream {
    or_pause_at(Span::call_site(), result, value)
}

fn or_pause_at(place: Span, result: &TokenStream, value: &TokenStream) -> TokenStream {
    quote_spanned! {place=>
        match #result {
            ::core::result::Result::Ok(#value) => #value,
            ::core::result::Result::Err(__askback_paused) => return __askback_pause(__askback_paused),
        }
    }
}
