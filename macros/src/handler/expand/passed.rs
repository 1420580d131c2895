//! What the hidden run function is given by the outer one, and hands on to the author's.

use proc_macro2::TokenStream;
use quote::quote;

use super::local;
use crate::handler::model::{Handler, Role};

/// Parameters of the run function, and arguments of the author's.
pub(crate) struct Passed {
    /// What the plan's expressions mention, taken apart as the author has it.
    pub(crate) planned: Vec<TokenStream>,
    /// What the body is given, whole.
    pub(crate) extracted: Vec<TokenStream>,
    /// The author's arguments, in the order of the signature.
    pub(crate) arguments: Vec<TokenStream>,
}

/// `value` says what stands for any other parameter.
pub(crate) fn passed(handler: &Handler, value: impl Fn(Role) -> TokenStream) -> Passed {
    let mut passed = Passed {
        planned: Vec::new(),
        extracted: Vec::new(),
        arguments: Vec::new(),
    };
    for (at, parameter) in handler.parameters.iter().enumerate() {
        let (pat, ty) = (&parameter.pat, &parameter.ty);
        passed.arguments.push(match parameter.role {
            Role::Given { planned } => {
                let name = local(&at.to_string());
                passed.extracted.push(quote!(#name: #ty));
                passed.planned.extend(planned.then(|| quote!(#pat: #ty)));
                quote!(#name)
            }
            other => value(other),
        });
    }
    passed
}
