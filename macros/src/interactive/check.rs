//! From what stands in the source to a handler in order, or to everything that is wrong with it.

mod items;
mod method;
mod question;
mod state;

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream};
use syn::{Expr, FnArg, Ident, Pat, ReturnType, Signature, ext::IdentExt, visit::Visit};

use super::{
    input::{HandlerInput, HandlerKeys, ParameterInput, RoleInput},
    mentions::{self, Mention},
    model::{Handler, Parameter, Rejected, Role, Router, Settings, What},
};
use crate::{
    entry::{Entry, peel_expr},
    faults::Faults,
    messages::interactive as say,
    names,
};

/// Checks everything that needs no types.
pub(crate) fn check(input: HandlerInput, mut faults: Faults) -> Result<Handler, Box<Rejected>> {
    let HandlerInput {
        keys,
        method,
        receiver,
        parameters,
    } = input;
    let runtime = names::runtime(keys.runtime.as_ref(), &mut faults);
    let router = method::router(&method.attrs);

    let bound: Vec<Vec<Ident>> = parameters
        .iter()
        .map(|parameter| bound_names(&parameter.pat))
        .collect();
    for name in bound
        .iter()
        .flatten()
        .filter(|name| name.to_string().starts_with("__askback"))
    {
        faults.on(name, say::reserved(name));
    }
    let items = items::check(&parameters, &bound, &mut faults);
    let settings = settings(&keys, router.as_ref(), &mut faults);
    if settings.unsealed {
        unsealed(&parameters, &mut faults);
    }
    let state = state::check(&parameters, &bound, &mut faults);
    if !settings.plain {
        let on_prompt = matches!(router, Some((Router::Prompt, _)));
        for key in parameters
            .iter()
            .filter_map(|parameter| parameter.role.plain())
        {
            faults.on(
                key,
                if on_prompt {
                    say::PLAIN_PROMPT
                } else {
                    say::PLAIN_DESTRUCTIVE
                },
            );
        }
    }

    let said: BTreeSet<String> = parameters
        .iter()
        .flat_map(|parameter| mentions_of(&parameter.role))
        .map(|it| it.name)
        .collect();
    let is_said = |name: &&Ident| said.contains(&name.unraw().to_string());
    let mentioned: Vec<Ident> = bound.iter().flatten().filter(is_said).cloned().collect();
    let mut checked = Vec::new();
    let mut next_item = 0_usize;
    let mut has_ask = false;
    for (parameter, bound) in parameters.into_iter().zip(&bound) {
        let role = match &parameter.role {
            RoleInput::Plain => {
                let role = plain_role(
                    &parameter,
                    bound.iter().any(|name| is_said(&name)),
                    &mut faults,
                );
                if role == Role::Ask && std::mem::replace(&mut has_ask, true) {
                    faults.on(&parameter.pat, say::TWO_ASKS);
                }
                role
            }
            RoleInput::State => Role::State,
            _ => {
                next_item = next_item.saturating_add(1);
                Role::Item(next_item.saturating_sub(1))
            }
        };
        let ParameterInput { attrs, pat, ty, .. } = parameter;
        checked.push(Parameter {
            attrs,
            pat,
            ty,
            role,
        });
    }
    match method::check(&method, receiver, &runtime, &mut faults) {
        Some(method) if faults.count() == 0 => Ok(Handler {
            runtime,
            method,
            settings,
            parameters: checked,
            items,
            mentioned,
            state,
        }),
        _ => {
            // What a router has made of the body already would only give errors of its own.
            let boxed = method::is_boxed(&method.signature.output);
            let mut signature = bare(method.signature);
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
    match peel_type(&parameter.ty) {
        syn::Type::Reference(reference) if reference.mutability.is_some() => Role::Ask,
        other => {
            if matches!(other, syn::Type::Reference(_)) {
                faults.on(other, say::BORROWED);
            }
            Role::Extractor { planned }
        }
    }
}

/// The signature without our attributes.
fn bare(mut signature: Signature) -> Signature {
    for argument in &mut signature.inputs {
        if let FnArg::Typed(parameter) = argument {
            parameter.attrs.retain(|attr| {
                !["ask", "step", "state"]
                    .iter()
                    .any(|own| attr.path().is_ident(own))
            });
        }
    }
    signature
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
    let rounds = keys
        .rounds
        .as_ref()
        .and_then(|entry| number(entry, 1..=100, say::ROUNDS, faults));
    if let (Some(entry), true, Some(2..)) = (&keys.rounds, unsealed, rounds) {
        faults.on(entry.key(), say::UNSEALED_ROUNDS);
    }
    Settings {
        ttl: keys
            .ttl
            .as_ref()
            .and_then(|entry| number(entry, 30..=3_600, say::TTL, faults)),
        rounds: rounds.and_then(|rounds| rounds.try_into().ok()),
        guidance: keys
            .guidance
            .as_ref()
            .and_then(|entry| entry.short_text(1_024, faults))
            .map(|(text, _)| text),
        unsealed,
        plain: router
            .is_some_and(|(router, attr)| *router == Router::Tool && method::is_harmless(attr)),
    }
}

fn number(
    entry: &Entry,
    fits: std::ops::RangeInclusive<u64>,
    message: &str,
    faults: &mut Faults,
) -> Option<u64> {
    literal_number(entry.value(faults)?, fits, message, faults)
}

/// An integer literal; anything else is a fault.
fn literal_number(
    value: &Expr,
    fits: std::ops::RangeInclusive<u64>,
    message: &str,
    faults: &mut Faults,
) -> Option<u64> {
    let number = match peel_expr(value) {
        Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    };
    let number = number.filter(|number| fits.contains(number));
    if number.is_none() {
        faults.on(value, message);
    }
    number
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
                } else if question::spelled(&parameter.ty) == super::model::Spelled::Confirmed {
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
            RoleInput::Plain if matches!(peel_type(&parameter.ty), syn::Type::Reference(_)) => {
                faults.on(&parameter.pat, say::unsealed("`ask`"));
            }
            RoleInput::State => faults.on(&parameter.pat, say::unsealed("`#[state]`")),
            _ => {}
        }
    }
}

/// Every name that a parameter's attribute mentions.
fn mentions_of(role: &RoleInput) -> Vec<Mention> {
    let (mut above, mut in_check) = mentions_apart(role);
    above.append(&mut in_check);
    above
}

/// The names mentioned where those of parameters above may be, and those in a `check`, where the parameter's own name is what
/// was filled in.
fn mentions_apart(role: &RoleInput) -> (Vec<Mention>, Vec<Mention>) {
    match role {
        RoleInput::Step(expr) => (mentions::of(expr), Vec::new()),
        RoleInput::Ask(ask) => {
            let literals = [
                ask.message.as_ref(),
                named(&ask.named_message),
                named(&ask.url),
            ];
            let inline = literals
                .into_iter()
                .flatten()
                .filter_map(literal)
                .flat_map(|literal| mentions::inline(&literal));
            let above = ask.expressions().flat_map(mentions::of).chain(inline);
            let in_check = named(&ask.check).map(mentions::of).unwrap_or_default();
            (above.collect(), in_check)
        }
        RoleInput::Plain | RoleInput::State | RoleInput::Faulty => (Vec::new(), Vec::new()),
    }
}

fn named(key: &Option<(Ident, Expr)>) -> Option<&Expr> {
    key.as_ref().map(|(_, value)| value)
}

/// A string literal, through the invisible groups of `macro_rules!`.
fn literal(expr: &Expr) -> Option<syn::LitStr> {
    match peel_expr(expr) {
        Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(literal),
            ..
        }) => Some(literal.clone()),
        _ => None,
    }
}

/// The variables of a pattern.
fn bound_names(pat: &Pat) -> Vec<Ident> {
    #[derive(Default)]
    struct Names(Vec<Ident>);
    impl Visit<'_> for Names {
        fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
            self.0.push(pat.ident.clone());
            if let Some((_, subpat)) = &pat.subpat {
                self.visit_pat(subpat);
            }
        }
    }
    let mut names = Names::default();
    names.visit_pat(pat);
    names.0
}

fn peel_type(ty: &syn::Type) -> &syn::Type {
    let mut inner = ty;
    loop {
        inner = match inner {
            syn::Type::Group(group) => &group.elem,
            syn::Type::Paren(paren) => &paren.elem,
            _ => return inner,
        };
    }
}

fn is_unit(ty: &syn::Type) -> bool {
    matches!(peel_type(ty), syn::Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// Whether an item runs in every round: nothing of it is carried.
pub(super) fn step(expr: Expr, ty: &syn::Type) -> What {
    if is_unit(ty) {
        What::Precondition(expr)
    } else {
        What::Step(expr)
    }
}
