//! What stands in the source: the function, and the keys of its attribute.

use darling::FromMeta;
use proc_macro2::TokenStream;
use syn::Receiver;

use crate::{
    entry::Entry,
    faults::Faults,
    handler::input::{self, ConversationKeys, FunctionInput, ParameterInput},
    messages,
    vocabulary::Vocabulary,
};

/// Keys of `#[operation(…)]`.
pub(crate) const OPERATION: Vocabulary = Vocabulary {
    attribute: "operation",
    place: "a function",
    keys: &[
        "name",
        "ttl",
        "rounds",
        "once",
        "recover",
        "guidance",
        "non_destructive",
        "crate",
    ],
    foreign: messages::operation::FOREIGN,
};

/// Receiver of [`OPERATION`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct OperationKeys {
    pub(crate) name: Option<Entry>,
    #[darling(flatten)]
    pub(crate) conversation: ConversationKeys,
    pub(crate) non_destructive: Option<Entry>,
    #[darling(rename = "crate")]
    pub(crate) runtime: Option<Entry>,
}

/// The operation as read.
pub(crate) struct OperationInput {
    pub(crate) keys: OperationKeys,
    pub(crate) function: FunctionInput,
    pub(crate) receiver: Option<Receiver>,
    pub(crate) parameters: Vec<ParameterInput>,
}

/// Reads the attribute's arguments and the function.
pub(crate) fn read(
    arguments: TokenStream,
    function: FunctionInput,
    faults: &mut Faults,
) -> OperationInput {
    let keys = input::keys(&OPERATION, arguments, faults);
    let (receiver, parameters) = function.parameters(faults);
    OperationInput {
        keys,
        function,
        receiver,
        parameters,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_and_its_receiver_agree() {
        assert_eq!(OPERATION.untaken::<OperationKeys>(), Vec::<&str>::new());
    }
}
