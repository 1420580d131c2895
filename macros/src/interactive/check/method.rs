//! The function itself, and the attributes around it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{
    Attribute, GenericArgument, Lit, Meta, MetaNameValue, Path, PathArguments, Receiver,
    ReceiverKind, Token, Type, punctuated::Punctuated,
};

use crate::{
    faults::Faults,
    handler::{
        check::{attributes, is_boxed, output, qualifiers},
        input::FunctionInput,
        model::Function,
    },
    interactive::model::Router,
    messages::interactive as say,
};

/// Which router's attribute stands below, by its last segment, as rmcp itself decides.
pub(super) fn router(attrs: &[Attribute]) -> Option<(Router, Attribute)> {
    attrs
        .iter()
        .find_map(|attr| router_of(attr).map(|router| (router, attr.clone())))
}

fn router_of(attr: &Attribute) -> Option<Router> {
    let last = attr.path().segments.last()?;
    match last.ident.to_string().as_str() {
        "tool" => Some(Router::Tool),
        "prompt" => Some(Router::Prompt),
        _ => None,
    }
}

/// The function without its parameters; `None` when it is none that can be interactive.
pub(super) fn check(
    method: &FunctionInput,
    receiver: Option<Receiver>,
    runtime: &Path,
    faults: &mut Faults,
) -> Option<(Function, Router, TokenStream)> {
    let FunctionInput {
        attrs,
        vis,
        signature,
        body,
        ..
    } = method;
    let ident = &signature.ident;
    let output = output(signature);
    if signature.asyncness.is_none() {
        let boxed = is_boxed(&signature.output);
        faults.on(
            ident,
            if boxed {
                say::UNDER_ROUTER
            } else {
                say::NOT_ASYNC
            },
        );
        if boxed {
            return None;
        }
    }
    qualifiers(signature, say::UNSAFE, say::ABI, faults);
    let routers: Vec<&Attribute> = attrs
        .iter()
        .filter(|attr| router_of(attr).is_some())
        .collect();
    match routers.as_slice() {
        [] => faults.on(ident, say::NO_ROUTER),
        [_] => {}
        [_, second, ..] => faults.on(second, say::TWO_ROUTERS),
    }
    for param in signature.generics.type_params() {
        faults.on(param, say::TYPE_GENERICS);
    }
    match &receiver {
        None => faults.on(ident, say::NO_SELF),
        Some(Receiver {
            kind: ReceiverKind::Reference(_, _, None),
            ..
        }) => {}
        Some(other) => faults.on(other, say::SELF_BY_VALUE),
    }
    for attr in attrs {
        if is(attr, "operation") {
            faults.on(attr, say::WITH_OPERATION);
        } else if is(attr, "interactive") {
            faults.on(attr, say::TWICE);
        }
    }
    let (router, attr) = router(attrs)?;
    let attribute = match router {
        Router::Tool => tool(&attr, &output, runtime),
        Router::Prompt => attr.to_token_stream(),
    };
    let function = Function {
        attributes: attributes(attrs, |attr| router_of(attr).is_some()),
        vis: vis.clone(),
        ident: ident.clone(),
        generics: signature.generics.clone(),
        receiver: Some(receiver?),
        output,
        body: body.clone(),
    };
    Some((function, router, attribute))
}

fn is(attr: &Attribute, name: &str) -> bool {
    let last = attr.path().segments.last();
    last.is_some_and(|last| last.ident == name)
}

/// `#[tool(…)]`, with the output schema that rmcp would have read off the return type.
fn tool(attr: &Attribute, output: &Type, runtime: &Path) -> TokenStream {
    let Some(inner) = json(output).filter(|_| !says(attr, "output_schema")) else {
        return attr.to_token_stream();
    };
    let path = attr.path();
    let arguments = arguments(attr);
    let comma = (!arguments.is_empty() && !arguments.trailing_punct()).then(<Token![,]>::default);
    quote! {
        #[#path(#arguments #comma output_schema = #runtime::__private::rmcp::handler::server::tool::schema_for_output::<#inner>())]
    }
}

/// The `T` of `Json<T>` or of `Result<Json<T>, _>`, by spelling, as rmcp itself decides.
fn json(output: &Type) -> Option<&Type> {
    fn argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
        let Type::Path(path) = ty else { return None };
        let last = path
            .path
            .segments
            .last()
            .filter(|last| last.ident == name)?;
        match &last.arguments {
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(inner)) => Some(inner),
                _ => None,
            },
            _ => None,
        }
    }
    argument(output, "Json").or_else(|| argument(argument(output, "Result")?, "Json"))
}

fn arguments(attr: &Attribute) -> Punctuated<Meta, Token![,]> {
    let Meta::List(list) = &attr.meta else {
        return Punctuated::new();
    };
    list.parse_args_with(Punctuated::parse_terminated)
        .unwrap_or_default()
}

fn says(attr: &Attribute, key: &str) -> bool {
    arguments(attr)
        .iter()
        .any(|argument| argument.path().is_ident(key))
}

/// Whether `#[tool(…)]` says that the tool is read-only or not destructive.
pub(super) fn is_harmless(attr: &Attribute) -> bool {
    arguments(attr).iter().any(|argument| {
        let Meta::List(list) = argument else { return false };
        let Ok(hints) = list.parse_args_with(Punctuated::<MetaNameValue, Token![,]>::parse_terminated) else { return false };
        let hint = |key: &str, wanted: bool| {
            hints.iter().any(|hint| {
                hint.path.is_ident(key)
                    && matches!(&hint.value, syn::Expr::Lit(syn::ExprLit { lit: Lit::Bool(value), .. }) if value.value == wanted)
            })
        };
        argument.path().is_ident("annotations") && (hint("read_only_hint", true) || hint("destructive_hint", false))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_json_result_keeps_its_schema() {
        let output: Type = syn::parse_quote!(Result<Json<Booking>, askback::Error>);
        let runtime: Path = syn::parse_quote!(::askback);
        for attr in [
            syn::parse_quote!(#[tool]),
            syn::parse_quote!(#[tool(name = "x")]),
            syn::parse_quote!(#[rmcp::tool(name = "x",)]),
        ] {
            let attr: Attribute = attr;
            let tokens = tool(&attr, &output, &runtime).to_string();
            assert!(
                tokens.contains("output_schema") && tokens.contains("Booking"),
                "{tokens}"
            );
            assert!(!tokens.contains(", ,"), "{tokens}");
        }
        let own: Attribute = syn::parse_quote!(#[tool(output_schema = mine())]);
        assert_eq!(
            tool(&own, &output, &runtime).to_string(),
            own.to_token_stream().to_string()
        );
    }

    #[test]
    fn hints_are_read() {
        for (attr, harmless) in [
            (syn::parse_quote!(#[tool]), false),
            (
                syn::parse_quote!(#[tool(annotations(destructive_hint = true))]),
                false,
            ),
            (
                syn::parse_quote!(#[tool(name = "x", annotations(destructive_hint = false))]),
                true,
            ),
            (
                syn::parse_quote!(#[tool(annotations(title = "x", read_only_hint = true))]),
                true,
            ),
        ] {
            let attr: Attribute = attr;
            assert_eq!(is_harmless(&attr), harmless);
        }
    }
}
