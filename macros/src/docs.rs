//! Doc comments as descriptions and titles.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The whole doc comment as one line: lines trimmed and joined with a space. `None` when there is none.
pub(crate) fn joined(attrs: &[Attribute]) -> Option<String> {
    let text = lines(attrs).collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// The first line that is not blank.
pub(crate) fn first_line(attrs: &[Attribute]) -> Option<String> {
    lines(attrs).next()
}

fn lines(attrs: &[Attribute]) -> impl Iterator<Item = String> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("doc"))
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(pair) => match crate::entry::peel_expr(&pair.value) {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
        .flat_map(|text| {
            text.lines()
                .map(|line| line.trim().to_owned())
                .collect::<Vec<_>>()
        })
        .filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_the_first_one_is_the_title() {
        let item: syn::ItemStruct = syn::parse_quote! {
            /// Why it goes.
            ///
            /// Be  brief.
            #[doc(hidden)]
            struct Sample;
        };
        assert_eq!(
            joined(&item.attrs).as_deref(),
            Some("Why it goes. Be  brief.")
        );
        assert_eq!(first_line(&item.attrs).as_deref(), Some("Why it goes."));
    }

    #[test]
    fn without_text_there_is_nothing() {
        let item: syn::ItemStruct = syn::parse_quote! {
            ///
            struct Sample;
        };
        assert_eq!(joined(&item.attrs), None);
    }
}
