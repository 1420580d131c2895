//! What a newtype is once everything is in order.

use syn::{ExprPath, Generics, Ident, Path, Type};

use crate::{faults::Faults, format::Format, limit::Limit};

/// A newtype to expand.
#[derive(Debug)]
pub(crate) struct Newtype {
    pub(crate) runtime: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The name of the only field; `None` in a tuple.
    pub(crate) name: Option<Ident>,
    pub(crate) inner: Type,
    pub(crate) limit: Option<Limit>,
    pub(crate) format: Option<Format>,
    pub(crate) check: Option<ExprPath>,
}

/// A newtype that cannot be expanded: what was wrong, and what is needed to go on without further errors.
#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) faults: Faults,
    pub(crate) runtime: Path,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// Whether its field has a size, so that it can implement anything.
    pub(crate) sized: bool,
}
