//! Parameters without attributes: the state, the arguments, the caller, `ask`.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{Lifetime, Signature, Type, TypeReference, visit::Visit};

use crate::{
    entry::peel_type,
    faults::Faults,
    handler::{
        check::{any_impl, is_ask, is_named, output},
        input::{ParameterInput, RoleInput},
        model::Role,
    },
    messages::operation as say,
};

/// What a parameter without attributes is.
pub(super) fn role(parameter: &ParameterInput, planned: bool, _: &mut Faults) -> Role {
    // Of what else is borrowed to be changed it has been said already.
    match is_ask(&parameter.ty) && lent(&parameter.ty).is_some_and(|it| is_named(&it.elem, "Ask")) {
        true => Role::Ask,
        false => Role::Given { planned },
    }
}

/// The `S` of the parameter `&S`, and which parameter that is.
pub(super) fn check(
    parameters: &[ParameterInput],
    signature: &Signature,
    faults: &mut Faults,
) -> Option<(usize, Type)> {
    let named = signature.generics.lifetimes();
    let named: BTreeSet<String> = named.map(|it| it.lifetime.ident.to_string()).collect();
    owns(&named, &output(signature), say::BORROWED_OUTPUT, faults);
    let (mut state, mut arguments) = (None, 0_usize);
    for (at, parameter) in parameters.iter().enumerate() {
        let ty = peel_type(&parameter.ty);
        match (&parameter.role, lent(ty)) {
            (RoleInput::State(_), _) => faults.on(&parameter.pat, say::STATE_ATTRIBUTE),
            (RoleInput::Plain, _) if role(parameter, false, faults) == Role::Ask => {}
            (RoleInput::Plain, Some(reference)) if is_ask(ty) => {
                faults.on(ty, say::state_to_change(&shared(reference)));
            }
            (RoleInput::Plain, Some(reference)) => {
                let elem = reference.elem.as_ref();
                if state.is_some() {
                    faults.on(ty, say::TWO_STATES);
                } else if !any_impl(elem, say::IMPL_TRAIT, faults) {
                    owns(&named, elem, say::BORROWED_STATE, faults);
                }
                state.get_or_insert_with(|| (at, elem.clone()));
            }
            (RoleInput::Plain, None) if is_named(ty, "Principal") => {}
            (RoleInput::Plain, None) => {
                arguments = arguments.saturating_add(1);
                if arguments == 2 {
                    faults.on(&parameter.pat, say::TWO_ARGUMENTS);
                } else if is_named(ty, "Parameters") {
                    faults.on(ty, say::EXTRACTOR);
                } else if !any_impl(ty, say::IMPL_TRAIT, faults) {
                    owns(&named, ty, say::BORROWED_ARGUMENTS, faults);
                }
            }
            _ => {}
        }
    }
    state
}

fn lent(ty: &Type) -> Option<&TypeReference> {
    match peel_type(ty) {
        Type::Reference(reference) => Some(reference),
        _ => None,
    }
}

/// The reference without `mut`, as text.
fn shared(reference: &TypeReference) -> String {
    let elem = reference.elem.to_token_stream().to_string();
    format!("&{}", elem.replace(' ', ""))
}

/// Reports lifetimes of the function: what outlives its call cannot name them.
fn owns(named: &BTreeSet<String>, ty: &Type, message: &str, faults: &mut Faults) {
    struct Find<'a>(Vec<&'a Lifetime>);
    impl<'a> Visit<'a> for Find<'a> {
        fn visit_lifetime(&mut self, lifetime: &'a Lifetime) {
            self.0.push(lifetime);
        }
    }
    let mut find = Find(Vec::new());
    find.visit_type(ty);
    for lifetime in find.0 {
        if named.contains(&lifetime.ident.to_string()) {
            faults.on(lifetime, message);
        }
    }
}
