//! What stands in the source: the method, and the keys of its attribute.

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

/// Keys of `#[interactive(…)]`.
pub(crate) const HANDLER: Vocabulary = Vocabulary {
    attribute: "interactive",
    place: "a handler",
    keys: &[
        "ttl", "rounds", "once", "recover", "guidance", "unsealed", "crate",
    ],
    foreign: messages::interactive::FOREIGN_HANDLER,
};

/// Receiver of [`HANDLER`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct HandlerKeys {
    #[darling(flatten)]
    pub(crate) conversation: ConversationKeys,
    pub(crate) unsealed: Option<Entry>,
    #[darling(rename = "crate")]
    pub(crate) runtime: Option<Entry>,
}

/// The handler as read.
pub(crate) struct HandlerInput {
    pub(crate) keys: HandlerKeys,
    pub(crate) method: FunctionInput,
    pub(crate) receiver: Option<Receiver>,
    pub(crate) parameters: Vec<ParameterInput>,
}

/// Reads the attribute's arguments and the method.
pub(crate) fn read(
    arguments: TokenStream,
    method: FunctionInput,
    faults: &mut Faults,
) -> HandlerInput {
    let keys = input::keys(&HANDLER, arguments, faults);
    let (receiver, parameters) = method.parameters(faults);
    HandlerInput {
        keys,
        method,
        receiver,
        parameters,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_and_its_receiver_agree() {
        assert_eq!(HANDLER.untaken::<HandlerKeys>(), Vec::<&str>::new());
    }
}
