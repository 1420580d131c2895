//! The three functions: the one that rmcp calls, the plan, and the author's own.

mod by_hand;
mod state;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Type, ext::IdentExt};

use super::model::{Interactive, Rejected, Router};
use crate::{
    emit,
    handler::{
        check::is_named,
        document,
        expand::{
            body, callee, hidden, is_expect, lints, local, receiver, run, signature_written_out,
            table, this,
        },
        model::{Function, Handler, Role},
    },
};

/// The whole expansion.
pub(crate) fn expand(interactive: &Interactive) -> TokenStream {
    let handler = &interactive.handler;
    let outer = outer(interactive);
    let plan = format_ident!(
        "{}_plan",
        handler.function.ident.unraw(),
        span = handler.function.ident.span()
    );
    let table = table::functions(handler, &plan);
    let run = match &interactive.state {
        Some(ty) => state::run(handler, ty),
        None => run(handler),
    };
    let body = body(handler, &[]);
    let by_hand = by_hand::functions(handler);
    quote!(#outer #table #run #body #by_hand)
}

/// The errors, a method under the same name that the router can use, and the author's own under another.
pub(crate) fn expand_rejected(rejected: Rejected) -> TokenStream {
    let Rejected {
        faults,
        runtime,
        vis,
        mut signature,
        body,
        router,
    } = rejected;
    let errors = faults.into_tokens();
    let (lints, ident) = (lints(), signature.ident.clone());
    // Of it has been said enough.
    signature.constness = None;
    if router.is_none() && signature.asyncness.is_some() {
        // No router has gone over it, and none will: it may be a method of a trait.
        return quote!(#errors #lints #[allow(dead_code)] #vis #signature #body);
    }
    let stub = match router {
        Some((router, attr)) => {
            let Names { end, .. } = names(&runtime, router);
            quote!(#attr #lints #vis async fn #ident(&self) -> #end { loop {} })
        }
        // Whatever router has gone over it already, this fits it.
        None => quote!(#lints #vis fn #ident(&self) -> ::std::string::String { loop {} }),
    };
    signature.ident = format_ident!("__askback_rejected_{}", ident.unraw());
    signature_written_out(&mut signature);
    quote! {
        #errors
        #stub
        #lints
        #[allow(dead_code)]
        #signature #body
    }
}

/// What is called otherwise for tools and for prompts.
struct Names {
    call: TokenStream,
    parameter: TokenStream,
    returns: TokenStream,
    /// The same for a handler with `#[state]`.
    stated: TokenStream,
    /// The type that rmcp gets, and its constructor.
    end: TokenStream,
    make_end: Option<TokenStream>,
}

fn names(runtime: &syn::Path, router: Router) -> Names {
    let private = quote!(#runtime::__private);
    match router {
        Router::Tool => Names {
            call: quote!(#private::ToolCall),
            parameter: quote!(#private::tool_parameter),
            returns: quote!(#private::tool_returns),
            stated: quote!(#private::tool_stated),
            end: quote!(::core::result::Result<#private::rmcp::model::CallToolResponse, #private::rmcp::ErrorData>),
            make_end: None,
        },
        Router::Prompt => Names {
            call: quote!(#private::PromptCall),
            parameter: quote!(#private::prompt_parameter),
            returns: quote!(#private::prompt_returns),
            stated: quote!(#private::prompt_stated),
            end: quote!(#private::PromptEnd),
            make_end: Some(quote!(#private::PromptEnd)),
        },
    }
}

/// The function that rmcp calls.
fn outer(interactive: &Interactive) -> TokenStream {
    let Interactive {
        handler,
        router,
        attribute,
        state,
    } = interactive;
    let Handler {
        runtime,
        function,
        parameters,
        ..
    } = handler;
    let Function {
        attributes,
        vis,
        ident,
        generics,
        output,
        ..
    } = function;
    let Names {
        call,
        parameter,
        returns,
        stated,
        end,
        make_end,
    } = names(runtime, *router);
    let (this, receiver) = (this(handler), receiver(handler));
    let (run, table) = (callee(handler, "run"), hidden(handler, "table"));
    let document =
        document::text(handler).map(|text| quote!(#[#runtime::__private::document(#text)]));
    let (cfgs, docs, others) = (&attributes.cfgs, &attributes.docs, &attributes.others);
    let levels = attributes.lints.iter().filter(|attr| !is_expect(attr));
    let lints = lints();
    let phantom = parameters
        .iter()
        .find(|parameter| is_parameters(&parameter.ty))
        .map(|parameter| {
            let ty = &parameter.ty;
            quote!(_: #runtime::__private::Parameters<#ty>)
        });
    let (mut planned, mut extracted) = (Vec::new(), Vec::new());
    let (mut plan_reads, mut body_reads) = (Vec::new(), Vec::new());
    for (at, own) in parameters.iter().enumerate() {
        let Role::Given { planned: again } = own.role else {
            continue;
        };
        let ty = &own.ty;
        let read = |name: &Ident| {
            let extractor = emit::call_of(&parameter, ty, &quote!(_), &TokenStream::new());
            quote! {
                let #name: #ty = match #extractor(&mut __askback_context) {
                    ::core::result::Result::Ok(__askback_value) => __askback_value,
                    ::core::result::Result::Err(__askback_error) => {
                        return #make_end(::core::result::Result::Err(__askback_error));
                    }
                };
            }
        };
        let name = local(&at.to_string());
        body_reads.push(read(&name));
        extracted.push(name);
        if again {
            let name = local(&format!("planned_{at}"));
            plan_reads.push(read(&name));
            planned.push(name);
        }
    }
    let context = match &state {
        Some(_) => quote!((&__askback_call).stated_context(#this, &__askback_opened)),
        None => quote!((&__askback_call).context(#this)),
    };
    let extract = |names: &[Ident], reads: &[TokenStream]| {
        (!names.is_empty()).then(|| {
            quote! {
                let (#(#names,)*) = {
                    let mut __askback_context = #context;
                    #(#reads)*
                    (#(#names,)*)
                };
            }
        })
    };
    let (for_body, for_plan) = (
        extract(&extracted, &body_reads),
        extract(&planned, &plan_reads),
    );
    let told = match router {
        Router::Tool => quote!(#runtime::__private::told!(#output)),
        Router::Prompt => TokenStream::new(),
    };
    let returns = match (&state, router) {
        (Some(state), Router::Tool) => (stated, quote!(#state, _)),
        (Some(state), Router::Prompt) => (stated, quote!(#state)),
        (None, Router::Tool) => (returns, quote!(_)),
        (None, Router::Prompt) => (returns, TokenStream::new()),
    };
    let returns = emit::call_of(&returns.0, output, &returns.1, &told);
    let opened = match &state {
        Some(state) => state::open(runtime, &quote!(Self::#table()), state),
        None => quote!((&__askback_call).open(Self::#table(), &__askback_scope)),
    };
    let close = match &state {
        Some(_) => quote!(#runtime::__private::close_stated),
        None => quote!(#runtime::__private::close),
    };
    let open = quote! {
        let __askback_scope = ();
        let mut __askback_opened = match #opened.await {
            ::core::result::Result::Ok(__askback_opened) => __askback_opened,
            ::core::result::Result::Err(__askback_ended) => return #make_end(__askback_ended),
        };
    };
    // The state says which responses the extractors may see.
    let (first, then) = match &state {
        Some(_) => (Some(open), None),
        None => (None, Some(open)),
    };
    // A future that cannot be sent is the author's function's.
    let running = emit::placed(&local("running"), ident);
    let sent = match &state {
        // Of a state that cannot be sent it is said already.
        Some(_) => quote!(::std::boxed::Box::pin(#running)),
        None => emit::call_at(
            ident,
            &quote!(#runtime::__private::sent),
            &running.to_token_stream(),
        ),
    };
    let where_clause = &generics.where_clause;
    quote! {
        #(#cfgs)*
        #attribute
        #lints
        #(#levels)*
        #(#others)*
        #document
        #(#docs)*
        #vis async fn #ident #generics(
            #receiver
            __askback_call: #call,
            #phantom
        ) -> #end #where_clause {
            let __askback_returns = #returns;
            #first
            #for_body
            #for_plan
            #then
            let __askback_lease = (&__askback_opened).lease();
            let #running = #run(&mut __askback_opened, __askback_returns.pause, #(#planned,)* #(#extracted,)*);
            let __askback_held = (&__askback_lease).hold(#sent).await;
            let __askback_returned = match __askback_held {
                ::core::option::Option::Some(__askback_returned) => __askback_returned,
                ::core::option::Option::None => (__askback_returns.pause)((&mut __askback_opened).lost()),
            };
            let __askback_told = (__askback_returns.tell)(&__askback_opened, __askback_returned);
            #make_end(::std::boxed::Box::pin(#close(__askback_opened, __askback_told)).await)
        }
    }
}

/// Whether rmcp would take this for the arguments, by the last segment, as rmcp itself decides.
fn is_parameters(ty: &Type) -> bool {
    is_named(ty, "Parameters")
}
