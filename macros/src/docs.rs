//! Doc comments as descriptions and titles.

use syn::{Attribute, Expr, LitStr, Meta, parse_quote};

use crate::entry::{peel_expr, text_literal};

/// What a doc comment says.
#[derive(Debug, PartialEq)]
pub(crate) enum Words {
    /// Literals only: what they say.
    Literal(String),
    /// Pieces of which some are `include_str!(…)`, `concat!(…)` or the like, whose text only the compiler knows.
    Compiled(Vec<Expr>),
}

/// The whole doc comment as one line: lines trimmed and joined with a space. `None` when there is none.
pub(crate) fn description(attrs: &[Attribute]) -> Option<Words> {
    let pieces: Vec<_> = pieces(attrs).collect();
    let Some(texts) = pieces.iter().map(literal).collect::<Option<Vec<_>>>() else {
        return Some(Words::Compiled(pieces));
    };
    let text = texts
        .iter()
        .flat_map(|text| lines(text))
        .collect::<Vec<_>>()
        .join(" ");
    (!text.is_empty()).then_some(Words::Literal(text))
}

/// The first line that is not blank.
pub(crate) fn title(attrs: &[Attribute]) -> Option<Words> {
    let mut pieces = pieces(attrs);
    while let Some(piece) = pieces.next() {
        let Some(text) = literal(&piece) else {
            return Some(Words::Compiled(
                std::iter::once(piece).chain(pieces).collect(),
            ));
        };
        if let Some(line) = lines(&text).next() {
            return Some(Words::Literal(line.to_owned()));
        }
    }
    None
}

/// What stands behind each `#[doc = …]`; a block comment without the stars down its side.
fn pieces(attrs: &[Attribute]) -> impl Iterator<Item = Expr> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("doc"))
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(pair) => Some(peel_expr(&pair.value)),
            _ => None,
        })
        .map(
            |piece| match literal(piece).as_deref().and_then(without_stars) {
                Some(text) => {
                    let text = LitStr::new(&text, proc_macro2::Span::call_site());
                    parse_quote!(#text)
                }
                None => piece.clone(),
            },
        )
}

fn literal(piece: &Expr) -> Option<String> {
    text_literal(piece).map(LitStr::value)
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// The text of a block comment in which each line but the first begins with a star, as `rustdoc` reads it.
fn without_stars(text: &str) -> Option<String> {
    let (first, rest) = text.split_once('\n')?;
    let rest = rest
        .trim_end()
        .lines()
        .map(|line| line.trim_start().strip_prefix('*'))
        .collect::<Option<Vec<_>>>()?;
    (!rest.is_empty()).then(|| format!("{first}\n{}", rest.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(item: syn::ItemStruct) -> (Option<Words>, Option<Words>) {
        (description(&item.attrs), title(&item.attrs))
    }

    fn said(text: &str) -> Option<Words> {
        Some(Words::Literal(text.to_owned()))
    }

    #[test]
    fn lines_are_joined_and_the_first_one_is_the_title() {
        let read = both(parse_quote! {
            /// Why it goes.
            ///
            /// Be  brief.
            #[doc(hidden)]
            struct Sample;
        });
        assert_eq!(
            read,
            (said("Why it goes. Be  brief."), said("Why it goes."))
        );
    }

    #[test]
    fn stars_down_the_side_of_a_block_comment_are_no_text() {
        let read = both(parse_quote! {
            /**
             * Why it goes.
             *
             * Be *brief*.
             */
            struct Sample;
        });
        assert_eq!(
            read,
            (said("Why it goes. Be *brief*."), said("Why it goes."))
        );
        let read = both(parse_quote! {
            /** Any of
             * this
               and that
             */
            struct Sample;
        });
        assert_eq!(read.0, said("Any of * this and that"));
    }

    #[test]
    fn without_text_there_is_nothing() {
        let read = both(parse_quote! {
            ///
            struct Sample;
        });
        assert_eq!(read, (None, None));
    }

    #[test]
    fn what_only_the_compiler_knows_is_left_to_it() {
        let read = both(parse_quote! {
            #[doc = ""]
            #[doc = " Why it goes."]
            #[doc = include_str!("why.md")]
            struct Sample;
        });
        let pieces = vec![
            parse_quote!(""),
            parse_quote!(" Why it goes."),
            parse_quote!(include_str!("why.md")),
        ];
        assert_eq!(read, (Some(Words::Compiled(pieces)), said("Why it goes.")));
    }
}
