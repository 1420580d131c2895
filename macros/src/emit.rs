//! Pieces that every expansion is made of.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Generics, Ident, Path, Type, WherePredicate};

use crate::{
    format::Format,
    limit::{Bound, Limit, LimitKind, is_untyped},
};

/// Attributes on every generated item: lints of the author's crate are about the author's code.
pub(crate) fn lints() -> TokenStream {
    quote!(#[allow(deprecated, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)])
}

/// `where Self: Send + 'static` for generic types, since forms and choices own what they hold: a type parameter without
/// bounds is then told about where it is a field, and not here too.
pub(crate) fn owned(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    if generics
        .params
        .iter()
        .any(|param| !matches!(param, syn::GenericParam::Const(_)))
    {
        let predicate: WherePredicate = syn::parse_quote!(Self: ::core::marker::Send + 'static);
        generics.make_where_clause().predicates.push(predicate);
    }
    generics
}

/// `callee(arguments)`, which the compiler points at as at all of `culprit`.
pub(crate) fn call_at(
    culprit: &impl ToTokens,
    callee: &TokenStream,
    arguments: &TokenStream,
) -> TokenStream {
    let (start, end) = ends(culprit);
    let callee = respan(callee.clone(), start, end);
    let arguments = parenthesized(arguments, end);
    quote!(#callee #arguments)
}

fn parenthesized(arguments: &TokenStream, place: Span) -> Group {
    let mut group = Group::new(Delimiter::Parenthesis, arguments.clone());
    group.set_span(Span::call_site().located_at(place));
    group
}

/// A check of a doc comment that only the compiler can read, which points at the first piece that is no literal.
pub(crate) fn docs_check(runtime: &Path, check: &str, pieces: &[Expr]) -> TokenStream {
    let check = Ident::new(check, Span::call_site());
    let culprit = pieces.iter().find(|piece| !matches!(piece, Expr::Lit(_)));
    call_at(
        &culprit,
        &quote!(#runtime::__private::form::#check),
        &quote!(&[#(#pieces),*]),
    )
}

/// `callee::<ty, others>(arguments)`, which the compiler points at as at all of the type.
pub(crate) fn call_of(
    callee: &TokenStream,
    ty: &Type,
    others: &TokenStream,
    arguments: &TokenStream,
) -> TokenStream {
    let (start, end) = ends(ty);
    let callee = respan(callee.clone(), start, start);
    let open = respan(quote!(::<), start, start);
    let close = respan(quote!(>), end, end);
    let arguments = parenthesized(arguments, end);
    quote!(#callee #open #ty, #others #close #arguments)
}

/// `<ty as Field>::item`, which the compiler points at as at the type, so that several of them give one error.
pub(crate) fn as_field(runtime: &Path, ty: &Type, item: &str) -> TokenStream {
    let (start, end) = ends(ty);
    let open = quote_spanned!(start=> <);
    let item = Ident::new(item, end);
    quote!(#open #ty as #runtime::__private::form::Field>::#item)
}

fn ends(culprit: &impl ToTokens) -> (Span, Span) {
    let mut tokens = culprit.to_token_stream().into_iter();
    let Some(first) = tokens.next() else {
        return (Span::call_site(), Span::call_site());
    };
    let end = tokens
        .last()
        .map_or_else(|| first.span(), |last| last.span());
    (first.span(), end)
}

/// A name of ours, which the compiler points at as at `culprit`.
pub(crate) fn placed(name: &Ident, culprit: &impl ToTokens) -> Ident {
    let mut name = name.clone();
    name.set_span(name.span().located_at(ends(culprit).0));
    name
}

/// The tokens from `start` to `end`, as far as the compiler points at them.
fn respan(tokens: TokenStream, start: Span, end: Span) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for token in &mut tokens {
        token.set_span(Span::call_site().located_at(start));
    }
    if let Some(last) = tokens.last_mut() {
        last.set_span(Span::call_site().located_at(end));
    }
    tokens.into_iter().collect()
}

/// The runtime's knowledge of a field type. Always this one call, so that a type that is no field gives one error,
/// however often it is needed.
pub(crate) fn spec(runtime: &Path, ty: &Type, open: bool) -> TokenStream {
    if open {
        quote!(#runtime::__private::form::open::<#ty>())
    } else {
        quote!(#runtime::__private::form::spec::<#ty>())
    }
}

/// A bound as the runtime's constant functions take it.
pub(crate) fn bound(runtime: &Path, bound: Option<&Bound>) -> TokenStream {
    match bound {
        None => quote!(::core::option::Option::None),
        Some(Bound::Whole(whole, _)) => {
            quote!(::core::option::Option::Some(#runtime::__private::form::Bound::whole(#whole)))
        }
        Some(Bound::Fraction(fraction, _)) => {
            quote!(::core::option::Option::Some(#runtime::__private::form::Bound::fraction(#fraction)))
        }
        Some(Bound::Constant(expr)) if is_untyped(expr) => {
            quote!(::core::option::Option::Some(#runtime::__private::form::Bound::whole(#expr)))
        }
        Some(Bound::Constant(expr)) => {
            quote_spanned! {Span::mixed_site().located_at(ends(expr).0)=>
                ::core::option::Option::Some(#runtime::__private::form::Bound::of(
                    (#expr) as ::core::primitive::i128,
                    (#expr) as ::core::primitive::f64,
                ))
            }
        }
    }
}

/// Both bounds of a limit, as two arguments.
pub(crate) fn bounds(runtime: &Path, limit: &Limit) -> TokenStream {
    let (min, max) = (
        bound(runtime, limit.min.as_ref()),
        bound(runtime, limit.max.as_ref()),
    );
    quote!(#min, #max)
}

/// The constant checks of a limit against what the field is on the wire: whether the key fits it, and its bounds.
pub(crate) fn limit_checks(runtime: &Path, wire: &TokenStream, limit: &Limit) -> [TokenStream; 2] {
    let (fits, within) = match limit.kind {
        LimitKind::Length => (quote!(length_fits), quote!(length_within)),
        LimitKind::Range => (quote!(range_fits), quote!(range_within)),
        LimitKind::Items => (quote!(items_fits), quote!(items_within)),
    };
    let bounds = bounds(runtime, limit);
    [
        call_at(
            &limit.key,
            &quote!(#runtime::__private::form::#fits),
            &quote!(#wire),
        ),
        call_at(
            &limit.value,
            &quote!(#runtime::__private::form::#within),
            &quote!(#wire, #bounds),
        ),
    ]
}

/// The constant check of a format against what the field is on the wire.
pub(crate) fn format_check(runtime: &Path, wire: &TokenStream, format: &Format) -> TokenStream {
    call_at(
        &format.key,
        &quote!(#runtime::__private::form::format_fits),
        &quote!(#wire),
    )
}

/// Where checks of `ident` go: ahead of the impl, or inside of a function of it. Constant items are evaluated by every
/// compile, but cannot name generic parameters; inline ones can.
pub(crate) fn place_checks(
    checks: &[TokenStream],
    ident: &Ident,
    generic: bool,
) -> (TokenStream, TokenStream) {
    if generic {
        return (TokenStream::new(), quote!(#(const { #checks };)*));
    }
    let checks = checks.iter().map(|check| without_self(check, ident));
    (quote!(#(const _: () = #checks;)*), TokenStream::new())
}

/// `Self` by its name, for what stands outside of the impl.
fn without_self(tokens: &TokenStream, ident: &Ident) -> TokenStream {
    tokens
        .clone()
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(word) if word == "Self" => {
                let mut ident = ident.clone();
                ident.set_span(ident.span().located_at(word.span()));
                TokenTree::Ident(ident)
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_self(&group.stream(), ident));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        })
        .collect()
}
