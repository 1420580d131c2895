//! From what stands in the source to an operation in order, or to everything that is wrong with it.

mod function;
mod parameters;

use proc_macro2::Ident;
use syn::ext::IdentExt;

use super::{
    input::{OperationInput, OperationKeys},
    model::{Operation, Rejected},
};
use crate::{
    faults::Faults,
    handler::{
        check::{self, Checked, attributes, output},
        model::{Function, Handler, Settings},
    },
    messages::operation as say,
    names,
};

/// Checks everything that needs no types.
pub(crate) fn check(input: OperationInput, mut faults: Faults) -> Result<Operation, Box<Rejected>> {
    let OperationInput {
        keys,
        function,
        receiver,
        parameters,
    } = input;
    let runtime = names::runtime(keys.runtime.as_ref(), &mut faults);
    let name = name(&keys, &function.signature.ident, &mut faults);
    function::check(&function, receiver.as_ref(), &mut faults);
    let settings = settings(&keys, &mut faults);
    if !settings.plain {
        check::plain_gates(&parameters, say::PLAIN, &mut faults);
    }
    let state = parameters::check(&parameters, &function.signature, &mut faults);
    let Checked {
        parameters,
        items,
        mentioned,
    } = check::parameters(parameters, &mut faults, parameters::role);
    let attributes = attributes(&function.attrs, |_| false);
    if faults.count() > 0 {
        // What a router has made of the body already would only give errors of its own.
        let boxed = check::is_boxed(&function.signature.output);
        let ident = function.signature.ident.clone();
        let author = (!boxed).then(|| (check::bare(function.signature), function.body));
        return Err(Box::new(Rejected {
            faults,
            runtime,
            cfgs: attributes.cfgs,
            vis: function.vis,
            ident,
            author,
        }));
    }
    let output = output(&function.signature);
    Ok(Operation {
        handler: Handler {
            runtime,
            name: name.clone(),
            function: Function {
                attributes,
                vis: function.vis,
                ident: function.signature.ident,
                generics: function.signature.generics,
                receiver: None,
                output,
                body: function.body,
            },
            settings,
            parameters,
            items,
            mentioned,
        },
        name,
        state,
    })
}

/// What it is called by: `name`, or what the function is called.
fn name(keys: &OperationKeys, ident: &Ident, faults: &mut Faults) -> String {
    let is_name = |name: &str| {
        (1..=128).contains(&name.len())
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-'))
    };
    let own = ident.unraw().to_string();
    match &keys.name {
        Some(entry) => match entry.text(faults) {
            Some((name, _)) if is_name(&name) => name,
            Some((_, literal)) => {
                faults.on(literal, say::NAME);
                own
            }
            None => own,
        },
        None => {
            if !is_name(&own) {
                faults.on(ident, say::OWN_NAME);
            }
            own
        }
    }
}

fn settings(keys: &OperationKeys, faults: &mut Faults) -> Settings {
    Settings {
        plain: keys
            .non_destructive
            .as_ref()
            .is_some_and(|entry| entry.flag(faults)),
        ..check::settings(&keys.conversation, true, faults)
    }
}

#[cfg(test)]
mod tests;
