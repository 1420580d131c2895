//! The order of things: when answers are taken, and so which questions share a round.

use super::model::{Item, Question, Spelled, Verify, What};

/// One thing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// See to the answer to the question with this index, before its round ends.
    Verify(usize),
    /// Take the answer to the question with this index, which ends its round.
    Take(usize),
    /// Compute the step, or put the question, with this index.
    Do(usize),
}

/// The acts of one pass, and the questions whose answers are taken after it.
pub(crate) fn acts(items: &[Item]) -> (Vec<Act>, Vec<usize>) {
    let mut acts = Vec::new();
    let mut waiting: Vec<usize> = Vec::new();
    // The questions of the round that is being put together.
    let mut round: Vec<usize> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let question = question(item);
        let gate = question.is_some_and(|question| question.spelled == Spelled::Confirmed);
        if gate || item.mentions.iter().any(|mention| round.contains(mention)) {
            acts.extend(verifies(items, &round));
            round.clear();
        }
        let (mentioned, others): (Vec<usize>, Vec<usize>) = waiting
            .into_iter()
            .partition(|asked| item.mentions.contains(asked));
        acts.extend(mentioned.into_iter().map(Act::Take));
        waiting = others;
        acts.push(Act::Do(at));
        if question.is_some() {
            waiting.push(at);
            round.push(at);
        }
    }
    acts.extend(verifies(items, &round));
    (acts, waiting)
}

/// The answers of a round that have to be seen to. Rules come first: what they send back need not wait for a visit.
fn verifies(items: &[Item], round: &[usize]) -> Vec<Act> {
    let (mut rules, mut visits) = (Vec::new(), Vec::new());
    for at in round {
        match items.get(*at).and_then(question).map(|it| &it.verify) {
            Some(Some(Verify::Check(..))) => rules.push(Act::Verify(*at)),
            Some(Some(Verify::Until(..))) => visits.push(Act::Verify(*at)),
            _ => {}
        }
    }
    rules.append(&mut visits);
    rules
}

fn question(item: &Item) -> Option<&Question> {
    match &item.what {
        What::Question(question) => Some(question),
        What::Precondition(_) | What::Step(_) => None,
    }
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
            .handler
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

    #[test]
    fn answers_are_seen_to_before_their_round_ends() {
        let items = items(quote::quote! {
            #[ask(url = "https://a.example/", message = "a", until = t())] a: Consent,
            #[ask("b", check = r(&b))] b: B,
            #[ask("c")] c: C,
            #[step(f(&c))] d: D,
            #[ask("e", check = r(&e))] e: E,
            #[step(f(&a))] g: G,
            #[ask("sure")] h: Confirmed,
            #[ask("i", check = r(&i))] i: I,
        });
        let (acts, after) = acts(&items);
        assert_eq!(
            acts,
            [
                Act::Do(0),
                Act::Do(1),
                Act::Do(2),
                Act::Verify(1),
                Act::Verify(0),
                Act::Take(2),
                Act::Do(3),
                Act::Do(4),
                // What is settled already does not end the round of `e`.
                Act::Take(0),
                Act::Do(5),
                Act::Verify(4),
                Act::Do(6),
                Act::Do(7),
                Act::Verify(7),
            ]
        );
        assert_eq!(after, [1, 4, 6, 7]);
    }
}
