//! From what stands in the source to a handler in order, or to everything that is wrong with it.

mod method;
mod state;

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream};
use syn::{ReturnType, Type, ext::IdentExt};

use super::{
    input::{HandlerInput, HandlerKeys},
    model::{Interactive, Rejected, Router},
};
use crate::{
    entry::peel_type,
    faults::Faults,
    handler::{
        check::{self, Checked, bound_names, is_unit, mentions_of},
        input::{ParameterInput, RoleInput},
        model::{Handler, Role, Settings, Spelled},
    },
    messages::interactive as say,
    names,
};

/// Checks everything that needs no types.
pub(crate) fn check(input: HandlerInput, mut faults: Faults) -> Result<Interactive, Box<Rejected>> {
    let HandlerInput {
        keys,
        method,
        receiver,
        parameters,
    } = input;
    let runtime = names::runtime(keys.runtime.as_ref(), &mut faults);
    let router = method::router(&method.attrs);
    let settings = settings(&keys, router.as_ref(), &mut faults);
    if settings.unsealed {
        unsealed(&parameters, &mut faults);
    }
    let state = state::check(&parameters, &keys.conversation, &mut faults);
    if !settings.plain {
        let says = match router {
            Some((Router::Prompt, _)) => say::PLAIN_PROMPT,
            _ => say::PLAIN_DESTRUCTIVE,
        };
        check::plain_gates(&parameters, says, &mut faults);
    }
    let Checked {
        parameters,
        items,
        mentioned,
    } = check::parameters(parameters, &mut faults, plain_role);
    match method::check(&method, receiver, &runtime, &mut faults) {
        Some((function, router, attribute)) if faults.count() == 0 => Ok(Interactive {
            handler: Handler {
                runtime,
                name: function.ident.unraw().to_string(),
                function,
                settings,
                parameters,
                items,
                mentioned,
            },
            router,
            attribute,
            state,
        }),
        _ => {
            // What a router has made of the body already would only give errors of its own.
            let boxed = check::is_boxed(&method.signature.output);
            let mut signature = check::bare(method.signature);
            let mut body = method.body;
            if boxed {
                signature.output = ReturnType::Default;
                body = Group::new(Delimiter::Brace, TokenStream::new());
            }
            Err(Box::new(Rejected {
                faults,
                runtime,
                vis: method.vis,
                signature,
                body,
                router,
            }))
        }
    }
}

fn plain_role(parameter: &ParameterInput, planned: bool, faults: &mut Faults) -> Role {
    let ty = peel_type(&parameter.ty);
    if check::is_ask(ty) {
        return Role::Ask;
    }
    if matches!(ty, Type::Reference(_)) {
        faults.on(ty, say::BORROWED);
    } else {
        check::any_impl(ty, say::IMPL_TRAIT, faults);
    }
    Role::Given { planned }
}

fn settings(
    keys: &HandlerKeys,
    router: Option<&(Router, syn::Attribute)>,
    faults: &mut Faults,
) -> Settings {
    let unsealed = keys
        .unsealed
        .as_ref()
        .is_some_and(|entry| entry.flag(faults));
    let settings = check::settings(&keys.conversation, false, faults);
    if unsealed {
        if let (Some(entry), Some(2..)) = (&keys.conversation.rounds, settings.rounds) {
            faults.on(entry.key(), say::UNSEALED_ROUNDS);
        }
        let kept = [&keys.conversation.once, &keys.conversation.recover];
        for entry in kept.into_iter().flatten() {
            faults.on(entry.key(), say::unsealed_kept(entry.key()));
        }
    }
    Settings {
        unsealed,
        plain: router
            .is_some_and(|(router, attr)| *router == Router::Tool && method::is_harmless(attr)),
        ..settings
    }
}

/// What an `unsealed` handler does without, as far as the syntax says.
fn unsealed(parameters: &[ParameterInput], faults: &mut Faults) {
    let mut asked: BTreeSet<String> = BTreeSet::new();
    for parameter in parameters {
        match &parameter.role {
            RoleInput::Step(_) if !is_unit(&parameter.ty) => {
                faults.on(&parameter.pat, say::unsealed("a step"))
            }
            RoleInput::Ask(ask) => {
                if let Some((key, _)) = &ask.url {
                    faults.on(key, say::unsealed("a URL question"));
                } else if check::spelled(&parameter.ty) == Spelled::Confirmed {
                    faults.on(&parameter.ty, say::unsealed("a confirmation"));
                }
                if let Some(mention) = mentions_of(&parameter.role)
                    .iter()
                    .find(|mention| asked.contains(&mention.name))
                {
                    faults.on(&mention.at, say::UNSEALED_ROUND);
                }
                asked.extend(
                    bound_names(&parameter.pat)
                        .iter()
                        .map(|name| name.unraw().to_string()),
                );
            }
            RoleInput::Plain if matches!(peel_type(&parameter.ty), Type::Reference(_)) => {
                faults.on(&parameter.pat, say::unsealed("`ask`"));
            }
            RoleInput::State(_) => faults.on(&parameter.pat, say::unsealed("`#[state]`")),
            _ => {}
        }
    }
}
