//! Names that containers and their members have on the wire.

use proc_macro2::Ident;
use syn::{GenericParam, Generics, Path, Type};

use crate::{
    entry::{Entry, peel_type},
    faults::Faults,
    messages,
    rename::Rule,
    serde_attrs::SerdeNames,
};

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
        None => {
            let (name, literal) = serde.rename.clone()?;
            if name.trim().is_empty() {
                faults.on(literal, messages::blank(&"rename"));
                return None;
            }
            Some(name)
        }
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

/// Whether a field's type has a size. One without is reported, and what holds it has no impl at all: the compiler would
/// say the same of each item in it.
pub(crate) fn sized(ty: &Type, faults: &mut Faults) -> bool {
    let without = match peel_type(ty) {
        Type::Slice(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    };
    if without {
        faults.on(ty, messages::UNSIZED);
    }
    !without
}

/// Reports lifetime parameters: forms, and their fields, own what they hold.
pub(crate) fn owns(generics: &Generics, message: &str, faults: &mut Faults) {
    for param in &generics.params {
        if let GenericParam::Lifetime(param) = param {
            faults.on(param, message);
        }
    }
}
