//! An answer that has to be seen to before it counts: the author's expressions, where they are asked.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;

use super::{
    local,
    plan::or_pause,
    question::{at, rebind},
};
use crate::{
    emit,
    handler::model::{Item, Question, Verify, What},
};

/// What a question is told before it is put.
#[derive(Default)]
pub(super) struct Told {
    /// Before it is known whether it is asked at all.
    pub(super) declared: Option<TokenStream>,
    /// Before its message and its keys.
    pub(super) before: Option<TokenStream>,
    /// After them.
    pub(super) after: Option<TokenStream>,
    /// Where it is not asked.
    pub(super) not_asked: Option<TokenStream>,
}

/// Where the way to read an unchecked answer is kept until it is checked.
fn unchecked(number: usize) -> Ident {
    local(&format!("unchecked_{number}"))
}

/// Tells the question that its answer has to be seen to; of a visit, whether what it is for is finished beforehand.
pub(super) fn told(runtime: &Path, number: usize, question: &Question) -> Told {
    match &question.verify {
        Some(Verify::Check(key, _)) => {
            let unchecked = unchecked(number);
            let check = at(key, runtime, "check", &TokenStream::new());
            Told {
                declared: Some(quote!(let #unchecked;)),
                before: None,
                after: Some(quote! {
                    let (__askback_asking, __askback_unchecked) = #check;
                    #unchecked = ::core::option::Option::Some(__askback_unchecked);
                }),
                not_asked: Some(quote!(#unchecked = ::core::option::Option::None;)),
            }
        }
        Some(Verify::Until(key, expr, wait)) => {
            let wait = match wait {
                Some(seconds) => quote!(::core::option::Option::Some(#seconds)),
                None => quote!(::core::option::Option::None),
            };
            let until = at(key, runtime, "until", &quote!(__askback_finished, #wait));
            Told {
                before: Some(quote!(let __askback_finished: ::core::primitive::bool = #expr;)),
                after: Some(rebind(until)),
                ..Told::default()
            }
        }
        None => Told::default(),
    }
}

/// Sees to the answer: asks the author's expression until the answer is settled, or has to be asked for again.
pub(super) fn see_to(runtime: &Path, number: usize, item: &Item) -> Option<TokenStream> {
    let What::Question(question) = &item.what else {
        return None;
    };
    let (key, name) = (&item.key, &item.name);
    match &question.verify {
        Some(Verify::Check(_, expr)) => {
            let unchecked = unchecked(number);
            let form = or_pause(
                &quote!(__askback_ask.unchecked(::core::option::Option::as_ref(&#unchecked)).await),
                &quote!(__askback_form),
            );
            let ruling = emit::call_at(
                expr,
                &quote!(#runtime::__private::ruling),
                &expr.to_token_stream(),
            );
            let judged = or_pause(
                &quote!(__askback_ask.judge(#key, __askback_ruling).await),
                &quote!(()),
            );
            Some(quote! {
                while let ::core::option::Option::Some(#name) = #form {
                    let __askback_ruling = #ruling;
                    #judged;
                }
            })
        }
        Some(Verify::Until(_, expr, _)) => {
            let visited = or_pause(
                &quote!(__askback_ask.visited(#key).await),
                &quote!(__askback_visited),
            );
            let looked = or_pause(
                &quote!(__askback_ask.look(#key, __askback_finished).await),
                &quote!(()),
            );
            Some(quote! {
                while #visited {
                    let __askback_finished: ::core::primitive::bool = #expr;
                    #looked;
                }
            })
        }
        None => None,
    }
}
