//! What stands in the source: the newtype and its keys.

use darling::FromMeta;
use syn::{Data, DeriveInput, Fields, Generics, Ident, Type};

use crate::{entry::Entry, faults::Faults, messages, vocabulary::Vocabulary};

/// Keys of `#[field(…)]` on the newtype.
pub(crate) const NEWTYPE: Vocabulary = Vocabulary {
    attribute: "field",
    place: "a newtype",
    keys: &["length", "range", "items", "format", "check", "crate"],
    foreign: messages::FOREIGN_NEWTYPE,
};

/// Receiver of [`NEWTYPE`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct NewtypeKeys {
    pub(crate) length: Option<Entry>,
    pub(crate) range: Option<Entry>,
    pub(crate) items: Option<Entry>,
    pub(crate) format: Option<Entry>,
    pub(crate) check: Option<Entry>,
    #[darling(rename = "crate")]
    pub(crate) runtime: Option<Entry>,
}

/// The item as read.
#[derive(Debug)]
pub(crate) struct NewtypeInput {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) keys: NewtypeKeys,
    /// The only field: its name, unless the struct is a tuple, and its type. `None` for any other item.
    pub(crate) inner: Option<(Option<Ident>, Type)>,
}

/// Reads the item.
pub(crate) fn read(item: DeriveInput, faults: &mut Faults) -> NewtypeInput {
    let keys = NEWTYPE.receive(&item.attrs, faults);
    let fields = match item.data {
        Data::Struct(data) => data.fields,
        Data::Enum(_) | Data::Union(_) => Fields::Unit,
    };
    let single = fields.len() == 1;
    let inner = fields
        .into_iter()
        .next()
        .filter(|_| single)
        .map(|field| (field.ident, field.ty));
    NewtypeInput {
        ident: item.ident,
        generics: item.generics,
        keys,
        inner,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vocabulary_and_receiver_agree() {
        assert_eq!(NEWTYPE.untaken::<NewtypeKeys>(), Vec::<&str>::new());
    }
}
