//! Steps and questions: their names, and what they mention.

use std::collections::BTreeMap;

use syn::{Ident, Pat, ext::IdentExt};

use super::{is_ask, is_unit, mentions_apart, question, step, types};
use crate::{
    faults::Faults,
    handler::{
        input::{ParameterInput, RoleInput},
        model::{Item, What},
    },
    messages::interactive as say,
};

/// The items in order. What is faulty is left out, and reported.
pub(super) fn check(
    parameters: &[ParameterInput],
    bound: &[Vec<Ident>],
    faults: &mut Faults,
) -> Vec<Item> {
    // Names of items by their number; of `ask`, none.
    let mut numbers: BTreeMap<String, Option<usize>> = BTreeMap::new();
    let mut count = 0_usize;
    for (parameter, bound) in parameters.iter().zip(bound) {
        let number = match &parameter.role {
            RoleInput::Plain if is_ask(&parameter.ty) => None,
            RoleInput::Plain | RoleInput::State(_) => continue,
            _ => {
                count = count.saturating_add(1);
                Some(count.saturating_sub(1))
            }
        };
        numbers.extend(bound.iter().map(|name| (name.unraw().to_string(), number)));
    }
    let known: Vec<&Ident> = bound.iter().flatten().collect();
    let mut items = Vec::new();
    let mut keys: BTreeMap<String, Ident> = BTreeMap::new();
    let mut number = 0_usize;
    for parameter in parameters {
        if matches!(parameter.role, RoleInput::Plain | RoleInput::State(_)) {
            continue;
        }
        let name = name(parameter, faults);
        let key = match &name {
            Some(name) => key(name, &mut keys, faults),
            None => format!("precondition.{number}"),
        };
        let mentions = mentioned(&parameter.role, number, &numbers, faults);
        number = number.saturating_add(1);
        let what = match &parameter.role {
            RoleInput::Step(expr) => {
                types::any_impl(&parameter.ty, say::ITEM_IMPL_TRAIT, faults);
                step(expr.clone(), &parameter.ty)
            }
            RoleInput::Ask(ask) => match question::check(ask, &parameter.ty, &known, faults) {
                Some(question) => What::Question(Box::new(question)),
                None => continue,
            },
            RoleInput::Plain | RoleInput::State(_) | RoleInput::Faulty => continue,
        };
        items.push(Item {
            name,
            ty: parameter.ty.clone(),
            key,
            mentions,
            what,
        });
    }
    items
}

/// The variable of an item.
fn name(parameter: &ParameterInput, faults: &mut Faults) -> Option<Ident> {
    match &parameter.pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
            return Some(pat.ident.clone());
        }
        Pat::Wild(_) => match &parameter.role {
            RoleInput::Step(_) if is_unit(&parameter.ty) => {}
            RoleInput::Step(_) => faults.on(&parameter.pat, say::WILDCARD_STEP),
            RoleInput::Ask(_) => faults.on(&parameter.pat, say::WILDCARD_QUESTION),
            RoleInput::Plain | RoleInput::State(_) | RoleInput::Faulty => {}
        },
        other => faults.on(other, say::PATTERN),
    }
    None
}

fn key(name: &Ident, keys: &mut BTreeMap<String, Ident>, faults: &mut Faults) -> String {
    let bare = name.unraw().to_string();
    let key = bare.trim_start_matches('_').to_owned();
    let fits = !key.is_empty()
        && key.len() <= 64
        && key
            .chars()
            .all(|letter| letter == '_' || letter.is_ascii_alphanumeric());
    if !fits {
        faults.on(name, say::not_a_key(&bare));
    } else if let Some(other) = keys.insert(key.clone(), name.clone()) {
        match other == *name {
            // E0415: bound more than once in this parameter list.
            true => faults.left_to_the_compiler(),
            false => faults.on(name, say::key_taken(&key, &other)),
        }
    }
    key
}

/// The earlier items that an item mentions; a fault for every later one, once a name.
fn mentioned(
    role: &RoleInput,
    number: usize,
    numbers: &BTreeMap<String, Option<usize>>,
    faults: &mut Faults,
) -> Vec<usize> {
    let mut earlier = Vec::new();
    let mut reported: Vec<String> = Vec::new();
    let (above, in_check) = mentions_apart(role);
    let apart = above.len();
    for (at, mention) in above.into_iter().chain(in_check).enumerate() {
        let message = match numbers.get(&mention.name) {
            Some(Some(other)) if *other < number => {
                earlier.push(*other);
                continue;
            }
            Some(Some(other)) if *other == number && at >= apart => continue,
            Some(Some(other)) if *other == number => say::itself(&mention.name),
            Some(Some(_)) => say::later(&mention.name),
            Some(None) => say::asks_early(&mention.name),
            None => continue,
        };
        if !reported.contains(&mention.name) {
            faults.on(&mention.at, message);
            reported.push(mention.name);
        }
    }
    earlier.sort_unstable();
    earlier.dedup();
    earlier
}
