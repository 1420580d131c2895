//! Names that containers and their members have on the wire.

use proc_macro2::Ident;
use syn::{GenericParam, Generics, Path};

use crate::{entry::Entry, faults::Faults, messages, rename::Rule, serde_attrs::SerdeNames};

/// The rule of `rename_all`: ours, or else serde's.
pub(crate) fn rule(ours: Option<&Entry>, serde: &SerdeNames, faults: &mut Faults) -> Option<Rule> {
    let (name, literal) = match ours {
        Some(entry) => entry.text(faults)?,
        None => serde.rename_all.clone()?,
    };
    let rule = Rule::named(&name);
    if rule.is_none() {
        faults.on(literal, messages::unknown_rule(&name));
    }
    rule
}

/// The name that a member is given: ours, or else serde's.
pub(crate) fn given(
    ours: Option<&Entry>,
    serde: &SerdeNames,
    faults: &mut Faults,
) -> Option<String> {
    match ours {
        Some(entry) => entry.text(faults).map(|(name, _)| name),
        None => serde.rename.as_ref().map(|(name, _)| name.clone()),
    }
}

/// The path of the runtime: `crate = path`, or `::askback`.
pub(crate) fn runtime(given: Option<&Entry>, faults: &mut Faults) -> Path {
    given
        .and_then(|entry| entry.path(faults))
        .unwrap_or_else(|| syn::parse_quote!(::askback))
}

/// Reports every wire name that two members have, at the second and with the name of the first.
pub(crate) fn unique<'a>(
    names: impl Iterator<Item = (&'a str, &'a Ident)>,
    message: fn(&str, &Ident) -> String,
    faults: &mut Faults,
) {
    let mut seen: std::collections::BTreeMap<&str, &Ident> = std::collections::BTreeMap::new();
    for (wire, ident) in names {
        match seen.get(wire) {
            Some(first) => faults.on(ident, message(wire, first)),
            None => {
                seen.insert(wire, ident);
            }
        }
    }
}

/// Reports lifetime parameters: forms, and their fields, own what they hold.
pub(crate) fn owns(generics: &Generics, message: &str, faults: &mut Faults) {
    for param in &generics.params {
        if let GenericParam::Lifetime(param) = param {
            faults.on(param, message);
        }
    }
}
