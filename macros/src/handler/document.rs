//! The plan in a handler's documentation, by the spelling of its types; and the attribute that appends it, after rmcp has
//! read the description off it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Attribute, GenericArgument, Ident, LitStr, PathArguments, Type,
    parse::{Parse, ParseStream},
};

use crate::depth;

use super::{
    model::{Handler, Item, Spelled, What},
    rounds::{Declared, Kind, Rounds},
};

/// The rounds of a handler, as far as the spelling of its types tells.
pub(crate) fn rounds(handler: &Handler) -> Rounds {
    Rounds::new(
        handler.name.clone(),
        handler.asks(),
        handler.items.iter().map(declared).collect(),
    )
}

fn declared(item: &Item) -> Declared {
    let (kind, when, until) = match &item.what {
        What::Precondition(_) => (Kind::Precondition, false, false),
        What::Step(_) => (Kind::Step, false, false),
        What::Question(question) => {
            let kind = match question.spelled {
                Spelled::Confirmed => Kind::Gate,
                Spelled::Consent => Kind::Url,
                Spelled::Other => Kind::Form,
            };
            (kind, question.when.is_some(), question.is_until())
        }
    };
    Declared {
        key: item.key.clone(),
        kind,
        when,
        until,
        decides: is_answer(&item.ty),
        mentions: item.mentions.clone(),
    }
}

/// Whether a type looks like an `Answer`, perhaps in an `Option`.
fn is_answer(ty: &Type) -> bool {
    match named(ty) {
        Some((name, _)) if name == "Answer" => true,
        Some((name, Some(inner))) if name == "Option" => is_answer(inner),
        _ => false,
    }
}

/// The last name of a type, and its first argument.
fn named(ty: &Type) -> Option<(&Ident, Option<&Type>)> {
    let last = match ty {
        Type::Group(group) => return named(&group.elem),
        Type::Paren(paren) => return named(&paren.elem),
        Type::Path(path) => path.path.segments.last()?,
        _ => return None,
    };
    let argument = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    match argument {
        Some(GenericArgument::Type(inner)) => Some((&last.ident, Some(inner))),
        _ => Some((&last.ident, None)),
    }
}

/// The rounds as a list, in Markdown; `None` when nothing is declared.
pub(crate) fn list(handler: &Handler) -> Option<String> {
    (!handler.items.is_empty()).then(|| rounds(handler).list())
}

/// What goes into the handler's documentation; `None` when nothing is declared.
pub(crate) fn text(handler: &Handler) -> Option<String> {
    let (list, diagram) = (list(handler)?, rounds(handler).mermaid());
    Some(format!(
        "# What the person is asked\n\n{list}\n\n```mermaid\n{diagram}\n```"
    ))
}

struct Documented {
    attrs: Vec<Attribute>,
    rest: TokenStream,
}

impl Parse for Documented {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attrs: Attribute::parse_outer(input)?,
            rest: input.parse()?,
        })
    }
}

/// The item with the text as its last doc comment. What cannot be read is left as it is.
pub(crate) fn document(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let nested = depth::check(&arguments).and_then(|()| depth::check(&depth::head(&item)));
    match (
        syn::parse2::<LitStr>(arguments),
        nested.and_then(|()| syn::parse2::<Documented>(item.clone())),
    ) {
        (Ok(text), Ok(Documented { attrs, rest })) => {
            quote!(#(#attrs)* #[doc = ""] #[doc = #text] #rest)
        }
        _ => item,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_goes_last() {
        let item = quote!(
            #[doc = "Own."]
            #[inline]
            pub async fn x(&self) -> R {
                body
            }
        );
        let documented = document(quote!("Plan."), item).to_string();
        let expected = quote!(
            #[doc = "Own."]
            #[inline]
            #[doc = ""]
            #[doc = "Plan."]
            pub async fn x(&self) -> R {
                body
            }
        );
        assert_eq!(documented, expected.to_string());
    }
}
