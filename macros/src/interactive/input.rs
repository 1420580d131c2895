//! What stands in the source: the method, its attributes, its parameters.

use darling::{FromMeta, ast::NestedMeta};
use proc_macro2::{Group, TokenStream, TokenTree};
use syn::{
    Attribute, Expr, FnArg, Pat, Receiver, Signature, Type, Visibility,
    parse::{Parse, ParseStream},
};

use super::ask::{self, AskInput};
use crate::{entry::Entry, faults::Faults, messages, vocabulary::Vocabulary};

/// Keys of `#[interactive(…)]`.
pub(crate) const HANDLER: Vocabulary = Vocabulary {
    attribute: "interactive",
    place: "a handler",
    keys: &["ttl", "rounds", "guidance", "unsealed", "crate"],
    foreign: messages::interactive::FOREIGN_HANDLER,
};

/// Receiver of [`HANDLER`].
#[derive(Debug, Default, FromMeta)]
pub(crate) struct HandlerKeys {
    pub(crate) ttl: Option<Entry>,
    pub(crate) rounds: Option<Entry>,
    pub(crate) guidance: Option<Entry>,
    pub(crate) unsealed: Option<Entry>,
    #[darling(rename = "crate")]
    pub(crate) runtime: Option<Entry>,
}

/// A method, its body left as it is: a mistake in there is for the compiler to report.
pub(crate) struct MethodInput {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) signature: Signature,
    pub(crate) body: Group,
}

impl Parse for MethodInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = Attribute::parse_outer(input)?;
        let vis = input.parse()?;
        let signature: Signature = input.parse()?;
        match input.parse()? {
            TokenTree::Group(body) => Ok(Self {
                attrs,
                vis,
                signature,
                body,
            }),
            other => Err(syn::Error::new_spanned(
                other,
                messages::interactive::NO_BODY,
            )),
        }
    }
}

/// The handler as read.
pub(crate) struct HandlerInput {
    pub(crate) keys: HandlerKeys,
    pub(crate) method: MethodInput,
    pub(crate) receiver: Option<Receiver>,
    pub(crate) parameters: Vec<ParameterInput>,
}

/// A parameter as read.
pub(crate) struct ParameterInput {
    /// The attributes that are not ours.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    pub(crate) role: RoleInput,
}

/// What its attribute says.
pub(crate) enum RoleInput {
    /// There is none.
    Plain,
    Step(Expr),
    Ask(Box<AskInput>),
    /// `#[state]`.
    State,
    /// It was not understood, and has been reported.
    Faulty,
}

impl RoleInput {
    /// The key `plain` of a question.
    pub(crate) fn plain(&self) -> Option<&syn::Ident> {
        match self {
            Self::Ask(ask) => ask.plain.as_ref(),
            _ => None,
        }
    }
}

/// Reads the attribute's arguments and the method.
pub(crate) fn read(
    arguments: TokenStream,
    method: MethodInput,
    faults: &mut Faults,
) -> HandlerInput {
    let keys = match NestedMeta::parse_meta_list(arguments.clone()) {
        Ok(_) if arguments.is_empty() => HandlerKeys::default(),
        Ok(_) => HANDLER.receive(&[syn::parse_quote!(#[interactive(#arguments)])], faults),
        Err(fault) => {
            faults.add(fault);
            HandlerKeys::default()
        }
    };
    let mut receiver = None;
    let mut parameters = Vec::new();
    for argument in &method.signature.inputs {
        match argument {
            FnArg::Receiver(this) => receiver = Some(this.clone()),
            FnArg::Typed(parameter) => {
                parameters.push(read_parameter(parameter.clone(), faults));
            }
        }
    }
    HandlerInput {
        keys,
        method,
        receiver,
        parameters,
    }
}

fn read_parameter(parameter: syn::PatType, faults: &mut Faults) -> ParameterInput {
    let mut attrs = Vec::new();
    let mut role = RoleInput::Plain;
    for attr in parameter.attrs {
        let read = if attr.path().is_ident("ask") {
            match ask::read(&attr, faults) {
                Some(ask) => RoleInput::Ask(Box::new(ask)),
                None => RoleInput::Faulty,
            }
        } else if attr.path().is_ident("step") {
            read_step(&attr, faults)
        } else if attr.path().is_ident("state") {
            if !matches!(attr.meta, syn::Meta::Path(_)) {
                faults.on(&attr, messages::interactive::STATE_WITH_VALUE);
            }
            RoleInput::State
        } else {
            if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
                faults.on(&attr, messages::interactive::CFG_ON_PARAMETER);
            }
            attrs.push(attr);
            continue;
        };
        if matches!(role, RoleInput::Plain) {
            role = read;
        } else {
            faults.on(&attr, messages::interactive::TWO_ROLES);
        }
    }
    ParameterInput {
        attrs,
        pat: *parameter.pat,
        ty: *parameter.ty,
        role,
    }
}

fn read_step(attr: &Attribute, faults: &mut Faults) -> RoleInput {
    if !matches!(&attr.meta, syn::Meta::List(list) if !list.tokens.is_empty()) {
        faults.on(attr, messages::interactive::STEP_WITHOUT_EXPRESSION);
        return RoleInput::Faulty;
    }
    match attr.parse_args() {
        Ok(expr) => RoleInput::Step(expr),
        Err(fault) => {
            faults.add(fault);
            RoleInput::Faulty
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_and_its_receiver_agree() {
        assert_eq!(HANDLER.untaken::<HandlerKeys>(), Vec::<&str>::new());
    }

    #[test]
    fn parameters_are_told_apart() {
        let method: MethodInput = syn::parse_quote! {
            async fn x(&self, a: A, #[step(f().await?)] b: B, #[ask("m")] c: C, #[step] d: D, #[ask("m")] #[step(1)] e: E, #[state] f: &mut F) { body }
        };
        let mut faults = Faults::default();
        let input = read(TokenStream::new(), method, &mut faults);
        assert!(input.receiver.is_some());
        let roles: Vec<_> = input
            .parameters
            .iter()
            .map(|parameter| match parameter.role {
                RoleInput::Plain => "plain",
                RoleInput::Step(_) => "step",
                RoleInput::Ask(_) => "ask",
                RoleInput::State => "state",
                RoleInput::Faulty => "faulty",
            })
            .collect();
        assert_eq!(roles, ["plain", "step", "ask", "faulty", "ask", "state"]);
        assert_eq!(faults.count(), 2, "{:?}", faults.messages());
    }
}
