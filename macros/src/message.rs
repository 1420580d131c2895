//! `message!`: a message with its values, for questions that are asked as the body goes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{
    Expr, LitStr, Path, Token,
    parse::{Parse, ParseStream},
    spanned::Spanned,
};

use crate::{depth, faults::Faults, handler::message, messages::interactive as say};

struct Input {
    runtime: Path,
    literal: LitStr,
    positional: Vec<Expr>,
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let runtime = input.call(Path::parse_mod_style)?;
        input.parse::<Token![,]>()?;
        let literal = input
            .parse()
            .map_err(|error| syn::Error::new(error.span(), say::NO_LITERAL))?;
        let mut positional = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if !input.is_empty() {
                positional.push(input.parse()?);
            }
        }
        Ok(Self {
            runtime,
            literal,
            positional,
        })
    }
}

/// The message, as an expression.
pub(crate) fn message(input: TokenStream) -> TokenStream {
    let Input {
        runtime,
        literal,
        positional,
    } = match depth::check(&input).and_then(|()| syn::parse2(input)) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut faults = Faults::default();
    message::check(&literal, &mut faults);
    if let Some(errors) = faults.into_tokens() {
        return quote!({ #errors loop {} });
    }
    let template = literal.value();
    let values = positional.iter().enumerate().map(|(at, value)| {
        Ident::new(
            &format!("__askback_{at}"),
            Span::mixed_site().located_at(value.span()),
        )
    });
    let values: Vec<Ident> = values.collect();
    let names = message::shown(&template);
    let names = names
        .iter()
        .map(|name| message::ident(name, literal.span()));
    let names: Vec<Ident> = names.collect();
    quote! {
        match (#(&(#positional),)*) {
            (#(#values,)*) => {
                let __askback_values = <#runtime::__private::Values as ::core::default::Default>::default();
                let __askback_text: ::std::string::String = ::std::format!(
                    #literal
                    #(, (&__askback_values).show(#values))*
                    #(, #names = (&__askback_values).show(&#names))*
                );
                __askback_values.message(#template, __askback_text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(input: TokenStream) -> String {
        message(input).to_string()
    }

    #[test]
    fn every_value_is_shown_through_the_runtime() {
        let text = expanded(quote!(
            ::askback,
            "Drop `{table}` of {}? {table:?}",
            owner.name
        ));
        assert_eq!(text.matches(". show (").count(), 2, "{text}");
        assert!(text.contains("& (owner . name)"), "{text}");
    }

    #[test]
    fn mistakes_are_named() {
        for (input, says) in [
            (quote!(::askback, table), "literal"),
            (quote!(::askback, "{:>8}", table), ":>8"),
        ] {
            let text = expanded(input);
            assert!(
                text.contains("compile_error") && text.contains(says),
                "{text}"
            );
        }
    }
}
