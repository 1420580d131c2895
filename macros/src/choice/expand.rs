//! The impl.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Ident, Path};

use super::model::{Choice, Rejected};
use crate::{docs::Words, emit, rename};

/// `impl Choice`, and `impl Field` with it.
pub(crate) fn expand(choice: &Choice) -> TokenStream {
    let Choice {
        runtime,
        ident,
        legacy,
        variants,
        ..
    } = choice;
    let lints = emit::lints();
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let values: Vec<_> = variants.iter().map(|variant| &variant.value).collect();
    let options = variants.iter().map(|variant| {
        let value = &variant.value;
        match &variant.title {
            Some(title) => {
                let title = title_of(runtime, &variant.ident, title);
                quote!(#runtime::__private::form::ChoiceOption::fixed_titled(#value, #title))
            }
            None => quote!(#runtime::__private::form::ChoiceOption::fixed(#value)),
        }
    });
    let checks = variants.iter().filter_map(|variant| match &variant.title {
        Some(Words::Compiled(pieces)) => Some(emit::docs_check(runtime, "title_within", pieces)),
        _ => None,
    });
    let field = field(runtime, ident, &choice.generics);
    let owned = emit::owned(&choice.generics);
    let (impl_generics, _, where_clause) = owned.split_for_impl();
    let (_, ty_generics, _) = choice.generics.split_for_impl();
    quote! {
        #(const _: () = #checks;)*

        #lints
        #[automatically_derived]
        impl #impl_generics #runtime::__private::form::Choice for #ident #ty_generics #where_clause {
            const LEGACY: ::core::primitive::bool = #legacy;
            const VALUES: &'static [&'static ::core::primitive::str] = &[#(#values),*];

            fn options() -> &'static [#runtime::__private::form::ChoiceOption] {
                static __ASKBACK_OPTIONS: &[#runtime::__private::form::ChoiceOption] = &[#(#options),*];
                __ASKBACK_OPTIONS
            }

            fn from_value(__askback_value: &::core::primitive::str) -> ::core::option::Option<Self> {
                match __askback_value {
                    #(#values => ::core::option::Option::Some(Self::#idents),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn value(&self) -> &'static ::core::primitive::str {
                match *self {
                    #(Self::#idents => #values,)*
                }
            }
        }

        #field
    }
}

fn title_of(runtime: &Path, ident: &Ident, title: &Words) -> TokenStream {
    match title {
        Words::Literal(text) => quote!(#text),
        Words::Compiled(pieces) => {
            let name = rename::bare(ident);
            quote!(#runtime::__private::form::title(&[#(#pieces),*], #name))
        }
    }
}

/// The errors, and an impl that nothing can be wrong with.
pub(crate) fn expand_rejected(rejected: Rejected) -> TokenStream {
    let Rejected {
        faults,
        runtime,
        ident,
        generics,
    } = rejected;
    let errors = faults.into_tokens();
    let lints = emit::lints();
    let field = field(&runtime, &ident, &generics);
    let owned = emit::owned(&generics);
    let (impl_generics, _, where_clause) = owned.split_for_impl();
    let (_, ty_generics, _) = generics.split_for_impl();
    quote! {
        #errors

        #lints
        #[automatically_derived]
        impl #impl_generics #runtime::__private::form::Choice for #ident #ty_generics #where_clause {
            const LEGACY: ::core::primitive::bool = false;
            const VALUES: &'static [&'static ::core::primitive::str] = &[];

            fn options() -> &'static [#runtime::__private::form::ChoiceOption] {
                &[]
            }

            fn from_value(_: &::core::primitive::str) -> ::core::option::Option<Self> {
                ::core::option::Option::None
            }

            fn value(&self) -> &'static ::core::primitive::str {
                ""
            }
        }

        #field
    }
}

/// `impl Field`. No blanket impl does this: with one, the compiler could not say what is wrong with an `Option` or a list.
fn field(runtime: &Path, ident: &Ident, generics: &Generics) -> TokenStream {
    let lints = emit::lints();
    let owned = emit::owned(generics);
    let (impl_generics, _, where_clause) = owned.split_for_impl();
    let (_, ty_generics, _) = generics.split_for_impl();
    quote! {
        #lints
        #[automatically_derived]
        impl #impl_generics #runtime::__private::form::Field for #ident #ty_generics #where_clause {
            type Presence = #runtime::__private::form::Present;
            const SHAPE: #runtime::__private::form::Shape = #runtime::__private::form::Shape::Single;
            const CHOICES: &'static [&'static ::core::primitive::str] =
                <Self as #runtime::__private::form::Choice>::VALUES;

            fn kind() -> #runtime::__private::form::Kind {
                #runtime::__private::form::choice_kind::<Self>()
            }

            #[inline]
            fn decode(
                __askback_value: &#runtime::__private::form::Value,
                _: &#runtime::__private::form::FieldSchema,
            ) -> ::core::result::Result<Self, #runtime::__private::form::Fault> {
                #runtime::__private::form::choice_decode(__askback_value)
            }
        }
    }
}
