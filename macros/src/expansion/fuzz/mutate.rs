//! Valid declarations with a few tokens changed.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::{noise, random::Random};

/// The declaration after one change somewhere in it. `others` are what is spliced in.
pub(super) fn mutate(
    tokens: TokenStream,
    others: &[TokenStream],
    random: &mut Random,
) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    let at = random.below(trees.len());
    // Deeper, where there is something deeper.
    if let Some(TokenTree::Group(group)) = trees.get(at)
        && random.below(8) != 0
    {
        let inside = mutate(group.stream(), others, random);
        let group = Group::new(group.delimiter(), inside);
        trees.splice(at..=at, [group.into()]);
        return trees.into_iter().collect();
    }
    let end = trees.len().min(at + 1);
    let old: Vec<TokenTree> = trees.get(at..end).unwrap_or_default().to_vec();
    match random.below(7) {
        0 => {
            trees.drain(at..end);
        }
        1 => {
            trees.splice(at..at, old);
        }
        2 => {
            let other = random.below(trees.len());
            if at < trees.len() {
                trees.swap(at, other);
            }
        }
        3 => {
            let new = piece(random.pick(others).clone(), random);
            trees.splice(at..end, new);
        }
        4 => {
            let new = piece(random.pick(others).clone(), random);
            trees.splice(at..at, new);
        }
        5 => {
            let new = noise::tree(random, 2);
            trees.splice(at..end, new);
        }
        // As `macro_rules!` hands it on.
        _ => {
            let group = Group::new(Delimiter::None, old.into_iter().collect());
            trees.splice(at..end, [group.into()]);
        }
    }
    trees.into_iter().collect()
}

/// A run of trees from somewhere in a declaration.
fn piece(tokens: TokenStream, random: &mut Random) -> Vec<TokenTree> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let at = random.below(trees.len());
    if let Some(TokenTree::Group(group)) = trees.get(at)
        && random.below(3) != 0
    {
        return piece(group.stream(), random);
    }
    let end = trees.len().min(at + 1 + random.below(4));
    trees.get(at..end).unwrap_or_default().to_vec()
}
