//! A question, put together and put.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Path, ext::IdentExt, spanned::Spanned};

use super::{
    local,
    plan::or_pause,
    verify::{self, Told},
};
use crate::{
    emit,
    handler::model::{Given, Item, Link, Question, Spelled, Words},
};

/// Puts the question, and leaves the slot that its answer comes out of.
pub(super) fn put(runtime: &Path, at: usize, item: &Item, question: &Question) -> TokenStream {
    let (key, ty, slot) = (&item.key, &item.ty, local(&format!("slot_{at}")));
    let keys = keys(runtime, question, &quote!(&));
    let put = or_pause(
        &quote!(__askback_ask.put(__askback_asking).await),
        &quote!(()),
    );
    let Told {
        declared,
        before,
        after: verified,
        not_asked,
    } = verify::told(runtime, at, question);
    let asked = quote!(#before #keys #verified #put;);
    match &question.when {
        None => {
            let declare = quote!(#runtime::__private::declare);
            let declare = emit::call_of(&declare, ty, &TokenStream::new(), &quote!(#key));
            quote! {
                let (__askback_asking, #slot) = #declare;
                #declared
                #asked
            }
        }
        Some(when) => {
            let declare = quote!(#runtime::__private::declare_when);
            let told = quote!(#key, __askback_when);
            let declare = emit::call_of(&declare, ty, &TokenStream::new(), &told);
            quote! {
                let __askback_when: ::core::primitive::bool = #when;
                let (__askback_asking, #slot) = #declare;
                #declared
                if let ::core::option::Option::Some(__askback_asking) = __askback_asking {
                    #asked
                } else {
                    #not_asked
                }
            }
        }
    }
}

/// The checks of what the question gives to its form. The runtime checks again.
pub(super) fn given(runtime: &Path, item: &Item, question: &Question) -> Vec<TokenStream> {
    if question.url.is_some() || question.spelled != Spelled::Other {
        return Vec::new();
    }
    let (ty, private) = (&item.ty, quote!(#runtime::__private));
    let fields = match question.when {
        None => quote!(Fields),
        Some(_) => quote!(FieldsWhen),
    };
    let members = quote!({
        #[allow(unused_imports)]
        use #private::NoFields as _;
        #private::#fields::<#ty>::MEMBERS
    });
    let name = |given: &Given| given.field.unraw().to_string();
    let of_field = |given: &Given, check: &str| {
        let (name, check) = (name(given), Ident::new(check, Span::call_site()));
        emit::call_at(
            &given.field,
            &quote!(#private::#check),
            &quote!(#members, #name),
        )
    };
    let choices = question.choices.iter();
    let takes_choices = choices
        .clone()
        .map(|given| of_field(given, "takes_choices"));
    let defaults = question.defaults.iter();
    let names_field = defaults.map(|given| of_field(given, "names_field"));
    let names = choices.map(name);
    let choices_given = emit::call_at(
        ty,
        &quote!(#private::choices_given),
        &quote!(#members, &[#(#names),*]),
    );
    takes_choices
        .chain(names_field)
        .chain([choices_given])
        .collect()
}

/// What the keys add to the question, each in a statement of its own, so that nothing borrowed lives on to an `await`.
///
/// `lend` stands before a name in the message: nothing where it is a reference already.
pub(crate) fn keys(runtime: &Path, question: &Question, lend: &TokenStream) -> TokenStream {
    let words = words(runtime, &question.words, lend);
    let url = question.url.as_ref().map(|(key, link)| {
        let url = self::link(runtime, link);
        let made = at(key, runtime, "visit", &quote!(__askback_url));
        quote!(let __askback_url: ::std::string::String = #url; let __askback_asking = #made;)
    });
    let typed = question
        .typed
        .as_ref()
        .map(|(key, text)| at(key, runtime, "typed", &borrowed(text)))
        .map(rebind);
    let label = question
        .label
        .as_ref()
        .map(|(key, text)| at(key, runtime, "label", &borrowed(text)))
        .map(rebind);
    let plain = question
        .plain
        .as_ref()
        .map(|key| at(key, runtime, "plain", &TokenStream::new()))
        .map(rebind);
    let covers = question.covers.iter().map(|value| {
        let callee = quote!(#runtime::__private::covers);
        rebind({
            let value_of = borrowed(value);
            emit::call_at(value, &callee, &quote!(__askback_asking, #value_of))
        })
    });
    let choices = question
        .choices
        .iter()
        .map(|given| field(runtime, "choices", given));
    let defaults = question
        .defaults
        .iter()
        .map(|given| field(runtime, "default", given));
    quote!(#words #url #(#covers)* #typed #label #plain #(#choices)* #(#defaults)*)
}

/// `&(value)`, which the compiler points at as at the value.
fn borrowed(value: &Expr) -> TokenStream {
    let place = Span::call_site().located_at(value.span());
    quote_spanned!(place=> &(#value))
}

pub(super) fn rebind(made: TokenStream) -> TokenStream {
    quote!(let __askback_asking = #made;)
}

/// A function of the runtime on the question, with the compiler pointing at `key`.
pub(super) fn at(
    key: &Ident,
    runtime: &Path,
    function: &str,
    arguments: &TokenStream,
) -> TokenStream {
    let function = Ident::new(function, Span::call_site());
    let place = Span::call_site().located_at(key.span());
    let asking = quote_spanned!(place=> __askback_asking);
    emit::call_at(
        key,
        &quote!(#runtime::__private::#function),
        &quote!(#asking, #arguments),
    )
}

fn field(runtime: &Path, function: &str, given: &Given) -> TokenStream {
    let (name, value) = (given.field.unraw().to_string(), &given.value);
    rebind(at(&given.field, runtime, function, &quote!(#name, #value)))
}

fn words(runtime: &Path, words: &Words, lend: &TokenStream) -> TokenStream {
    let (literal, inline, constants, positional) = match words {
        Words::Expression(expr) => {
            let message = emit::call_at(
                expr,
                &quote!(#runtime::__private::words),
                &expr.to_token_stream(),
            );
            return quote! {
                let __askback_message = #message;
                let __askback_asking = __askback_asking.message(__askback_message);
            };
        }
        Words::Literal {
            literal,
            inline,
            constants,
            positional,
        } => (literal, inline, constants, positional),
    };
    let values: Vec<Ident> = positional
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let place = Span::mixed_site().located_at(value.span());
            Ident::new(&format!("__askback_{at}"), place)
        })
        .collect();
    let template = literal.value();
    let format = quote! {
        #(let #values = (&__askback_values).show(#values);)*
        #(let #inline = (&__askback_values).show(#lend #inline);)*
        ::std::format!(#literal #(, #values)* #(, #constants = (&__askback_values).show(&#constants))*)
    };
    let text = if positional.is_empty() {
        quote!({ #format })
    } else {
        quote!(match (#(&(#positional),)*) { (#(#values,)*) => { #format } })
    };
    quote! {
        let __askback_values = (&__askback_asking).values();
        let __askback_text: ::std::string::String = #text;
        let __askback_message = __askback_values.message(#template, __askback_text);
        let __askback_asking = __askback_asking.message(__askback_message);
    }
}

fn link(runtime: &Path, link: &Link) -> TokenStream {
    match link {
        Link::Expression(expr) => emit::call_at(
            expr,
            &quote!(#runtime::__private::address),
            &expr.to_token_stream(),
        ),
        Link::Literal { literal, names } => {
            quote!(::std::format!(#literal #(, #names = #runtime::__private::component(&#names))*))
        }
    }
}
