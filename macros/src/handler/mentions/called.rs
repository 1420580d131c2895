//! The arguments of a macro that is called like a function.

use syn::{
    Expr, Ident, Pat, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
};

/// `value` or `name = value`, as in `format!`.
pub(super) struct Argument {
    pub(super) name: Option<Ident>,
    pub(super) value: Expr,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut name = None;
        if input.peek(Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            name = Some(input.call(Ident::parse_any)?);
            input.parse::<Token![=]>()?;
        }
        Ok(Self {
            name,
            value: input.parse()?,
        })
    }
}

/// `value, pattern if guard`, as in `matches!`.
pub(super) struct Matched {
    pub(super) value: Expr,
    pub(super) pat: Pat,
    pub(super) guard: Option<Expr>,
}

impl Parse for Matched {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { value, pat, guard })
    }
}
