//! What was found wrong, gathered so that one compile reports everything.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// An accumulator of compile errors.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    found: Option<syn::Error>,
    count: usize,
}

impl Faults {
    /// Adds a fault that underlines all of `culprit`.
    pub(crate) fn on(&mut self, culprit: impl ToTokens, message: impl std::fmt::Display) {
        self.add(syn::Error::new_spanned(culprit, message));
    }

    /// Adds a fault that another library found.
    pub(crate) fn add(&mut self, fault: impl Into<syn::Error>) {
        let fault = fault.into();
        self.count = self.count.saturating_add(1);
        match &mut self.found {
            Some(found) => found.combine(fault),
            None => self.found = Some(fault),
        }
    }

    /// Counts a fault that the compiler itself reports, in what is left of the item.
    pub(crate) fn left_to_the_compiler(&mut self) {
        self.count = self.count.saturating_add(1);
    }

    /// How many were found so far: the same before and after a step means that the step found none.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The errors as tokens; `None` when nothing was wrong.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        self.found.map(syn::Error::into_compile_error)
    }

    /// The messages, for tests.
    #[cfg(test)]
    pub(crate) fn messages(&self) -> Vec<String> {
        self.found
            .iter()
            .flatten()
            .map(|fault| fault.to_string())
            .collect()
    }
}
