//! The impl.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};

use super::model::{Newtype, Rejected};
use crate::{emit, limit::LimitKind};

/// `impl Field`: everything as the inner type has it, narrowed and checked.
pub(crate) fn expand(newtype: &Newtype) -> TokenStream {
    let Newtype {
        runtime,
        ident,
        inner,
        ..
    } = newtype;
    let lints = emit::lints();
    let [presence, shape, values, counts, kind, decode, absent] = [
        "Presence", "SHAPE", "CHOICES", "COUNTS", "kind", "decode", "absent",
    ]
    .map(|item| emit::as_field(runtime, inner, item));
    let wire = quote! {
        #runtime::__private::form::Wire { shape: #shape, values: #values, counts: #counts }
    };
    let mut checks: Vec<TokenStream> = Vec::new();
    if let Some(limit) = &newtype.limit {
        checks.extend(emit::limit_checks(runtime, &wire, limit));
    }
    if let Some(format) = &newtype.format {
        checks.push(emit::format_check(runtime, &wire, format));
    }
    let generic = !newtype.generics.params.is_empty();
    let (ahead, inside) = emit::place_checks(&checks, ident, generic);
    let bounds = match &newtype.limit {
        Some(limit) => emit::bounds(runtime, limit),
        None => quote!(::core::option::Option::None, ::core::option::Option::None),
    };
    let counts = match &newtype.limit {
        Some(limit) if limit.kind != LimitKind::Range => {
            quote!(#runtime::__private::form::narrow_counts(#counts, #bounds))
        }
        _ => counts,
    };
    let format = match &newtype.format {
        Some(format) => {
            let variant = format_ident!("{}", format.variant);
            quote!(::core::option::Option::Some(#runtime::__private::form::Format::#variant))
        }
        None => quote!(::core::option::Option::None),
    };
    let name = format_ident!("__askback_inner", span = Span::mixed_site());
    let wrapped = match &newtype.name {
        Some(field) => quote!(Self { #field: #name }),
        None => quote!(Self(#name)),
    };
    let check = newtype.check.as_ref().map(|path| {
        let value = emit::placed(&name, path);
        let checked = emit::call_at(
            path,
            &quote!(#runtime::__private::form::check_value),
            &quote!(#value, #path),
        );
        quote!(let #name = #checked?;)
    });
    let owned = emit::owned(&newtype.generics);
    let (impl_generics, _, where_clause) = owned.split_for_impl();
    let (_, ty_generics, _) = newtype.generics.split_for_impl();
    quote! {
        #lints
        const _: () = {
            #ahead

            #[automatically_derived]
            impl #impl_generics #runtime::__private::form::Field for #ident #ty_generics #where_clause {
                type Presence = #presence;

                const SHAPE: #runtime::__private::form::Shape = #runtime::__private::form::narrow_shape(#shape, #bounds);

                const CHOICES: &'static [&'static ::core::primitive::str] = #values;

                const COUNTS: #runtime::__private::form::Counts = #counts;

                fn kind() -> #runtime::__private::form::Kind {
                    #inside
                    #runtime::__private::form::narrow(#kind(), #bounds, #format)
                }

                fn decode(
                    __askback_value: &#runtime::__private::form::Value,
                    __askback_field: &#runtime::__private::form::FieldSchema,
                ) -> ::core::result::Result<Self, #runtime::__private::form::Fault> {
                    let #name = #decode(__askback_value, __askback_field)?;
                    #check
                    ::core::result::Result::Ok(#wrapped)
                }

                fn absent() -> ::core::option::Option<Self> {
                    let #name = #absent()?;
                    ::core::option::Option::Some(#wrapped)
                }
            }
        };
    }
}

/// The errors, and an impl that nothing can be wrong with.
pub(crate) fn expand_rejected(rejected: Rejected) -> TokenStream {
    let Rejected {
        faults,
        runtime,
        ident,
        generics,
        sized,
    } = rejected;
    let errors = faults.into_tokens();
    if !sized {
        return quote!(#errors);
    }
    let lints = emit::lints();
    let owned = emit::owned(&generics);
    let (impl_generics, _, where_clause) = owned.split_for_impl();
    let (_, ty_generics, _) = generics.split_for_impl();
    quote! {
        #errors

        #lints
        #[automatically_derived]
        impl #impl_generics #runtime::__private::form::Field for #ident #ty_generics #where_clause {
            type Presence = #runtime::__private::form::Present;

            const SHAPE: #runtime::__private::form::Shape = #runtime::__private::form::Shape::Rejected;

            fn kind() -> #runtime::__private::form::Kind {
                #runtime::__private::form::Kind::Boolean
            }

            fn decode(
                _: &#runtime::__private::form::Value,
                _: &#runtime::__private::form::FieldSchema,
            ) -> ::core::result::Result<Self, #runtime::__private::form::Fault> {
                ::core::result::Result::Err(#runtime::__private::form::rejected_fault())
            }
        }
    }
}
