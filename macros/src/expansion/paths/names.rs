//! The names in a declaration, which are the author's own.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;

/// Names that everybody has in scope, and may have replaced. Where an author writes one it is given a path here, so that none of
/// them is known as the author's.
const PRELUDE: &str = "Option Some None Result Ok Err String Vec Box Send Sized Sync Clone Copy Debug Default From Into
    Iterator IntoIterator ToOwned ToString Drop Fn FnMut FnOnce AsRef bool char str u8 i32 u32 u64 usize f64";

/// Whether a text holds a word.
pub(super) fn is_in(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|word| word == name)
}

/// A declaration in which what the prelude has stands behind a path.
pub(super) fn qualified(source: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in source {
        match tree {
            TokenTree::Ident(ident)
                if is_in(PRELUDE, &ident.to_string()) && !follows_path(&out) =>
            {
                out.extend(quote!(own::#ident));
            }
            TokenTree::Group(group) => {
                let inside = qualified(group.stream());
                out.push(proc_macro2::Group::new(group.delimiter(), inside).into());
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

fn follows_path(before: &[TokenTree]) -> bool {
    matches!(before.last(), Some(TokenTree::Punct(sign)) if matches!(sign.as_char(), ':' | '.') && before.len() > 1
        && (sign.as_char() == '.' || is_colon(before.get(before.len().saturating_sub(2)))))
}

fn is_colon(tree: Option<&TokenTree>) -> bool {
    matches!(tree, Some(TokenTree::Punct(sign)) if sign.as_char() == ':' && sign.spacing() == proc_macro2::Spacing::Joint)
}

/// The names of a declaration: those that stand for themselves, and those of fields and methods.
#[derive(Default)]
pub(super) struct Names {
    pub(super) own: BTreeSet<String>,
    pub(super) members: BTreeSet<String>,
}

impl Names {
    pub(super) fn read(&mut self, tokens: TokenStream) {
        let mut before: Vec<TokenTree> = Vec::new();
        for tree in tokens {
            match &tree {
                TokenTree::Ident(ident) => {
                    if follows_path(&before) {
                        self.members.insert(ident.to_string());
                    } else {
                        self.own.insert(ident.unraw().to_string());
                    }
                }
                TokenTree::Group(group) => self.read(group.stream()),
                // The names in its braces.
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let names = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
                    self.own.extend(names.map(str::to_owned));
                }
                TokenTree::Punct(_) => {}
            }
            before.push(tree);
        }
    }
}
