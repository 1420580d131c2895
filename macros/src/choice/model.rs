//! What a choice is once everything is in order.

use syn::{Generics, Ident, Path};

use crate::{docs::Words, faults::Faults};

/// A choice to expand: at least one variant, values unique, titles on all variants or on none.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) runtime: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) legacy: bool,
    pub(crate) variants: Vec<Variant>,
}

/// One option.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) value: String,
    pub(crate) title: Option<Words>,
}

/// A choice that cannot be expanded: what was wrong, and what is needed to go on without further errors.
#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) faults: Faults,
    pub(crate) runtime: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
}
