//! The state of a handler that asks by its own result, and what does not go with it.

use syn::{Type, ext::IdentExt};

use super::{bound_names, is_unit, mentions_of};
use crate::{
    entry::peel_type,
    faults::Faults,
    handler::input::{ConversationKeys, ParameterInput, RoleInput},
    messages::interactive as say,
};

/// The type of the state; `None` where there is none, or none that can be kept.
pub(super) fn check(
    parameters: &[ParameterInput],
    keys: &ConversationKeys,
    faults: &mut Faults,
) -> Option<Type> {
    let mut state = None;
    for parameter in parameters {
        let RoleInput::State(with_value) = &parameter.role else {
            continue;
        };
        if let Some(attr) = with_value {
            faults.on(attr, say::STATE_WITH_VALUE);
        }
        if state.is_some() {
            faults.on(&parameter.pat, say::TWO_STATES);
        }
        state.get_or_insert(parameter);
    }
    let state = state?;
    for entry in [&keys.once, &keys.recover].into_iter().flatten() {
        faults.on(entry.key(), say::state_kept(entry.key()));
    }
    let names = bound_names(&state.pat);
    let own = |name: &str| names.iter().any(|own| own.unraw() == name);
    for parameter in parameters {
        match &parameter.role {
            RoleInput::Ask(_) => faults.on(&parameter.pat, say::STATE_WITH_QUESTION),
            RoleInput::Step(_) if !is_unit(&parameter.ty) => {
                faults.on(&parameter.pat, say::STATE_WITH_STEP);
            }
            RoleInput::Plain if matches!(peel_type(&parameter.ty), Type::Reference(_)) => {
                faults.on(&parameter.pat, say::STATE_WITH_ASK);
            }
            _ => {}
        }
        if let Some(mention) = mentions_of(&parameter.role)
            .into_iter()
            .find(|mention| own(&mention.name))
        {
            faults.on(&mention.at, say::state_early(&mention.name));
        }
    }
    match peel_type(&state.ty) {
        Type::Reference(reference) if reference.mutability.is_some() => {
            Some(reference.elem.as_ref().clone())
        }
        other => {
            faults.on(other, say::STATE_NOT_LENT);
            None
        }
    }
}
