//! The impls.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Ident, Path};

use super::model::{Field, Form, Rejected};
use crate::{
    default::{Default, Preset},
    docs::Words,
    emit, rename,
};

/// `impl Form`, with the checks that need types, and `impl JsonSchema` where asked for.
pub(crate) fn expand(form: &Form) -> TokenStream {
    let Form { runtime, ident, .. } = form;
    let lints = emit::lints();
    let checks: Vec<TokenStream> = form
        .fields
        .iter()
        .flat_map(|field| checks(runtime, field))
        .collect();
    let generic = !form.generics.params.is_empty();
    let (ahead, inside) = emit::place_checks(&checks, ident, generic);
    let schema = schema(form, generic);
    let members = form.fields.iter().map(|field| member(runtime, field));
    let decode = decode(form);
    let json_schema = form
        .json_schema
        .then(|| json_schema(runtime, ident, &form.generics));

    let generics = emit::owned(&form.generics);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, ty_generics, _) = form.generics.split_for_impl();
    quote! {
        #lints
        const _: () = {
            #ahead

            #[automatically_derived]
            impl #impl_generics #runtime::__private::form::Form for #ident #ty_generics #where_clause {
                const MEMBERS: &'static [#runtime::__private::form::Member] = &[#(#members),*];

                fn schema() -> &'static #runtime::__private::form::Schema {
                    #inside
                    #schema
                }

                fn decode(
                    __askback_reader: &mut #runtime::__private::form::Reader<'_>,
                ) -> ::core::option::Option<Self> {
                    #decode
                }
            }

            #json_schema
        };
    }
}

/// The errors, an impl that nothing can be wrong with, and the compiler's own word on the types of the other fields.
pub(crate) fn expand_rejected(rejected: Rejected) -> TokenStream {
    let Rejected {
        faults,
        runtime,
        ident,
        generics,
        json_schema: with_json_schema,
        sized,
        types,
    } = rejected;
    let errors = faults.into_tokens();
    if !sized {
        return quote!(#errors);
    }
    let lints = emit::lints();
    let types = generics.params.is_empty().then(|| {
        let specs = types
            .iter()
            .map(|(ty, open)| emit::spec(&runtime, ty, *open));
        quote!(#(const _: () = { let _ = #specs; };)*)
    });
    let json_schema = with_json_schema.then(|| json_schema(&runtime, &ident, &generics));
    let owned = emit::owned(&generics);
    let (impl_generics, _, where_clause) = owned.split_for_impl();
    let (_, ty_generics, _) = generics.split_for_impl();
    quote! {
        #errors

        #lints
        const _: () = {
            #types

            #[automatically_derived]
            impl #impl_generics #runtime::__private::form::Form for #ident #ty_generics #where_clause {
                fn schema() -> &'static #runtime::__private::form::Schema {
                    #runtime::__private::form::rejected_schema()
                }

                fn decode(_: &mut #runtime::__private::form::Reader<'_>) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }
            }

            #json_schema
        };
    }
}

/// Everything about a field that only types can tell, each a constant expression of type `()`.
fn checks(runtime: &Path, field: &Field) -> Vec<TokenStream> {
    let spec = emit::spec(runtime, &field.ty, field.open);
    let wire = quote!(#spec.wire);
    let mut checks = Vec::new();
    if let Some(Words::Compiled(pieces)) = &field.description {
        checks.push(emit::docs_check(runtime, "description_within", pieces));
        if !field.sensitive {
            checks.push(emit::docs_check(runtime, "no_secret", pieces));
        }
    }
    if let Some(limit) = &field.limit {
        checks.extend(emit::limit_checks(runtime, &wire, limit));
    }
    if let Some(format) = &field.format {
        checks.push(emit::format_check(runtime, &wire, format));
    }
    if let Some(default) = &field.default {
        checks.extend(default_check(runtime, &wire, default, field));
    }
    checks
}

fn default_check(
    runtime: &Path,
    wire: &TokenStream,
    default: &Default,
    field: &Field,
) -> Option<TokenStream> {
    let bounds = match &field.limit {
        Some(limit) => emit::bounds(runtime, limit),
        None => quote!(::core::option::Option::None, ::core::option::Option::None),
    };
    let (check, value) = match &default.preset {
        Preset::Whole(whole) => (quote!(default_whole), quote!(#whole)),
        Preset::Fraction(fraction) => (quote!(default_fraction), quote!(#fraction)),
        Preset::Text(text) => (quote!(default_text), quote!(#text)),
        Preset::Boolean(truth) => (quote!(default_boolean), quote!(#truth)),
        Preset::Texts(texts) => (quote!(default_texts), quote!(&[#(#texts),*])),
        Preset::Expression => return None,
    };
    Some(emit::call_at(
        &default.value,
        &quote!(#runtime::__private::form::#check),
        &quote!(#wire, #value, #bounds),
    ))
}

/// The body of `schema`: a table of the fields, turned into a schema once.
fn schema(form: &Form, generic: bool) -> TokenStream {
    let runtime = &form.runtime;
    let entries = form.fields.iter().map(|field| entry(runtime, field));
    let table = quote! {
        const { &[#(#entries),*] as &'static [#runtime::__private::form::Entry] }
    };
    if generic {
        return quote!(#runtime::__private::form::schema_of::<Self>(#table));
    }
    quote! {
        static __ASKBACK_SCHEMA: #runtime::__private::form::SchemaCell = #runtime::__private::form::SchemaCell::new();
        #runtime::__private::form::schema(&__ASKBACK_SCHEMA, #table)
    }
}

fn member(runtime: &Path, field: &Field) -> TokenStream {
    let (name, wire, open) = (rename::bare(&field.ident), &field.wire, field.open);
    quote!(#runtime::__private::form::Member { name: #name, wire: #wire, open: #open })
}

fn entry(runtime: &Path, field: &Field) -> TokenStream {
    let spec = emit::spec(runtime, &field.ty, field.open);
    let wire = &field.wire;
    let title = field.title.as_ref().map(|title| quote!(.title(#title)));
    let description = field.description.as_ref().map(|words| match words {
        Words::Literal(text) => quote!(.description(#text)),
        Words::Compiled(pieces) => quote!(.docs(&[#(#pieces),*])),
    });
    let limit = field.limit.as_ref().map(|limit| {
        let bounds = emit::bounds(runtime, limit);
        quote!(.limit(#bounds))
    });
    let format = field.format.as_ref().map(|format| {
        let variant = format_ident!("{}", format.variant);
        quote!(.format(#runtime::__private::form::Format::#variant))
    });
    let default = field.default.as_ref().map(|default| {
        let value = default_value(runtime, default, field);
        quote!(.default(|| #value))
    });
    quote!(#spec.entry(#wire) #title #description #limit #format #default)
}

fn default_value(runtime: &Path, default: &Default, field: &Field) -> TokenStream {
    let kind = quote!(#runtime::__private::form::DefaultValue);
    match &default.preset {
        Preset::Whole(whole) => quote!(#kind::Integer(#whole)),
        Preset::Fraction(fraction) => quote!(#kind::Number(#fraction)),
        Preset::Text(text) => quote!(#runtime::__private::form::text(#text)),
        Preset::Boolean(truth) => quote!(#kind::Boolean(#truth)),
        Preset::Texts(texts) => quote!(#runtime::__private::form::texts(&[#(#texts),*])),
        Preset::Expression => {
            let (ty, value) = (&field.ty, &default.value);
            emit::call_at(
                value,
                &quote!(#runtime::__private::form::default_of::<#ty, _>),
                &quote!(#value),
            )
        }
    }
}

/// The body of `decode`: every field is read before the first fault ends it.
fn decode(form: &Form) -> TokenStream {
    let runtime = &form.runtime;
    let names: Vec<_> = (0..form.fields.len())
        .map(|at| format_ident!("__askback_{at}", span = Span::mixed_site()))
        .collect();
    let reads = form
        .fields
        .iter()
        .zip(&names)
        .enumerate()
        .map(|(at, (field, name))| {
            let spec = emit::spec(runtime, &field.ty, field.open);
            let check = field.check.as_ref().map(|path| {
                let value = emit::placed(name, path);
                let checked = emit::call_at(
                    path,
                    &quote!(#runtime::__private::form::check),
                    &quote!(__askback_reader, #at, #value, #path),
                );
                quote!(let #name = #checked;)
            });
            quote!(let #name = #spec.read(__askback_reader, #at); #check)
        });
    let idents = form.fields.iter().map(|field| &field.ident);
    let value = if form.braces {
        quote!(Self { #(#idents: #names?),* })
    } else {
        quote!(Self)
    };
    let done = match &form.check {
        Some(path) => emit::call_at(
            path,
            &quote!(#runtime::__private::form::check_form),
            &quote!(__askback_reader, #value, #path),
        ),
        None => quote!(::core::option::Option::Some(#value)),
    };
    let unused = form
        .fields
        .is_empty()
        .then(|| quote!(let _ = &__askback_reader;));
    quote!(#unused #(#reads)* #done)
}

fn json_schema(runtime: &Path, ident: &Ident, generics: &Generics) -> TokenStream {
    let name = ident.to_string();
    let owned = emit::owned(generics);
    let (impl_generics, _, where_clause) = owned.split_for_impl();
    let (_, ty_generics, _) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #runtime::__private::form::schemars::JsonSchema for #ident #ty_generics #where_clause {
            fn schema_name() -> #runtime::__private::form::Cow<'static, ::core::primitive::str> {
                #runtime::__private::form::Cow::Borrowed(#name)
            }

            fn schema_id() -> #runtime::__private::form::Cow<'static, ::core::primitive::str> {
                #runtime::__private::form::Cow::Borrowed(::core::any::type_name::<Self>())
            }

            fn json_schema(
                _: &mut #runtime::__private::form::schemars::SchemaGenerator,
            ) -> #runtime::__private::form::schemars::Schema {
                <Self as #runtime::__private::form::Form>::schema().to_schemars()
            }
        }
    }
}
