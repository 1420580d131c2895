//! The names in tokens that are no syntax of ours to read: a macro's own.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::{LitStr, ext::IdentExt};

use super::{Mention, inline};

/// The names that `tokens` mention, each as often as it stands there. Field and method names, paths, callees, macro names and
/// names before a `:` or `=` are no mentions; in a macro, the names inside its literals are.
pub(super) fn of(tokens: TokenStream, in_macro: bool) -> Vec<Mention> {
    let mut found = Vec::new();
    scan(tokens, in_macro, &mut found);
    found
}

fn scan(tokens: TokenStream, in_macro: bool, found: &mut Vec<Mention>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let after = |ahead: usize| at.checked_add(ahead).and_then(|at| tokens.get(at));
        match token {
            TokenTree::Ident(ident) => {
                if stands_alone(before(1), before(2), after(1), after(2)) {
                    found.push(Mention {
                        name: ident.unraw().to_string(),
                        at: ident.clone(),
                    });
                }
            }
            TokenTree::Literal(literal) if in_macro => {
                if let Ok(literal) = syn::parse_str::<LitStr>(&literal.to_string()) {
                    let literal = LitStr::new(&literal.value(), token.span());
                    found.extend(inline(&literal));
                }
            }
            TokenTree::Group(group) => {
                let of_macro = is_punct(before(1), '!')
                    && matches!(before(2), Some(TokenTree::Ident(_)))
                    && group.delimiter() != Delimiter::None;
                scan(group.stream(), in_macro || of_macro, found);
            }
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Whether an identifier between these tokens can be a variable.
fn stands_alone(
    before: Option<&TokenTree>,
    second_before: Option<&TokenTree>,
    after: Option<&TokenTree>,
    second_after: Option<&TokenTree>,
) -> bool {
    let of_field = is_punct(before, '.') && !is_punct(second_before, '.');
    let in_path = (is_punct(before, ':') && is_punct(second_before, ':')) || is_punct(before, '\'');
    let named = is_punct(after, ':')
        || (is_alone(after, '=') && !is_punct(second_after, '>'))
        || (is_punct(after, '!') && matches!(second_after, Some(TokenTree::Group(_))));
    let called = matches!(after, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    !(of_field || in_path || named || called)
}

fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// A sign that is not the first of several, like the `=` of `==`.
fn is_alone(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign && punct.spacing() == Spacing::Alone)
}
