//! What `#[operation]` makes of a function once everything is in order.

use proc_macro2::Group;
use syn::{Attribute, Ident, Path, Signature, Type, Visibility};

use crate::{faults::Faults, handler::model::Handler};

/// An operation to expand.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) handler: Handler,
    /// What it is called by.
    pub(crate) name: String,
    /// The `S` of the parameter `&S`, and which one that is.
    pub(crate) state: Option<(usize, Type)>,
}

/// An operation that cannot be expanded, and what is needed to go on without further errors.
#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) faults: Faults,
    pub(crate) runtime: Path,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    /// The author's function without our attributes, where what is wrong in its body is worth reporting along with the rest.
    pub(crate) author: Option<(Signature, Group)>,
}
