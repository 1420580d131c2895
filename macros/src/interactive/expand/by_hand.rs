//! The gate by hand: its question, and what became of it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericArgument, Pat, PathArguments, Type, ext::IdentExt};

use super::{hidden, is_parameters, lints, this};
use crate::{
    emit,
    handler::{
        expand::question,
        model::{Function, Handler},
    },
    interactive::by_hand::{self, ByHand, Lent},
};

/// `<handler>_ask` and `<handler>_decide`; nothing where the handler has no gate that can be asked by hand.
pub(super) fn functions(handler: &Handler) -> Option<TokenStream> {
    let gate = by_hand::of(handler)?;
    let Function {
        attributes,
        vis,
        ident,
        generics,
        receiver,
        ..
    } = &handler.function;
    let runtime = &handler.runtime;
    let private = quote!(#runtime::__private);
    let bare = ident.unraw();
    let ask = format_ident!("{bare}_ask", span = ident.span());
    let decide = format_ident!("{bare}_decide", span = ident.span());
    let (key, confirmed) = (&gate.item.key, &gate.confirmed);
    let (table, lints) = (hidden(handler, "table"), lints());
    let (cfgs, where_clause) = (&attributes.cfgs, &generics.where_clause);
    let site = quote! {
        #private::GateSite {
            module: ::core::module_path!(),
            server: ::core::any::type_name::<Self>(),
            handler: Self::#table(),
            key: #key,
        }
    };
    let (arguments, lets): (Vec<_>, Vec<_>) = gate.lent.iter().enumerate().map(lent).unzip();
    let receiver = gate.mentions_self.then(|| quote!(#receiver,));
    let this = gate.mentions_self.then(|| this(handler));
    let this = this.map(|this| quote!(let _ = #this;));
    let asking = emit::call_at(
        &gate.item.ty,
        &quote!(#private::spec::<#confirmed>),
        &quote!(#key),
    );
    let keys = question::keys(runtime, &gate.question, &TokenStream::new());
    let asks = format!(
        "The question of `{bare}`'s confirmation `{key}` with these values, to be asked by hand: see `askback::Askback::open`."
    );
    let decides = format!(
        "The confirmation `{key}` of `{bare}`, when it was asked by hand and accepted; at most once for each answer.\n\n# Errors\n\n`askback::GateError` when the gate does not open."
    );
    let made_again = gate.of_arguments.then(|| made_again(&private, &ask, &gate));
    let lifetime = quote!('__askback_verified);
    let confirmed = with_lifetime(confirmed);
    let mut decide_generics = generics.clone();
    decide_generics
        .params
        .insert(0, syn::parse_quote!(#lifetime));
    Some(quote! {
        #(#cfgs)*
        #[doc = #asks]
        #lints
        #[allow(dead_code, unused_lifetimes, unreachable_pub, private_interfaces)]
        #vis fn #ask #generics(#receiver #(#arguments),*) -> #private::GateQuestion #where_clause {
            #this
            #(#lets)*
            let __askback_asking = #asking;
            #keys
            #private::by_hand(__askback_asking, #site)
        }

        #(#cfgs)*
        #[doc = #decides]
        #lints
        #[allow(dead_code, unused_lifetimes, unreachable_pub, private_interfaces)]
        #vis fn #decide #decide_generics(
            verified: &#lifetime #private::Verified,
        ) -> ::core::result::Result<#confirmed, #private::GateError> #where_clause {
            #made_again
            #private::decide(verified, #site)
        }
    })
}

/// Makes the question again from the arguments of the request, and looks whether it is the same.
fn made_again(private: &TokenStream, ask: &Ident, gate: &ByHand<'_>) -> TokenStream {
    match gate.lent.first() {
        None => quote!(let _ = verified.is_of(&Self::#ask());),
        Some(Lent { ty, .. }) => quote! {
            let __askback_parameters: ::core::option::Option<#ty> =
                #private::read_again!(verified, #ty);
            if let ::core::option::Option::Some(__askback_parameters) = &__askback_parameters {
                let _ = verified.is_of(&Self::#ask(__askback_parameters));
            }
        },
    }
}

/// A parameter of `<handler>_ask`, and what takes it apart.
fn lent((at, lent): (usize, &Lent<'_>)) -> (TokenStream, Option<TokenStream>) {
    let (ty, pat) = (lent.ty, &lent.pat);
    if let Pat::Ident(plain) = pat
        && plain.subpat.is_none()
    {
        return (quote!(#plain: &#ty), None);
    }
    // A name that shows in the docs, and that no name of the author's can meet.
    let name = match is_parameters(ty) {
        true => "parameters".to_owned(),
        false => format!("extracted_{at}"),
    };
    let name = Ident::new(&name, Span::mixed_site());
    (quote!(#name: &#ty), Some(quote!(let #pat = #name;)))
}

/// `Confirmed` with the lifetime of what it borrows from.
fn with_lifetime(confirmed: &Type) -> Type {
    let mut confirmed = confirmed.clone();
    let lifetime = syn::parse_quote!('__askback_verified);
    if let Type::Path(path) = &mut confirmed
        && let Some(last) = path.path.segments.last_mut()
    {
        match &mut last.arguments {
            PathArguments::AngleBracketed(arguments) => {
                let own = arguments
                    .args
                    .iter_mut()
                    .find_map(|argument| match argument {
                        GenericArgument::Lifetime(own) => Some(own),
                        _ => None,
                    });
                match own {
                    Some(own) => *own = lifetime,
                    None => arguments
                        .args
                        .insert(0, GenericArgument::Lifetime(lifetime)),
                }
            }
            other => {
                *other = PathArguments::AngleBracketed(syn::parse_quote!(<#lifetime>));
            }
        }
    }
    confirmed
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    #[test]
    fn a_confirmation_borrows_from_what_was_verified() {
        for (written, out) in [
            ("Confirmed", "Confirmed < '__askback_verified >"),
            (
                "askback :: Confirmed < Purge >",
                "askback :: Confirmed < '__askback_verified , Purge >",
            ),
            (
                "Confirmed < '_ , Purge >",
                "Confirmed < '__askback_verified , Purge >",
            ),
        ] {
            let ty: Type = syn::parse_str(written).unwrap();
            assert_eq!(with_lifetime(&ty).to_token_stream().to_string(), out);
        }
    }
}
