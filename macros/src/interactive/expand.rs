//! The three functions: the one that rmcp calls, the plan, and the author's own.

mod by_hand;
mod lifetimes;
mod passed;
mod plan;
mod question;
mod state;
mod table;
mod verify;

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, FnArg, Type, ext::IdentExt};

use super::{
    document,
    model::{Handler, Method, Rejected, Role, Router},
};
use crate::emit;

/// The whole expansion.
pub(crate) fn expand(handler: &Handler) -> TokenStream {
    let outer = outer(handler);
    let table = table::functions(handler, document::list(handler).as_deref());
    let run = match &handler.state {
        Some(ty) => state::run(handler, ty),
        None => plan::run(handler),
    };
    let body = body(handler);
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
    let stub = match router {
        Some((router, attr)) => {
            let Names { end, .. } = names(&runtime, router);
            quote!(#attr #lints #vis async fn #ident(&self) -> #end { loop {} })
        }
        // Whatever router has gone over it already, this fits it.
        None => quote!(#lints #vis fn #ident(&self) -> ::std::string::String { loop {} }),
    };
    signature.ident = format_ident!("__askback_rejected_{}", ident.unraw());
    for argument in &mut signature.inputs {
        if let FnArg::Typed(parameter) = argument {
            *parameter.ty = lifetimes::written_out(&parameter.ty);
        }
    }
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

/// A name of ours, which no name of the author's can meet.
fn local(name: &str) -> Ident {
    Ident::new(&format!("__askback_{name}"), Span::mixed_site())
}

/// A hidden method. It has to be found by name from the author's tokens, so that it is no local.
fn hidden(handler: &Handler, role: &str) -> Ident {
    format_ident!(
        "__askback_{role}_{}",
        handler.method.ident.unraw(),
        span = Span::call_site()
    )
}

/// `self` as the author's signature has it.
fn this(handler: &Handler) -> TokenStream {
    handler.method.receiver.self_token.to_token_stream()
}

fn lints() -> TokenStream {
    let lints = emit::lints();
    quote!(#lints #[allow(unused_mut, unused_parens, unused_variables, unreachable_code, elided_lifetimes_in_paths, single_use_lifetimes, clippy::restriction)])
}

/// The function that rmcp calls.
fn outer(handler: &Handler) -> TokenStream {
    let Handler {
        runtime,
        method,
        parameters,
        ..
    } = handler;
    let Method {
        router,
        attributes,
        vis,
        ident,
        generics,
        receiver,
        output,
        ..
    } = method;
    let Names {
        call,
        parameter,
        returns,
        stated,
        end,
        make_end,
    } = names(runtime, *router);
    let this = this(handler);
    let run = hidden(handler, "run");
    let table = hidden(handler, "table");
    let document =
        document::text(handler).map(|text| quote!(#[#runtime::__private::document(#text)]));
    let (router, cfgs, docs, others) = (
        &attributes.router,
        &attributes.cfgs,
        &attributes.docs,
        &attributes.others,
    );
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
        let Role::Extractor { planned: again } = own.role else {
            continue;
        };
        let ty = &own.ty;
        let read = |name: &Ident| {
            let extractor = emit::call_at(ty, &quote!(#parameter::<#ty, _>), &TokenStream::new());
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
    let context = match &handler.state {
        Some(_) => quote!(__askback_call.stated_context(#this, &__askback_opened)),
        None => quote!(__askback_call.context(#this)),
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
    let told = match method.router {
        Router::Tool => quote!(#runtime::__private::told!(#output)),
        Router::Prompt => TokenStream::new(),
    };
    let returns = match (&handler.state, method.router) {
        (Some(state), Router::Tool) => quote!(#stated::<#output, #state, _>),
        (Some(state), Router::Prompt) => quote!(#stated::<#output, #state>),
        (None, Router::Tool) => quote!(#returns::<#output, _>),
        (None, Router::Prompt) => quote!(#returns::<#output>),
    };
    let returns = emit::call_at(output, &returns, &told);
    let opened = match &handler.state {
        Some(state) => state::open(runtime, &quote!(Self::#table()), state),
        None => quote!(__askback_call.open(Self::#table(), &__askback_scope)),
    };
    let close = match &handler.state {
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
    let (first, then) = match &handler.state {
        Some(_) => (Some(open), None),
        None => (None, Some(open)),
    };
    let where_clause = &generics.where_clause;
    quote! {
        #(#cfgs)*
        #router
        #lints
        #(#levels)*
        #(#others)*
        #document
        #(#docs)*
        #vis async fn #ident #generics(
            #receiver,
            __askback_call: #call,
            #phantom
        ) -> #end #where_clause {
            let __askback_returns = #returns;
            #first
            #for_body
            #for_plan
            #then
            let __askback_lease = __askback_opened.lease();
            let __askback_held = __askback_lease.hold(
                #this.#run(&mut __askback_opened, __askback_returns.pause, #(#planned,)* #(#extracted,)*)
            ).await;
            let __askback_returned = match __askback_held {
                ::core::option::Option::Some(__askback_returned) => __askback_returned,
                ::core::option::Option::None => (__askback_returns.pause)(__askback_opened.lost()),
            };
            let __askback_told = (__askback_returns.tell)(&__askback_opened, __askback_returned);
            #make_end(#close(__askback_opened, __askback_told).await)
        }
    }
}

fn is_expect(attr: &Attribute) -> bool {
    attr.path().is_ident("expect")
}

/// Whether rmcp would take this for the arguments, by the last segment, as rmcp itself decides.
fn is_parameters(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Parameters"))
}

/// The author's function: its own signature without our attributes, its own body.
fn body(handler: &Handler) -> TokenStream {
    let Method {
        attributes,
        generics,
        receiver,
        output,
        body,
        ..
    } = &handler.method;
    let name = hidden(handler, "body");
    let parameters = handler.parameters.iter().map(|parameter| {
        let (attrs, pat, ty) = (
            &parameter.attrs,
            &parameter.pat,
            lifetimes::written_out(&parameter.ty),
        );
        quote!(#(#attrs)* #pat: #ty)
    });
    let mentioned = &handler.mentioned;
    let used = (!mentioned.is_empty()).then(|| quote!(let _ = (#(&#mentioned,)*);));
    let statements = body.stream();
    let mut block = Group::new(body.delimiter(), quote!(#used #statements));
    block.set_span(body.span());
    let (cfgs, levels) = (&attributes.cfgs, &attributes.lints);
    let where_clause = &generics.where_clause;
    quote! {
        #(#cfgs)*
        #[allow(
            clippy::unused_async, clippy::too_many_arguments, clippy::needless_pass_by_value,
            clippy::unused_self, clippy::used_underscore_binding, clippy::needless_lifetimes
        )]
        #(#levels)*
        async fn #name #generics(#receiver, #(#parameters,)*) -> #output #where_clause #block
    }
}
