//! The order of things: when answers are taken, and so which questions share a round.

use std::collections::BTreeSet;

use super::model::{Item, Spelled, What};

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

/// The questions by round, as far as the spelling of their types tells.
fn rounds(items: &[Item]) -> Vec<Vec<usize>> {
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut answered: BTreeSet<usize> = BTreeSet::new();
    for (at, item) in items.iter().enumerate() {
        let gate = is_gate(item);
        let waits = item
            .mentions
            .iter()
            .any(|mention| is_question(items, *mention) && !answered.contains(mention));
        if (gate || waits) && !open.is_empty() {
            answered.extend(&open);
            rounds.push(std::mem::take(&mut open));
        }
        if gate {
            answered.insert(at);
            rounds.push(vec![at]);
        } else if matches!(item.what, What::Question(_)) {
            open.push(at);
        }
    }
    rounds.extend((!open.is_empty()).then_some(open));
    rounds
}

fn is_question(items: &[Item], at: usize) -> bool {
    items
        .get(at)
        .is_some_and(|item| matches!(item.what, What::Question(_)))
}

fn is_gate(item: &Item) -> bool {
    matches!(&item.what, What::Question(question) if question.spelled == Spelled::Confirmed)
}

fn confirmation(items: &[Item], gate: usize) -> String {
    let questions = |range: std::ops::Range<usize>| {
        range
            .filter(|at| is_question(items, *at))
            .collect::<Vec<_>>()
    };
    let mut text = " (a confirmation".to_owned();
    let above = questions(0..gate);
    if !above.is_empty() {
        text.push_str(&format!(", which covers {}", listed(items, &above)));
    }
    let below = questions(gate.saturating_add(1)..items.len());
    if !below.is_empty() {
        text.push_str(&format!(", which does not cover {}", listed(items, &below)));
    }
    text.push(')');
    text
}

fn listed(items: &[Item], at: &[usize]) -> String {
    let keys = at
        .iter()
        .filter_map(|at| items.get(*at))
        .map(|item| format!("`{}`", item.key));
    keys.collect::<Vec<_>>().join(", ")
}

/// The plan for people, in Markdown; `None` when nothing is declared.
pub(crate) fn document(items: &[Item]) -> Option<String> {
    let rounds = rounds(items);
    if rounds.is_empty() {
        return None;
    }
    let mut lines = vec!["# What the person is asked".to_owned(), String::new()];
    for (number, round) in rounds.iter().enumerate() {
        let mut line = format!("{}. {}", number.saturating_add(1), listed(items, round));
        if let [gate] = round.as_slice()
            && items.get(*gate).is_some_and(is_gate)
        {
            line.push_str(&confirmation(items, *gate));
        }
        lines.push(line);
    }
    Some(lines.join("\n"))
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
        assert_eq!(rounds(&items), [vec![0, 1], vec![3]]);
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
    fn a_gate_travels_alone() {
        let items =
            items(quote::quote! { #[ask("a")] a: A, #[ask("b")] b: Confirmed, #[ask("c")] c: C });
        assert_eq!(rounds(&items), [vec![0], vec![1], vec![2]]);
        let text = document(&items).unwrap();
        assert!(text.contains("1. `a`\n2. `b` (a confirmation, which covers `a`, which does not cover `c`)\n3. `c`"), "{text}");
    }
}
