//! What `#[interactive]` makes of a method once everything is in order.

use proc_macro2::{Group, TokenStream};
use syn::{Attribute, Path, Signature, Type, Visibility};

use crate::{faults::Faults, handler::model::Handler};

/// A method of an rmcp server to expand.
#[derive(Debug)]
pub(crate) struct Interactive {
    pub(crate) handler: Handler,
    pub(crate) router: Router,
    /// `#[tool(…)]` or `#[prompt(…)]`, with everything that a changed return type hides from it.
    pub(crate) attribute: TokenStream,
    /// The `S` of `#[state] state: &mut S`: the handler asks by its own result.
    pub(crate) state: Option<Type>,
}

/// Which router the handler is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Router {
    Tool,
    Prompt,
}

/// A handler that cannot be expanded, and what is needed to go on without further errors.
#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) faults: Faults,
    pub(crate) runtime: Path,
    pub(crate) vis: Visibility,
    /// The author's function without our attributes: what is wrong in its body is reported along with the rest.
    pub(crate) signature: Signature,
    pub(crate) body: Group,
    pub(crate) router: Option<(Router, Attribute)>,
}
