//! The item under an attribute, as far as it is a function.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::input::FunctionInput;
use crate::depth;

/// The function with the attribute's arguments; what stands in its place when it is none. `says` what to put the attribute on.
pub(crate) fn function(
    arguments: &TokenStream,
    item: TokenStream,
    says: &str,
) -> Result<FunctionInput, TokenStream> {
    let nested = depth::check(arguments).and_then(|()| depth::check(&depth::head(&item)));
    if let Err(fault) = nested {
        let fault = fault.into_compile_error();
        return Err(quote!(#fault #item));
    }
    syn::parse2(item.clone()).map_err(|fault| {
        if begins_like_a_function(&item) {
            // The compiler has read it before, and said what is wrong. Given back, it would be read once more.
            return TokenStream::new();
        }
        let fault = syn::Error::new(fault.span(), says).into_compile_error();
        quote!(#fault #item)
    })
}

fn begins_like_a_function(item: &TokenStream) -> bool {
    for token in item.clone() {
        match token {
            TokenTree::Ident(word) if word == "fn" => return true,
            TokenTree::Ident(word) => {
                let before = [
                    "pub", "default", "const", "async", "safe", "unsafe", "extern",
                ];
                if !before.iter().any(|it| word == it) {
                    return false;
                }
            }
            TokenTree::Punct(sign) if sign.as_char() != '#' => return false,
            TokenTree::Punct(_) | TokenTree::Group(_) | TokenTree::Literal(_) => {}
        }
    }
    false
}
