//! `format = "…"`.

use syn::Ident;

use crate::{entry::Entry, faults::Faults, messages};

/// One of the four formats, with the key to point at.
#[derive(Debug, Clone)]
pub(crate) struct Format {
    /// The variant of the runtime's `Format`.
    pub(crate) variant: &'static str,
    pub(crate) key: Ident,
}

/// Reads `format = "…"`.
pub(crate) fn read(entry: &Entry, faults: &mut Faults) -> Option<Format> {
    let (name, literal) = entry.text(faults)?;
    let variant = match name.as_str() {
        "email" => "Email",
        "uri" => "Uri",
        "date" => "Date",
        "date-time" => "DateTime",
        _ => {
            faults.on(literal, messages::unknown_format(&name));
            return None;
        }
    };
    Some(Format {
        variant,
        key: entry.key().clone(),
    })
}
