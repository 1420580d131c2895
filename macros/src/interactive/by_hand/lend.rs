//! Expressions over values that are borrowed: what was `rows` is `(*rows)`, so that its type stays what it is.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Expr, ExprCall, ExprMacro, ExprPath, FieldValue, Ident, Pat, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    visit_mut::{self, VisitMut},
};

use crate::handler::{
    mentions,
    model::{Question, Words},
};

/// Rewrites expressions, and finds out whether that is all that they need.
pub(super) struct Lend<'a> {
    /// What is borrowed.
    names: &'a [Ident],
    /// The expression waits, may end the function, binds one of the names itself, or cannot be looked into.
    unfit: bool,
}

impl<'a> Lend<'a> {
    pub(super) fn new(names: &'a [Ident]) -> Self {
        Self {
            names,
            unfit: false,
        }
    }

    /// The question over borrowed values, without when it is asked.
    pub(super) fn question(mut self, question: &Question) -> Option<Question> {
        let words = match &question.words {
            Words::Literal {
                literal,
                inline,
                constants,
                positional,
            } => Words::Literal {
                literal: literal.clone(),
                inline: inline.clone(),
                constants: constants.clone(),
                positional: positional.iter().map(|value| self.lent(value)).collect(),
            },
            Words::Expression(expr) => Words::Expression(self.lent(expr)),
        };
        let mut key = |key: &Option<(Ident, Expr)>| {
            key.as_ref()
                .map(|(key, value)| (key.clone(), self.lent(value)))
        };
        let (typed, label) = (key(&question.typed), key(&question.label));
        let covers = question
            .covers
            .iter()
            .map(|value| self.lent(value))
            .collect();
        (!self.unfit).then(|| Question {
            words,
            spelled: question.spelled,
            when: None,
            url: None,
            typed,
            plain: question.plain.clone(),
            label,
            covers,
            choices: Vec::new(),
            defaults: Vec::new(),
            verify: None,
        })
    }

    fn lent(&mut self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        self.visit_expr_mut(&mut expr);
        expr
    }

    fn is_lent(&self, ident: &Ident) -> bool {
        self.names.iter().any(|name| name.unraw() == ident.unraw())
    }

    fn place(&self, path: &ExprPath) -> Option<Expr> {
        let ident = path.path.get_ident().filter(|_| path.qself.is_none())?;
        let place = quote_spanned!(ident.span()=> (*#ident));
        syn::parse2(place).ok().filter(|_| self.is_lent(ident))
    }

    /// The first argument, and the rest as it is: a pattern is not ours to change.
    fn first(&mut self, tokens: &TokenStream) -> Option<TokenStream> {
        let parts =
            |input: ParseStream<'_>| Ok((input.parse::<Expr>()?, input.parse::<TokenStream>()?));
        let (mut first, rest) = parts.parse2(tokens.clone()).ok()?;
        self.visit_expr_mut(&mut first);
        Some(quote!(#first #rest))
    }

    /// Arguments between commas, some with names.
    fn arguments(&mut self, tokens: &TokenStream) -> Option<TokenStream> {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        let mut arguments = arguments.parse2(tokens.clone()).ok()?;
        for argument in &mut arguments {
            match argument {
                Expr::Assign(named) => self.visit_expr_mut(&mut named.right),
                other => self.visit_expr_mut(other),
            }
        }
        Some(arguments.to_token_stream())
    }
}

impl VisitMut for Lend<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(path) => {
                if let Some(place) = self.place(path) {
                    *expr = place;
                }
                return;
            }
            Expr::Await(_)
            | Expr::Try(_)
            | Expr::Return(_)
            | Expr::Yield(_)
            | Expr::Verbatim(_) => {
                self.unfit = true;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        // A function may be called like a value.
        if !matches!(*call.func, Expr::Path(_)) {
            self.visit_expr_mut(&mut call.func);
        }
        for argument in &mut call.args {
            self.visit_expr_mut(argument);
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        visit_mut::visit_field_value_mut(self, field);
        if field.colon_token.is_none() && !matches!(field.expr, Expr::Path(_)) {
            field.colon_token = Some(<Token![:]>::default());
        }
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if matches!(pat, Pat::Ident(bound) if self.is_lent(&bound.ident)) {
            self.unfit = true;
        }
        visit_mut::visit_pat_mut(self, pat);
    }

    fn visit_expr_macro_mut(&mut self, called: &mut ExprMacro) {
        let tokens = called.mac.tokens.clone();
        let lent = match called.mac.path.is_ident("matches") {
            true => self.first(&tokens),
            false => self.arguments(&tokens),
        };
        match lent {
            Some(lent) => called.mac.tokens = lent,
            None => {
                let mentions = mentions::of(&Expr::Macro(called.clone()));
                let lends = mentions.iter().any(|mention| self.is_lent(&mention.at));
                self.unfit |= lends || ends(tokens);
            }
        }
    }
}

/// Whether tokens that are not ours to read may wait or end the function.
fn ends(tokens: TokenStream) -> bool {
    use proc_macro2::TokenTree;
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "await" || ident == "return",
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => ends(group.stream()),
        TokenTree::Literal(_) => false,
    })
}
