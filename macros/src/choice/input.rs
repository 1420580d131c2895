//! What stands in the source: the enum, its keys, its variants and theirs.

use darling::FromMeta;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident};

use crate::{
    docs::{self, Words},
    entry::Entry,
    faults::Faults,
    messages,
    serde_attrs::{self, SerdeNames},
    vocabulary::Vocabulary,
};

/// Keys of `#[choice(…)]` on the enum.
pub(crate) const CONTAINER: Vocabulary = Vocabulary {
    attribute: "choice",
    place: "an enum",
    keys: &["rename_all", "legacy", "crate"],
    foreign: messages::FOREIGN_CHOICE,
};

/// Keys of `#[choice(…)]` on a variant.
pub(crate) const VARIANT: Vocabulary = Vocabulary {
    attribute: "choice",
    place: "a variant",
    keys: &["title", "rename"],
    foreign: messages::FOREIGN_VARIANT,
};

/// Receiver of [`CONTAINER`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct ContainerKeys {
    pub(crate) rename_all: Option<Entry>,
    pub(crate) legacy: Option<Entry>,
    #[darling(rename = "crate")]
    pub(crate) runtime: Option<Entry>,
}

/// Receiver of [`VARIANT`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct VariantKeys {
    pub(crate) rename: Option<Entry>,
    pub(crate) title: Option<Entry>,
}

/// The item as read.
#[derive(Debug)]
pub(crate) struct ChoiceInput {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) keys: ContainerKeys,
    pub(crate) serde: SerdeNames,
    /// `None` when the item is no enum.
    pub(crate) variants: Option<Vec<VariantInput>>,
}

/// A variant as read.
#[derive(Debug)]
pub(crate) struct VariantInput {
    pub(crate) ident: Ident,
    pub(crate) unit: bool,
    pub(crate) fields: Fields,
    pub(crate) keys: VariantKeys,
    pub(crate) serde: SerdeNames,
    pub(crate) docs: Option<Words>,
    pub(crate) doc_attr: Option<Attribute>,
}

/// Reads the item.
pub(crate) fn read(item: DeriveInput, faults: &mut Faults) -> ChoiceInput {
    let keys = CONTAINER.receive(&item.attrs, faults);
    let serde = serde_attrs::read(&item.attrs, messages::SERDE_ENUM, faults);
    let variants = match item.data {
        Data::Enum(data) => Some(
            data.variants
                .into_iter()
                .map(|variant| read_variant(variant, faults))
                .collect(),
        ),
        Data::Struct(_) | Data::Union(_) => None,
    };
    ChoiceInput {
        ident: item.ident,
        generics: item.generics,
        keys,
        serde,
        variants,
    }
}

fn read_variant(variant: syn::Variant, faults: &mut Faults) -> VariantInput {
    VariantInput {
        ident: variant.ident,
        unit: matches!(variant.fields, Fields::Unit),
        fields: variant.fields,
        keys: VARIANT.receive(&variant.attrs, faults),
        serde: serde_attrs::read(&variant.attrs, messages::SERDE_VARIANT, faults),
        docs: docs::title(&variant.attrs),
        doc_attr: variant
            .attrs
            .into_iter()
            .find(|attr| attr.path().is_ident("doc")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vocabularies_and_receivers_agree() {
        assert_eq!(CONTAINER.untaken::<ContainerKeys>(), Vec::<&str>::new());
        assert_eq!(VARIANT.untaken::<VariantKeys>(), Vec::<&str>::new());
    }
}
