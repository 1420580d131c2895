//! What serde's attributes say about names, and which of them would make the schema lie.

use darling::ast::NestedMeta;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::{entry::peel_expr, faults::Faults, messages};

/// The names that serde's attributes give, on the side that reads.
#[derive(Debug, Default)]
pub(crate) struct SerdeNames {
    /// `rename`, with the literal.
    pub(crate) rename: Option<(String, Expr)>,
    /// `rename_all`, with the literal.
    pub(crate) rename_all: Option<(String, Expr)>,
}

/// Reads `#[serde(…)]`, of whose keys some are `refused` here, each with its remedy. What serde itself would not
/// understand is left to serde.
pub(crate) fn read(
    attrs: &[Attribute],
    refused: &[(&str, &str)],
    faults: &mut Faults,
) -> SerdeNames {
    let mut names = SerdeNames::default();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        let Meta::List(list) = &attr.meta else {
            continue;
        };
        let Ok(items) = NestedMeta::parse_meta_list(list.tokens.clone()) else {
            continue;
        };
        for item in &items {
            let NestedMeta::Meta(meta) = item else {
                continue;
            };
            let Some(key) = meta.path().get_ident().map(ToString::to_string) else {
                continue;
            };
            if let Some((_, remedy)) = refused.iter().find(|(other, _)| *other == key) {
                faults.on(meta, messages::serde_refused(&key, remedy));
            }
            match key.as_str() {
                "rename" => names.rename = reading_side(meta).or(names.rename),
                "rename_all" => names.rename_all = reading_side(meta).or(names.rename_all),
                _ => {}
            }
        }
    }
    names
}

/// `key = "x"`, or the `deserialize` part of `key(serialize = "x", deserialize = "y")`: answers are read, never written.
fn reading_side(meta: &Meta) -> Option<(String, Expr)> {
    match meta {
        Meta::NameValue(pair) => literal(&pair.value),
        Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone())
            .ok()?
            .iter()
            .find_map(|item| match item {
                NestedMeta::Meta(Meta::NameValue(pair)) if pair.path.is_ident("deserialize") => {
                    literal(&pair.value)
                }
                _ => None,
            }),
        Meta::Path(_) => None,
    }
}

fn literal(value: &Expr) -> Option<(String, Expr)> {
    match peel_expr(value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some((text.value(), peel_expr(value).clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_side_of_a_directional_rename_counts() {
        let mut faults = Faults::default();
        let attr: Attribute = syn::parse_quote!(#[serde(rename(serialize = "out", deserialize = "in"), rename_all = "camelCase")]);
        let names = read(&[attr], messages::SERDE_FIELD, &mut faults);
        assert_eq!(names.rename.map(|(name, _)| name).as_deref(), Some("in"));
        assert_eq!(
            names.rename_all.map(|(name, _)| name).as_deref(),
            Some("camelCase")
        );
        assert_eq!(faults.count(), 0);
    }

    #[test]
    fn attributes_that_change_what_is_read_are_refused() {
        for key in [
            "flatten",
            "default",
            "skip",
            "skip_deserializing",
            "with",
            "deserialize_with",
        ] {
            let mut faults = Faults::default();
            let key = syn::Ident::new(key, proc_macro2::Span::call_site());
            read(
                &[syn::parse_quote!(#[serde(#key)])],
                messages::SERDE_FIELD,
                &mut faults,
            );
            assert_eq!(faults.count(), 1, "{key}");
        }
    }

    #[test]
    fn attributes_without_effect_on_names_pass() {
        let mut faults = Faults::default();
        read(
            &[syn::parse_quote!(#[serde(alias = "x", bound = "T: Y")])],
            messages::SERDE_FIELD,
            &mut faults,
        );
        assert_eq!(faults.count(), 0);
    }
}
