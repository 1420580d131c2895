//! From what stands in the source to a newtype in order, or to everything that is wrong with it.

use super::{
    input::NewtypeInput,
    model::{Newtype, Rejected},
};
use crate::{faults::Faults, format, limit, messages, names};

/// Checks everything that needs no types.
pub(crate) fn check(input: NewtypeInput, mut faults: Faults) -> Result<Newtype, Box<Rejected>> {
    let NewtypeInput {
        ident,
        generics,
        keys,
        inner,
    } = input;
    let runtime = names::runtime(keys.runtime.as_ref(), &mut faults);
    names::owns(&generics, messages::FIELD_BORROWS, &mut faults);
    let limit = limit::single(
        keys.length.as_ref(),
        keys.range.as_ref(),
        keys.items.as_ref(),
        &mut faults,
    );
    let format = keys
        .format
        .as_ref()
        .and_then(|entry| format::read(entry, &mut faults));
    let check = keys
        .check
        .as_ref()
        .and_then(|entry| entry.function(&mut faults));
    let sized = inner
        .as_ref()
        .is_none_or(|(_, inner)| names::sized(inner, &mut faults));
    if inner.is_none() {
        faults.on(&ident, messages::FIELD_NEEDS_NEWTYPE);
    }
    match inner {
        Some((name, inner)) if faults.count() == 0 => Ok(Newtype {
            runtime,
            ident,
            generics,
            name,
            inner,
            limit,
            format,
            check,
        }),
        _ => Err(Box::new(Rejected {
            faults,
            runtime,
            ident,
            generics,
            sized,
        })),
    }
}
