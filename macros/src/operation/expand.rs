//! The type that bears the function's name, what a registry calls of it, and the author's own function.
//!
//! The type has no value of its own name, which no variable could be called by then; a function that gives it has.

mod description;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, Type, ext::IdentExt};

use self::description::description;
use super::model::{Operation, Rejected};
use crate::{
    emit,
    handler::{
        document,
        expand::{
            body, callee, hidden, is_expect, lints, local, recovery, run, signature_written_out,
            table,
        },
        model::{Function, Handler, Role},
    },
};

/// The whole expansion.
pub(crate) fn expand(operation: &Operation) -> TokenStream {
    let handler = &operation.handler;
    let Function {
        attributes,
        vis,
        ident,
        ..
    } = &handler.function;
    let (of_name, of_function): (Vec<Attribute>, Vec<Attribute>) =
        attributes.others.iter().cloned().partition(is_of_name);
    let (of_value, of_type): (Vec<Attribute>, Vec<Attribute>) = of_name
        .into_iter()
        .partition(|attr| !attr.path().is_ident("doc"));
    let (cfgs, docs) = (&attributes.cfgs, &attributes.docs);
    let levels = attributes.lints.iter().filter(|attr| !is_expect(attr));
    let plan = document::text(handler).map(|text| quote!(#[doc = ""] #[doc = #text]));
    let table = table::functions(handler, &Ident::new("plan", Span::call_site()));
    let (run, body) = (run(handler), body(handler, &of_function));
    let (lints, called) = (lints(), called(operation));
    quote! {
        #(#cfgs)*
        #(#docs)*
        #plan
        #(#of_type)*
        #[allow(non_camel_case_types, dead_code)]
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #vis struct #ident {}

        #(#cfgs)*
        #[doc(hidden)]
        #(#of_value)*
        #lints
        #(#levels)*
        #vis fn #ident() -> &'static #ident { &#ident {} }

        #(#cfgs)*
        #lints
        impl #ident {
            #table
            #run
            #body
        }

        #called
    }
}

/// Whether an attribute is about the name that is used elsewhere, and not about what the function does.
fn is_of_name(attr: &Attribute) -> bool {
    ["doc", "deprecated", "must_use"]
        .iter()
        .any(|name| attr.path().is_ident(name))
}

/// What a registry calls.
fn called(operation: &Operation) -> TokenStream {
    let Operation {
        handler,
        name,
        state,
    } = operation;
    let Handler {
        runtime,
        function,
        parameters,
        ..
    } = handler;
    let Function {
        attributes,
        ident,
        output,
        ..
    } = function;
    let registry = quote!(#runtime::__private::registry);
    let mut given = local("state");
    let (generics, state_type) = match state {
        Some((_, ty)) => {
            given = emit::placed(&given, ty);
            (None, ty.to_token_stream())
        }
        None => {
            let ty = Ident::new("__AskbackState", Span::mixed_site());
            (
                Some(
                    quote!(<#ty: ?::core::marker::Sized + ::core::marker::Send + ::core::marker::Sync + 'static>),
                ),
                quote!(#ty),
            )
        }
    };
    let nothing = TokenStream::new();
    let (mut declared, mut names) = (Vec::new(), Vec::new());
    let (mut planned, mut whole) = (Vec::new(), Vec::new());
    let (mut again, mut reads) = (Vec::new(), Vec::new());
    for (at, own) in parameters.iter().enumerate() {
        let Role::Given {
            planned: is_planned,
        } = own.role
        else {
            continue;
        };
        if state.as_ref().is_some_and(|(state, _)| *state == at) {
            planned.extend(is_planned.then(|| given.clone()));
            whole.push(given.clone());
            continue;
        }
        let (ty, name) = (&own.ty, local(&format!("parameter_{at}")));
        let parameter = emit::call_of(&quote!(#registry::parameter), ty, &nothing, &nothing);
        declared.push(quote!(let #name = #parameter;));
        if is_planned {
            let value = local(&format!("planned_{at}"));
            again.push(quote!(let #value = (#name.again)(&__askback_arguments, __askback_ask)?;));
            planned.push(value);
        }
        let value = local(&at.to_string());
        reads.push(quote!(let #value = (#name.read)(&mut __askback_arguments, __askback_ask)?;));
        whole.push(value);
        names.push(name);
    }
    let schemas = schemas(&registry, parameters_types(operation));
    let returns = quote!(#registry::operation_returns);
    let returns = emit::call_of(&returns, output, &nothing, &nothing);
    let recovery = recovery(
        handler,
        state.as_ref().map(|_| given.to_token_stream()).as_ref(),
        &quote!(__askback_returns.pause),
        |recovered| quote!((__askback_returns.finish)(#recovered)),
    );
    let (run, table) = (callee(handler, "run"), hidden(handler, "table"));
    let future = {
        // A future that cannot be sent is the author's function's.
        let place = Span::mixed_site().located_at(ident.span());
        let block = quote! {
            #recovery
            #registry::takes(&[#(::core::option::Option::is_some(&#names.schema)),*], &__askback_arguments)?;
            #(#again)*
            #(#reads)*
            (__askback_returns.finish)(
                #run(__askback_ask, __askback_returns.pause, #(#planned,)* #(#whole,)*).await
            )
        };
        quote_spanned!(place=> ::std::boxed::Box::pin(async move { #block }))
    };
    let description = description(&attributes.docs).map(|text| {
        quote! {
            fn description(&self) -> ::core::option::Option<&::core::primitive::str> {
                #registry::description(#text)
            }
        }
    });
    let (cfgs, lints) = (&attributes.cfgs, lints());
    quote! {
        #(#cfgs)*
        #lints
        impl #generics #registry::Operation<#state_type> for #ident {
            fn name(&self) -> &::core::primitive::str {
                #name
            }

            #description

            fn input_schema(&self) -> #registry::Map<::std::string::String, #registry::Value> {
                #schemas
            }

            fn handler(&self) -> &'static #runtime::__private::Handler {
                Self::#table()
            }

            fn call<'__askback_run, '__askback_call: '__askback_run>(
                &'__askback_run self,
                #given: #registry::State<'__askback_run, #state_type>,
                mut __askback_arguments: #registry::Value,
                __askback_ask: &'__askback_run mut #runtime::__private::Ask<'__askback_call>,
            ) -> #registry::OperationFuture<'__askback_run> {
                let __askback_returns = #returns;
                #(#declared)*
                #future
            }
        }
    }
}

/// The types of the parameters that are read.
fn parameters_types(operation: &Operation) -> impl Iterator<Item = &Type> {
    let state = operation.state.as_ref().map(|(at, _)| *at);
    operation
        .handler
        .parameters
        .iter()
        .enumerate()
        .filter(move |(at, own)| matches!(own.role, Role::Given { .. }) && Some(*at) != state)
        .map(|(_, own)| &own.ty)
}

/// The schema of what is read, whichever of the parameters are the arguments.
fn schemas<'a>(registry: &TokenStream, types: impl Iterator<Item = &'a Type>) -> TokenStream {
    let nothing = TokenStream::new();
    let schemas = types.map(|ty| {
        let parameter = emit::call_of(&quote!(#registry::parameter), ty, &nothing, &nothing);
        quote!(#parameter.schema)
    });
    quote!(#registry::schema(&[#(#schemas),*]))
}

/// The errors, an operation under the same name that any registry takes, and the author's function under another.
pub(crate) fn expand_rejected(rejected: Rejected) -> TokenStream {
    let Rejected {
        faults,
        runtime,
        cfgs,
        vis,
        ident,
        author,
    } = rejected;
    let errors = faults.into_tokens();
    let author = match author {
        Some((mut signature, body)) => {
            // Of it has been said enough.
            signature.constness = None;
            signature_written_out(&mut signature);
            if signature.receiver().is_some() {
                // It stands in an `impl`, where no type can be.
                return quote!(#errors #(#cfgs)* #vis #signature #body);
            }
            signature.asyncness.get_or_insert_with(Default::default);
            signature.ident = format_ident!("__askback_rejected_{}", ident.unraw());
            Some(quote!(#signature #body))
        }
        None => None,
    };
    let (lints, private) = (lints(), quote!(#runtime::__private));
    let name = ident.unraw().to_string();
    let state = Ident::new("__AskbackState", Span::mixed_site());
    quote! {
        #errors

        #(#cfgs)*
        #lints
        #[allow(non_camel_case_types, missing_docs, dead_code)]
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #vis struct #ident {}

        #(#cfgs)*
        #lints
        #[allow(missing_docs, dead_code)]
        #vis fn #ident() -> &'static #ident { &#ident {} }

        #(#cfgs)*
        #lints
        #[allow(dead_code)]
        impl #ident {
            #vis fn plan() -> #private::Plan { loop {} }
            #author
        }

        #(#cfgs)*
        #lints
        impl<#state: ?::core::marker::Sized + ::core::marker::Send + ::core::marker::Sync + 'static>
            #private::registry::Operation<#state> for #ident
        {
            fn name(&self) -> &::core::primitive::str { #name }

            fn call<'__askback_run, '__askback_call: '__askback_run>(
                &'__askback_run self,
                _: #private::registry::State<'__askback_run, #state>,
                _: #private::registry::Value,
                _: &'__askback_run mut #private::Ask<'__askback_call>,
            ) -> #private::registry::OperationFuture<'__askback_run> {
                loop {}
            }
        }
    }
}
