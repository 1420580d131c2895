//! What stands in the source: the function, its attributes, its parameters.

use darling::{FromMeta, ast::NestedMeta};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, Expr, FnArg, Pat, Receiver, Signature, Type, Visibility,
    parse::{Parse, ParseStream},
};

use super::ask::{self, AskInput};
use crate::{entry::Entry, faults::Faults, messages, vocabulary::Vocabulary};

/// Keys about the conversation, whatever opens it.
#[derive(Debug, Default, FromMeta)]
pub(crate) struct ConversationKeys {
    pub(crate) ttl: Option<Entry>,
    pub(crate) rounds: Option<Entry>,
    pub(crate) once: Option<Entry>,
    pub(crate) recover: Option<Entry>,
    pub(crate) guidance: Option<Entry>,
}

/// A function, its body left as it is: a mistake in there is for the compiler to report.
#[derive(Clone)]
pub(crate) struct FunctionInput {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) signature: Signature,
    pub(crate) body: Group,
    /// What stands in the place of the body, where there is none.
    end: Option<TokenTree>,
}

impl Parse for FunctionInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = Attribute::parse_outer(input)?;
        let vis = input.parse()?;
        let signature: Signature = input.parse()?;
        let (body, end) = match input.parse()? {
            TokenTree::Group(body) => (peel(body), None),
            // A body of any type, so that this is said once.
            end => (Group::new(Delimiter::Brace, quote!(loop {})), Some(end)),
        };
        Ok(Self {
            attrs,
            vis,
            signature,
            body,
            end,
        })
    }
}

impl FunctionInput {
    /// The receiver and the parameters; a fault for each that cannot be read, and for a body that is not there.
    pub(crate) fn parameters(
        &self,
        faults: &mut Faults,
    ) -> (Option<Receiver>, Vec<ParameterInput>) {
        if let Some(end) = &self.end {
            faults.on(end, messages::interactive::NO_BODY);
        }
        parameters(&self.signature, faults)
    }
}

/// Looks through the invisible groups around a body that came as `$body:block`.
fn peel(body: Group) -> Group {
    let mut inside = body.stream().into_iter();
    match (body.delimiter(), inside.next(), inside.next()) {
        (Delimiter::None, Some(TokenTree::Group(inner)), None) => peel(inner),
        _ => body,
    }
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
    /// `#[state]`, and that attribute where it has a value.
    State(Option<Attribute>),
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

/// The keys of an attribute, from what stands in its parentheses.
pub(crate) fn keys<K: FromMeta + Default>(
    vocabulary: &Vocabulary,
    arguments: TokenStream,
    faults: &mut Faults,
) -> K {
    match NestedMeta::parse_meta_list(arguments.clone()) {
        Ok(_) if arguments.is_empty() => K::default(),
        Ok(_) => {
            let name = syn::Ident::new(vocabulary.attribute, proc_macro2::Span::call_site());
            vocabulary.receive(&[syn::parse_quote!(#[#name(#arguments)])], faults)
        }
        Err(fault) => {
            faults.add(fault);
            K::default()
        }
    }
}

/// What `self` is, if it is anything, and the other parameters.
pub(crate) fn parameters(
    signature: &Signature,
    faults: &mut Faults,
) -> (Option<Receiver>, Vec<ParameterInput>) {
    let mut receiver = None;
    let mut parameters = Vec::new();
    for argument in &signature.inputs {
        match argument {
            FnArg::Receiver(this) => receiver = Some(this.clone()),
            FnArg::Typed(parameter) => {
                parameters.push(read_parameter(parameter.clone(), faults));
            }
        }
    }
    (receiver, parameters)
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
            let alone = matches!(attr.meta, syn::Meta::Path(_));
            RoleInput::State((!alone).then(|| attr.clone()))
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
    fn parameters_are_told_apart() {
        let function: FunctionInput = syn::parse_quote! {
            async fn x(&self, a: A, #[step(f().await?)] b: B, #[ask("m")] c: C, #[step] d: D, #[ask("m")] #[step(1)] e: E, #[state] f: &mut F) { body }
        };
        let mut faults = Faults::default();
        let (receiver, parameters) = parameters(&function.signature, &mut faults);
        assert!(receiver.is_some());
        let roles: Vec<_> = parameters
            .iter()
            .map(|parameter| match parameter.role {
                RoleInput::Plain => "plain",
                RoleInput::Step(_) => "step",
                RoleInput::Ask(_) => "ask",
                RoleInput::State(_) => "state",
                RoleInput::Faulty => "faulty",
            })
            .collect();
        assert_eq!(roles, ["plain", "step", "ask", "faulty", "ask", "state"]);
        assert_eq!(faults.count(), 2, "{:?}", faults.messages());
    }
}
