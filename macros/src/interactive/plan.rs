//! The order of things: when answers are taken, and so which questions share a round.

use super::model::{Item, What};

/// One thing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Take the answer to the question with this index, which ends its round.
    Take(usize),
    /// Compute the step, or put the question, with this index.
    Do(usize),
}

/// The acts of one pass, and the questions whose answers are taken after it.
pub(crate) fn acts(items: &[Item]) -> (Vec<Act>, Vec<usize>) {
    let mut acts = Vec::new();
    let mut waiting: Vec<usize> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let (mentioned, others): (Vec<usize>, Vec<usize>) = waiting
            .into_iter()
            .partition(|asked| item.mentions.contains(asked));
        acts.extend(mentioned.into_iter().map(Act::Take));
        waiting = others;
        acts.push(Act::Do(at));
        if matches!(item.what, What::Question(_)) {
            waiting.push(at);
        }
    }
    (acts, waiting)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::*;
    use crate::{
        faults::Faults,
        interactive::{check, input},
    };

    fn items(parameters: TokenStream) -> Vec<Item> {
        let method = syn::parse_quote!(#[tool] async fn x(&self, #parameters) -> R {});
        let mut faults = Faults::default();
        let input = input::read(TokenStream::new(), method, &mut faults);
        check::check(input, faults)
            .unwrap_or_else(|rejected| panic!("{:?}", rejected.faults.messages()))
            .items
    }

    #[test]
    fn neighbours_share_a_round_and_a_mention_starts_one() {
        let items = items(quote::quote! {
            #[ask("a")] a: A,
            #[ask("b")] b: B,
            #[step(f(&a))] c: C,
            #[ask("{}", c.d)] d: D,
        });
        let (acts, after) = acts(&items);
        assert_eq!(
            acts,
            [Act::Do(0), Act::Do(1), Act::Take(0), Act::Do(2), Act::Do(3)]
        );
        assert_eq!(after, [1, 3]);
    }

    #[test]
    fn an_answer_is_taken_once() {
        let items = items(
            quote::quote! { #[ask("a")] a: A, #[step(f(&a))] b: B, #[ask("{b} {}", a.x)] c: C },
        );
        assert_eq!(
            acts(&items).0,
            [Act::Do(0), Act::Take(0), Act::Do(1), Act::Do(2)]
        );
    }
}
