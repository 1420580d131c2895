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
    use syn::parse_quote;

    /// Nothing generated may depend on a name of the author's crate, nor on a crate that it need not have.
    #[test]
    fn expansions_name_the_runtime_and_core_only() {
        let form = super::derive(parse_quote! {
            #[form(crate = facade::forms, json_schema, check = rule)]
            struct F<T: Bound> {
                #[form(length = 1..=MOST, default = "x", check = rule, title = "T")]
                a: T,
                #[form(choices)]
                b: A,
            }
        });
        let choice = crate::choice::derive(parse_quote! {
            #[choice(crate = facade::forms)]
            enum K {
                /// Title
                A,
            }
        });
        let field = crate::field::derive(parse_quote! {
            #[field(crate = facade::forms, range = 1.., check = rule)]
            struct N(A);
        });
        let broken = super::derive(parse_quote! {
            #[form(crate = facade::forms, oops)]
            struct F {
                a: A,
            }
        });
        for expansion in [form, choice, field, broken] {
            let text = expansion.to_string();
            for path in [
                "askback ::",
                ":: std",
                "serde_json ::",
                ":: serde",
                "alloc ::",
                "format !",
                "vec !",
                "panic !",
            ] {
                let foreign = text
                    .replace("facade :: forms :: __private", "rt")
                    .contains(path);
                assert!(!foreign, "{path} in {text}");
            }
            assert!(text.contains("facade :: forms :: __private"), "{text}");
        }
    }
}
