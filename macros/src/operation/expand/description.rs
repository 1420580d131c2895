//! What an operation says of itself.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, LitStr, Meta};

use crate::entry::{peel_expr, text_literal};

/// What the operation does, as its doc comment says it; `None` without one.
pub(super) fn description(docs: &[Attribute]) -> Option<TokenStream> {
    let lines: Vec<&Expr> = docs
        .iter()
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(pair) => Some(peel_expr(&pair.value)),
            _ => None,
        })
        .collect();
    if lines.is_empty() {
        return None;
    }
    let literals: Option<Vec<String>> = lines.iter().map(|line| literal(line)).collect();
    Some(match literals {
        Some(lines) => LitStr::new(lines.join("\n").trim(), Span::call_site()).to_token_stream(),
        // Some is made by a macro, like `include_str!`.
        None => {
            let lines = lines.iter().map(|line| match literal(line) {
                Some(text) => text.to_token_stream(),
                None => line.to_token_stream(),
            });
            quote!(::core::concat!(#(#lines, "\n"),*))
        }
    })
}

/// A line of a doc comment, without the space that stands before it.
fn literal(line: &Expr) -> Option<String> {
    let text = text_literal(line)?.value();
    let lines = text
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(item: syn::ItemFn) -> Option<String> {
        description(&item.attrs).map(|tokens| tokens.to_string())
    }

    #[test]
    fn a_description_is_the_doc_comment_as_it_is_written() {
        let text = described(syn::parse_quote! {
            /// Delete old backups.
            ///
            /// - at once
            ///     code
            fn x() {}
        });
        assert_eq!(
            text.as_deref(),
            Some(r#""Delete old backups.\n\n- at once\n    code""#)
        );
        assert_eq!(
            described(syn::parse_quote!(
                fn x() {}
            )),
            None
        );
    }

    #[test]
    fn a_description_may_come_from_a_macro() {
        let text = described(syn::parse_quote! {
            /// First.
            #[doc = include_str!("x.md")]
            fn x() {}
        });
        let text = text.unwrap();
        assert!(
            text.contains("concat !") && text.contains("include_str !"),
            "{text}"
        );
    }
}
