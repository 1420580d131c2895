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
