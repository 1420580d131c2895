//! From what stands in the source to a choice in order, or to everything that is wrong with it.

use super::{
    input::{ChoiceInput, VariantInput},
    model::{Choice, Rejected, Variant},
};
use crate::{
    docs::Words,
    faults::Faults,
    messages, names,
    rename::{Rule, bare},
};

const MAX_CHOICES: usize = 512;
const MAX_TITLE: usize = 256;

/// Checks everything; a choice needs no types.
pub(crate) fn check(input: ChoiceInput, mut faults: Faults) -> Result<Choice, Box<Rejected>> {
    let ChoiceInput {
        ident,
        generics,
        keys,
        serde,
        variants: inputs,
    } = input;
    let runtime = names::runtime(keys.runtime.as_ref(), &mut faults);
    let rule = names::rule(keys.rename_all.as_ref(), &serde, &mut faults);
    let legacy = keys
        .legacy
        .as_ref()
        .is_some_and(|entry| entry.flag(&mut faults));
    match &inputs {
        None => faults.on(&ident, messages::CHOICE_NEEDS_ENUM),
        Some(variants) if variants.is_empty() => faults.on(&ident, messages::CHOICE_IS_EMPTY),
        Some(variants) if variants.len() > MAX_CHOICES => {
            faults.on(&ident, messages::too_many("choices", MAX_CHOICES))
        }
        Some(_) => {}
    }
    let mut variants: Vec<Variant> = inputs
        .into_iter()
        .flatten()
        .map(|input| check_variant(input, rule, &mut faults))
        .collect();
    names::unique(
        variants
            .iter()
            .map(|variant| (variant.value.as_str(), &variant.ident)),
        messages::value_taken,
        &mut faults,
    );
    if variants.iter().any(|variant| variant.title.is_some()) {
        for variant in &mut variants {
            variant
                .title
                .get_or_insert_with(|| Words::Literal(bare(&variant.ident)));
        }
    }
    if faults.count() == 0 {
        Ok(Choice {
            runtime,
            ident,
            generics,
            legacy,
            variants,
        })
    } else {
        Err(Box::new(Rejected {
            faults,
            runtime,
            ident,
            generics,
        }))
    }
}

fn check_variant(input: VariantInput, rule: Option<Rule>, faults: &mut Faults) -> Variant {
    let VariantInput {
        ident,
        unit,
        fields,
        keys,
        serde,
        docs,
        doc_attr,
    } = input;
    if !unit {
        faults.on(fields, messages::variant_with_data(&ident));
    }
    let value = names::given(keys.rename.as_ref(), &serde, faults)
        .unwrap_or_else(|| rule.map_or_else(|| bare(&ident), |rule| rule.variant(&bare(&ident))));
    let title = match (&keys.title, docs) {
        (Some(entry), _) => entry
            .short_text(MAX_TITLE, faults)
            .map(|(text, _)| Words::Literal(text)),
        (None, Some(Words::Literal(docs))) if docs.chars().count() > MAX_TITLE => {
            faults.on(doc_attr.as_ref(), messages::title_docs_too_long(MAX_TITLE));
            None
        }
        (None, docs) => docs,
    };
    Variant {
        ident,
        value,
        title,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::input, *};

    fn checked(item: syn::DeriveInput) -> Result<Choice, Vec<String>> {
        let mut faults = Faults::default();
        let input = input::read(item, &mut faults);
        check(input, faults).map_err(|rejected| rejected.faults.messages())
    }

    #[test]
    fn one_title_makes_titles_for_all() {
        let said = |text: &str| Words::Literal(text.to_owned());
        let choice = checked(syn::parse_quote! {
            #[choice(rename_all = "kebab-case")]
            enum Severity {
                /// Can wait
                ///
                /// More words.
                LowOne,
                r#High,
            }
        })
        .unwrap();
        let variants: Vec<_> = choice
            .variants
            .iter()
            .map(|variant| (variant.value.as_str(), variant.title.as_ref()))
            .collect();
        assert_eq!(
            variants,
            [
                ("low-one", Some(&said("Can wait"))),
                ("high", Some(&said("High")))
            ]
        );
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let messages = checked(syn::parse_quote! {
            enum Severity {
                Low(u8),
                #[choice(rename = "x", valeu = 1)]
                High,
                #[serde(rename = "x")]
                Other,
            }
        })
        .unwrap_err();
        assert_eq!(messages.len(), 3, "{messages:?}");
    }
}
