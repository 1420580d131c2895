//! `#[derive(Form)]`.

mod check;
mod expand;
mod input;
mod model;

#[cfg(test)]
pub(crate) use input::{CONTAINER, FIELD};
use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::faults::Faults;

/// The expansion; on faults all of them, and an impl without sense that keeps one mistake one error.
pub(crate) fn derive(item: DeriveInput) -> TokenStream {
    let mut faults = Faults::default();
    let input = input::read(item, &mut faults);
    match check::check(input, faults) {
        Ok(model) => expand::expand(&model),
        Err(rejected) => expand::expand_rejected(*rejected),
    }
}

#[cfg(test)]
mod tests {
    /// The tables of keys in the documentation are those of the receivers.
    #[test]
    fn documentation_lists_the_keys_in_their_order() {
        let docs = include_str!("../../../runtime/src/derives.rs");
        let tables: Vec<Vec<&str>> = docs
            .split("| --- | --- |\n")
            .skip(1)
            .map(|table| {
                table
                    .lines()
                    .map_while(|line| line.strip_prefix("/// | `"))
                    .filter_map(key)
                    .collect()
            })
            .collect();
        for vocabulary in [
            super::input::CONTAINER,
            super::input::FIELD,
            crate::choice::CONTAINER,
            crate::choice::VARIANT,
            crate::field::NEWTYPE,
        ] {
            assert!(
                tables.iter().any(|table| table == vocabulary.keys),
                "{vocabulary:?} in {tables:?}"
            );
        }
    }

    fn key(line: &str) -> Option<&str> {
        line.split(['`', ' ']).next()
    }
}
