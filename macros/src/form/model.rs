//! What a form is once everything is in order. Holds valid combinations only.

use syn::{ExprPath, Generics, Ident, Path, Type};

use crate::{default::Default, docs::Words, faults::Faults, format::Format, limit::Limit};

/// A form to expand.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) runtime: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) check: Option<ExprPath>,
    pub(crate) json_schema: bool,
    /// Whether the struct has braces.
    pub(crate) braces: bool,
    pub(crate) fields: Vec<Field>,
}

/// A field of it.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) wire: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<Words>,
    /// The author said that it is no secret.
    pub(crate) sensitive: bool,
    pub(crate) limit: Option<Limit>,
    pub(crate) format: Option<Format>,
    pub(crate) default: Option<Default>,
    /// `choices`: they are given by the call.
    pub(crate) open: bool,
    pub(crate) check: Option<ExprPath>,
}

/// A form that cannot be expanded: what was wrong, and what is needed to go on without further errors.
#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) faults: Faults,
    pub(crate) runtime: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) json_schema: bool,
    /// Whether all its fields have a size, so that it can implement anything.
    pub(crate) sized: bool,
    /// Types of the fields that had no faults: whether each is a field type is for the compiler to say.
    pub(crate) types: Vec<(Type, bool)>,
}
