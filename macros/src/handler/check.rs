//! What every handler's parameters and keys have to be, as far as no types are needed.

mod items;
mod question;
mod types;

use std::collections::BTreeSet;

use proc_macro2::Ident;
use syn::{
    Attribute, Expr, FnArg, Pat, ReturnType, Safety, Signature, Type, ext::IdentExt, visit::Visit,
};

use super::{
    input::{ConversationKeys, ParameterInput, RoleInput},
    mentions::{self, Mention},
    model::{Attributes, Item, Parameter, Role, Settings, What},
};
use crate::{
    entry::{Entry, peel_expr, peel_type, text_literal},
    faults::Faults,
    messages::interactive as say,
};

pub(crate) use question::spelled;
pub(crate) use types::any_impl;

/// The parameters in order.
pub(crate) struct Checked {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) items: Vec<Item>,
    /// Names bound by parameters that an expression or a message mentions.
    pub(crate) mentioned: Vec<Ident>,
}

/// Checks the parameters. `plain` says what one without an attribute is, given whether what it binds is mentioned.
pub(crate) fn parameters(
    parameters: Vec<ParameterInput>,
    faults: &mut Faults,
    mut plain: impl FnMut(&ParameterInput, bool, &mut Faults) -> Role,
) -> Checked {
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
    let items = items::check(&parameters, &bound, faults);
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
                let planned = bound.iter().any(|name| is_said(&name));
                let role = plain(&parameter, planned, faults);
                if role == Role::Ask && std::mem::replace(&mut has_ask, true) {
                    faults.on(&parameter.pat, say::TWO_ASKS);
                }
                role
            }
            RoleInput::State(_) => Role::State,
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
    Checked {
        parameters: checked,
        items,
        mentioned,
    }
}

/// Whether a parameter without an attribute is `ask: &mut Ask`: nothing else is lent to be changed.
pub(crate) fn is_ask(ty: &Type) -> bool {
    matches!(peel_type(ty), Type::Reference(reference) if reference.mutability.is_some())
}

/// Reports `plain` gates, where the handler does not say that it is harmless.
pub(crate) fn plain_gates(parameters: &[ParameterInput], message: &str, faults: &mut Faults) {
    for key in parameters
        .iter()
        .filter_map(|parameter| parameter.role.plain())
    {
        faults.on(key, message);
    }
}

/// The signature without our attributes.
pub(crate) fn bare(mut signature: Signature) -> Signature {
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

/// Reports what stands before `fn` and has no place there.
pub(crate) fn qualifiers(signature: &Signature, unsafe_: &str, abi: &str, faults: &mut Faults) {
    if let Some(constness) = &signature.constness {
        faults.on(constness, say::CONST);
    }
    if let Safety::Unsafe(unsafety) = &signature.safety {
        faults.on(unsafety, unsafe_);
    }
    if let Some(given) = &signature.abi {
        faults.on(given, abi);
    }
}

/// What the function returns, `()` where it says nothing.
pub(crate) fn output(signature: &Signature) -> Type {
    let ident = &signature.ident;
    match &signature.output {
        ReturnType::Type(_, ty) => ty.as_ref().clone(),
        ReturnType::Default => syn::parse_quote_spanned!(ident.span()=> ()),
    }
}

/// Whether a router's attribute has gone over the function already: it makes a boxed future of an `async fn`.
pub(crate) fn is_boxed(output: &ReturnType) -> bool {
    let ReturnType::Type(_, ty) = output else {
        return false;
    };
    is_named(ty, "Pin")
}

/// Whether the last name of a type is this one.
pub(crate) fn is_named(ty: &Type, name: &str) -> bool {
    matches!(peel_type(ty), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// The attributes by what becomes of them; those that are `ours` are left out.
pub(crate) fn attributes(attrs: &[Attribute], ours: impl Fn(&Attribute) -> bool) -> Attributes {
    let mut sorted = Attributes::default();
    for attr in attrs.iter().filter(|attr| !ours(attr)) {
        let attr = attr.clone();
        let is = |name: &&str| attr.path().is_ident(name);
        if is(&"cfg") {
            sorted.cfgs.push(attr);
        } else if is(&"doc") && matches!(attr.meta, syn::Meta::NameValue(_)) {
            sorted.docs.push(attr);
        } else if ["allow", "warn", "deny", "forbid", "expect"].iter().any(is) {
            sorted.lints.push(attr);
        } else {
            sorted.others.push(attr);
        }
    }
    sorted
}

/// The keys about the conversation. `in_ledger`: it is kept in a ledger in any case.
pub(crate) fn settings(keys: &ConversationKeys, in_ledger: bool, faults: &mut Faults) -> Settings {
    let ConversationKeys {
        ttl,
        rounds,
        once,
        recover,
        guidance,
    } = keys;
    let (seconds, ttl_says) = match in_ledger || once.is_some() || recover.is_some() {
        true => (30..=86_400, say::TTL_IN_LEDGER),
        false => (30..=3_600, say::TTL),
    };
    Settings {
        ttl: ttl
            .as_ref()
            .and_then(|entry| number(entry, seconds, ttl_says, faults)),
        rounds: rounds
            .as_ref()
            .and_then(|entry| number(entry, 1..=100, say::ROUNDS, faults))
            .and_then(|rounds| rounds.try_into().ok()),
        once: once.as_ref().is_some_and(|entry| entry.flag(faults)),
        recover: recover.as_ref().and_then(|entry| entry.function(faults)),
        guidance: guidance
            .as_ref()
            .and_then(|entry| entry.short_text(1_024, faults))
            .map(|(text, _)| text),
        ..Settings::default()
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

/// Every name that a parameter's attribute mentions.
pub(crate) fn mentions_of(role: &RoleInput) -> Vec<Mention> {
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
                .filter_map(text_literal)
                .flat_map(mentions::inline);
            let above = ask.expressions().flat_map(mentions::of).chain(inline);
            let in_check = named(&ask.check).map(mentions::of).unwrap_or_default();
            (above.collect(), in_check)
        }
        RoleInput::Plain | RoleInput::State(_) | RoleInput::Faulty => (Vec::new(), Vec::new()),
    }
}

fn named(key: &Option<(Ident, Expr)>) -> Option<&Expr> {
    key.as_ref().map(|(_, value)| value)
}

/// The variables of a pattern.
pub(crate) fn bound_names(pat: &Pat) -> Vec<Ident> {
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

pub(crate) fn is_unit(ty: &syn::Type) -> bool {
    matches!(peel_type(ty), syn::Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// Whether an item runs in every round: nothing of it is carried.
fn step(expr: Expr, ty: &syn::Type) -> What {
    if is_unit(ty) {
        What::Precondition(expr)
    } else {
        What::Step(expr)
    }
}
