//! The code that every handler is made of: its table, what goes through its plan, and the author's own function. All of them
//! are associated functions, of the server or of the operation's type.
//!
//! A method that takes a reference is called on one that is written out: on a value, a trait of the author's that has a method of
//! that name for every type would come first.

mod lifetimes;
pub(crate) mod passed;
mod plan;
pub(crate) mod question;
pub(crate) mod table;
mod verify;

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, FnArg, Signature, ext::IdentExt};

use super::model::{Function, Handler};
use crate::emit;

pub(crate) use plan::run;

/// A name of ours, which no name of the author's can meet.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(&format!("__askback_{name}"), Span::mixed_site())
}

/// A hidden function. It has to be found by name from the author's tokens, so that it is no local.
pub(crate) fn hidden(handler: &Handler, role: &str) -> Ident {
    format_ident!(
        "__askback_{role}_{}",
        handler.function.ident.unraw(),
        span = Span::call_site()
    )
}

/// `self` as the author's signature has it, if it has it.
pub(crate) fn this(handler: &Handler) -> Option<TokenStream> {
    let receiver = handler.function.receiver.as_ref()?;
    Some(receiver.self_token.to_token_stream())
}

/// What calls a hidden function: `self.f` or `Self::f`.
pub(crate) fn callee(handler: &Handler, role: &str) -> TokenStream {
    let name = hidden(handler, role);
    match this(handler) {
        Some(this) => quote!(#this.#name),
        None => quote!(Self::#name),
    }
}

/// `&self,` for a hidden function that needs it.
pub(crate) fn receiver(handler: &Handler) -> Option<TokenStream> {
    let receiver = handler.function.receiver.as_ref()?;
    Some(quote!(#receiver,))
}

pub(crate) fn lints() -> TokenStream {
    let lints = emit::lints();
    quote!(#lints #[allow(unused_mut, unused_parens, unused_variables, unreachable_code, elided_lifetimes_in_paths, single_use_lifetimes, clippy::restriction)])
}

pub(crate) fn is_expect(attr: &Attribute) -> bool {
    attr.path().is_ident("expect")
}

/// What ends a call that is to be recovered, before anything of its plan. `state` is what `recover` is given beside the recovery;
/// `pause` says by its type what it has to give.
/// The function is looked at in one sync call, whose result has no bounds, so that one that does not fit is one error.
pub(crate) fn recovery(
    handler: &Handler,
    state: Option<&TokenStream>,
    pause: &TokenStream,
    end: impl FnOnce(TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    let (path, runtime) = (handler.settings.recover.as_ref()?, &handler.runtime);
    let (function, state) = match state {
        Some(state) => (quote!(recover_with), quote!(#state,)),
        None => (quote!(recover), TokenStream::new()),
    };
    let recover = emit::call_at(
        path,
        &quote!(#runtime::__private::#function),
        &quote!(#pause, #state #path),
    );
    let recovered = end(quote!((__askback_recover.recover)(#state &__askback_recovery).await));
    Some(quote! {
        if let ::core::option::Option::Some(__askback_recovery) = (&*__askback_ask).recovery() {
            let __askback_recover = #recover;
            return #recovered;
        }
    })
}

/// The signature of an author's function that is kept for what is wrong in its body.
pub(crate) fn signature_written_out(signature: &mut Signature) {
    for argument in &mut signature.inputs {
        if let FnArg::Typed(parameter) = argument {
            *parameter.ty = lifetimes::written_out(&parameter.ty);
        }
    }
}

/// The author's function: its own signature without our attributes, its own body. `others` are attributes of the author's that
/// stand on it.
pub(crate) fn body(handler: &Handler, others: &[Attribute]) -> TokenStream {
    let Function {
        attributes,
        generics,
        output,
        body,
        ..
    } = &handler.function;
    let (name, receiver) = (hidden(handler, "body"), receiver(handler));
    let parameters = handler.parameters.iter().map(|parameter| {
        let (attrs, pat, ty) = (
            &parameter.attrs,
            &parameter.pat,
            lifetimes::written_out(&parameter.ty),
        );
        quote!(#(#attrs)* #pat: #ty)
    });
    let mentioned = &handler.mentioned;
    let used = (!mentioned.is_empty()).then(|| quote!(let _ = (#(&#mentioned,)*);));
    let statements = body.stream();
    let mut block = Group::new(body.delimiter(), quote!(#used #statements));
    block.set_span(body.span());
    let (cfgs, levels) = (&attributes.cfgs, &attributes.lints);
    let where_clause = &generics.where_clause;
    quote! {
        #(#cfgs)*
        #[allow(
            clippy::unused_async, clippy::too_many_arguments, clippy::needless_pass_by_value,
            clippy::unused_self, clippy::used_underscore_binding, clippy::needless_lifetimes
        )]
        #(#levels)*
        #(#others)*
        async fn #name #generics(#receiver #(#parameters,)*) -> #output #where_clause #block
    }
}
