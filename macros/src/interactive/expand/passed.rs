//! What the hidden run function is given by the one that rmcp calls, and hands on to the author's.

use proc_macro2::TokenStream;
use quote::quote;

use super::local;
use crate::interactive::model::{Handler, Role};

/// Parameters of the run function, and arguments of the author's.
pub(super) struct Passed {
    /// What the plan's expressions mention, taken apart as the author has it.
    pub(super) planned: Vec<TokenStream>,
    /// What rmcp extracts for the body, whole.
    pub(super) extracted: Vec<TokenStream>,
    /// The author's arguments, in the order of the signature.
    pub(super) arguments: Vec<TokenStream>,
}

/// `value` says what stands for a parameter that rmcp does not extract.
pub(super) fn passed(handler: &Handler, value: impl Fn(Role) -> TokenStream) -> Passed {
    let mut passed = Passed {
        planned: Vec::new(),
        extracted: Vec::new(),
        arguments: Vec::new(),
    };
    for (at, parameter) in handler.parameters.iter().enumerate() {
        let (pat, ty) = (&parameter.pat, &parameter.ty);
        passed.arguments.push(match parameter.role {
            Role::Extractor { planned } => {
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
