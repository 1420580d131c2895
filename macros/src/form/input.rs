//! What stands in the source: the struct, its keys, its fields and theirs.

use darling::FromMeta;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, Type};

use crate::{
    docs::{self, Words},
    entry::Entry,
    faults::Faults,
    messages,
    serde_attrs::{self, SerdeNames},
    vocabulary::Vocabulary,
};

/// Keys of `#[form(…)]` on the struct.
pub(crate) const CONTAINER: Vocabulary = Vocabulary {
    attribute: "form",
    place: "a struct",
    keys: &["rename_all", "check", "json_schema", "crate"],
    foreign: messages::FOREIGN_FORM,
};

/// Keys of `#[form(…)]` on a field.
pub(crate) const FIELD: Vocabulary = Vocabulary {
    attribute: "form",
    place: "a field",
    keys: &[
        "title",
        "description",
        "rename",
        "length",
        "range",
        "items",
        "format",
        "default",
        "choices",
        "check",
        "sensitive",
    ],
    foreign: messages::FOREIGN_FIELD,
};

/// Receiver of [`CONTAINER`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct ContainerKeys {
    pub(crate) rename_all: Option<Entry>,
    pub(crate) check: Option<Entry>,
    pub(crate) json_schema: Option<Entry>,
    #[darling(rename = "crate")]
    pub(crate) runtime: Option<Entry>,
}

/// Receiver of [`FIELD`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct FieldKeys {
    pub(crate) title: Option<Entry>,
    pub(crate) description: Option<Entry>,
    pub(crate) rename: Option<Entry>,
    pub(crate) length: Option<Entry>,
    pub(crate) range: Option<Entry>,
    pub(crate) items: Option<Entry>,
    pub(crate) format: Option<Entry>,
    pub(crate) default: Option<Entry>,
    pub(crate) choices: Option<Entry>,
    pub(crate) check: Option<Entry>,
    pub(crate) sensitive: Option<Entry>,
}

/// The item as read.
#[derive(Debug)]
pub(crate) struct FormInput {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) keys: ContainerKeys,
    pub(crate) serde: SerdeNames,
    pub(crate) body: Body,
}

/// What the item is made of.
#[derive(Debug)]
pub(crate) enum Body {
    /// `struct Name;`
    Unit,
    /// `struct Name { … }`
    Named(Vec<FieldInput>),
    /// A tuple struct, an enum or a union.
    Other,
}

/// A field as read.
#[derive(Debug)]
pub(crate) struct FieldInput {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) keys: FieldKeys,
    pub(crate) serde: SerdeNames,
    pub(crate) docs: Option<Words>,
    pub(crate) doc_attr: Option<Attribute>,
    /// Whether its attributes were faulty already.
    pub(crate) faulty: bool,
}

/// Reads the item.
pub(crate) fn read(item: DeriveInput, faults: &mut Faults) -> FormInput {
    let keys = CONTAINER.receive(&item.attrs, faults);
    let serde = serde_attrs::read(&item.attrs, messages::SERDE_STRUCT, faults);
    let body = match item.data {
        Data::Struct(data) => match data.fields {
            Fields::Unit => Body::Unit,
            Fields::Named(named) => Body::Named(
                named
                    .named
                    .into_iter()
                    .filter_map(|field| read_field(field, faults))
                    .collect(),
            ),
            Fields::Unnamed(_) => Body::Other,
        },
        Data::Enum(_) | Data::Union(_) => Body::Other,
    };
    FormInput {
        ident: item.ident,
        generics: item.generics,
        keys,
        serde,
        body,
    }
}

fn read_field(field: syn::Field, faults: &mut Faults) -> Option<FieldInput> {
    let before = faults.count();
    let keys = FIELD.receive(&field.attrs, faults);
    let serde = serde_attrs::read(&field.attrs, messages::SERDE_FIELD, faults);
    Some(FieldInput {
        ident: field.ident?,
        ty: field.ty,
        keys,
        serde,
        docs: docs::description(&field.attrs),
        doc_attr: field
            .attrs
            .into_iter()
            .find(|attr| attr.path().is_ident("doc")),
        faulty: faults.count() != before,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vocabularies_and_receivers_agree() {
        assert_eq!(CONTAINER.untaken::<ContainerKeys>(), Vec::<&str>::new());
        assert_eq!(FIELD.untaken::<FieldKeys>(), Vec::<&str>::new());
    }
}
