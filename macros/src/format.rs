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

/// The formats as they are written, and the variants of the runtime's `Format`.
pub(crate) const FORMATS: [(&str, &str); 4] = [
    ("email", "Email"),
    ("uri", "Uri"),
    ("date", "Date"),
    ("date-time", "DateTime"),
];

/// Reads `format = "…"`.
pub(crate) fn read(entry: &Entry, faults: &mut Faults) -> Option<Format> {
    let (name, literal) = entry.text(faults)?;
    let Some((_, variant)) = FORMATS.into_iter().find(|(format, _)| *format == name) else {
        faults.on(literal, messages::unknown_format(&name));
        return None;
    };
    Some(Format {
        variant,
        key: entry.key().clone(),
    })
}
