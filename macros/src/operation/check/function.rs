//! The function itself, and the attributes around it.

use syn::{Attribute, GenericParam, Receiver};

use crate::{
    faults::Faults,
    handler::{
        check::{is_boxed, qualifiers},
        input::FunctionInput,
    },
    messages::operation as say,
};

/// Reports what is no operation.
pub(super) fn check(function: &FunctionInput, receiver: Option<&Receiver>, faults: &mut Faults) {
    let signature = &function.signature;
    let boxed = is_boxed(&signature.output);
    if boxed {
        faults.on(&signature.ident, say::UNDER_ROUTER);
    } else if signature.asyncness.is_none() {
        faults.on(&signature.ident, say::NOT_ASYNC);
    }
    qualifiers(signature, say::UNSAFE, say::ABI, faults);
    if let Some(receiver) = receiver {
        faults.on(receiver, say::METHOD);
    }
    for param in &signature.generics.params {
        match param {
            GenericParam::Type(_) | GenericParam::Const(_) => faults.on(param, say::GENERICS),
            GenericParam::Lifetime(_) => {}
        }
    }
    for attr in &function.attrs {
        if let Some(message) = foreign(attr) {
            faults.on(attr, message);
        }
    }
}

/// What is wrong with an attribute beside `#[operation]`, by its last segment, as rmcp itself decides.
fn foreign(attr: &Attribute) -> Option<&'static str> {
    match attr.path().segments.last()?.ident.to_string().as_str() {
        "tool" | "prompt" => Some(say::WITH_ROUTER),
        "interactive" => Some(say::WITH_INTERACTIVE),
        "operation" => Some(say::TWICE),
        _ => None,
    }
}
