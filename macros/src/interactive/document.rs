//! The attribute that appends the plan to a handler's documentation, after rmcp has read the description off it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Attribute, LitStr,
    parse::{Parse, ParseStream},
};

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
    match (
        syn::parse2::<LitStr>(arguments),
        syn::parse2::<Documented>(item.clone()),
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
    use crate::interactive::{ask, input};

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

    #[test]
    fn every_key_has_its_row_in_the_documentation() {
        let page = include_str!("../../../runtime/src/lib.rs");
        for key in ask::ASK.keys.iter().chain(input::HANDLER.keys) {
            let row = |line: &str| {
                line.strip_prefix("/// | `")
                    .and_then(|rest| rest.strip_prefix(key))
                    .is_some_and(|rest| rest.starts_with(['`', ' ', '(']))
            };
            assert!(page.lines().any(row), "`{key}`");
        }
    }
}
