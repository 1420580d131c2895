//! Every path of an expansion leads from somewhere that nothing of the author's can stand in the way of.

mod names;
mod tests;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Attribute, Expr, ExprMethodCall, ExprPath, GenericParam, Ident, Lifetime, Macro, Meta,
    PatIdent, Path, Token, Type, Visibility,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
    visit::{self, Visit},
};

use self::names::{Names, is_in};

/// The attributes that the compiler itself has, and that are about no name.
const BUILT_IN: &str = "allow automatically_derived deprecated doc inline must_use";

/// What the traits of the prelude have, which have to be named with it.
const OF_TRAITS: &str =
    "default clone from into try_from try_into to_owned to_string eq cmp next into_iter drop";

/// The parameters of functions that show in the author's documentation, and have a plain name for that.
const SHOWN: &str = "verified parameters";

/// What methods are called on, and which. Each takes the very type of what it is called on, so that it is found before a method of
/// that name in a trait of the author's, even one for every type.
const FOUND_FIRST: &[(&str, &str)] = &[
    (
        "__askback_ask",
        "begin_pass end_pass enter judge look put redeem unchecked visited",
    ),
    ("(& * __askback_ask)", "recovery"),
    ("__askback_asking", "message"),
    ("(& __askback_asking)", "values"),
    ("__askback_values", "message"),
    ("(& __askback_values)", "show"),
    ("__askback_stated", "enter value"),
    ("(& __askback_carry)", "keep recall"),
    (
        "(& __askback_call)",
        "context open open_state stated_context",
    ),
    ("(& __askback_opened)", "lease"),
    ("(& mut __askback_opened)", "lost"),
    ("(& __askback_lease)", "hold"),
    ("verified", "is_of"),
];

/// The visitor.
struct Paths {
    names: Names,
    /// Where the runtime is.
    runtime: Vec<String>,
    /// Whether it may name what `core` has not: the derives do not, so that crates without `std` can use them.
    with_std: bool,
    wrong: BTreeSet<String>,
}

impl Paths {
    fn new(source: &TokenStream, runtime: &str, with_std: bool) -> Self {
        let mut names = Names::default();
        names.read(source.clone());
        // Where the test has put a method.
        names.own.insert("Server".to_owned());
        let runtime: Vec<String> = runtime.split("::").map(str::to_owned).collect();
        for part in &runtime {
            names.own.remove(part);
        }
        Self {
            names,
            runtime,
            with_std,
            wrong: BTreeSet::new(),
        }
    }

    /// Whether a name can stand alone: it is the author's, or one of ours that no author uses.
    fn stands_alone(&self, ident: &Ident) -> bool {
        let name = ident.unraw().to_string();
        ["self", "Self", "_"].contains(&name.as_str())
            || name.to_lowercase().starts_with("__askback")
            || is_in(SHOWN, &name)
            || self.names.own.contains(&name)
    }

    fn is_absolute(&self, path: &Path) -> bool {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let mut whole = segments.clone();
        if path.leading_colon.is_some() {
            let first = segments.first().map(String::as_str);
            if first == Some("core") || (first == Some("std") && self.with_std) {
                return true;
            }
            whole.insert(0, String::new());
        }
        let inside = whole.strip_prefix(self.runtime.as_slice());
        inside.is_some_and(|rest| rest.first().is_some_and(|module| module == "__private"))
    }

    /// Whether it is the result of a function of the runtime's, or of methods on that: they all take what they are called on.
    fn is_made_by_runtime(&self, expr: &Expr) -> bool {
        match expr {
            Expr::MethodCall(call) => self.is_made_by_runtime(&call.receiver),
            Expr::Call(call) => match &*call.func {
                Expr::Path(function) => self.is_absolute(&function.path),
                _ => false,
            },
            _ => false,
        }
    }

    fn wrong(&mut self, what: &str, tokens: impl ToTokens) {
        self.wrong
            .insert(format!("{what} `{}`", tokens.to_token_stream()));
    }

    fn parsed<T: Parse>(
        &mut self,
        tokens: &TokenStream,
        mut visit: impl FnMut(&mut Self, &T),
    ) -> bool {
        let parts = Punctuated::<T, Token![,]>::parse_terminated.parse2(tokens.clone());
        parts
            .into_iter()
            .flatten()
            .map(|part| visit(self, &part))
            .count()
            > 0
    }
}

/// `value` or `name = value`.
struct Argument(Expr);

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            input.call(Ident::parse_any)?;
            input.parse::<Token![=]>()?;
        }
        Ok(Self(input.parse()?))
    }
}

impl Visit<'_> for Paths {
    fn visit_path(&mut self, path: &Path) {
        let first = path.segments.first().map(|segment| &segment.ident);
        let alone =
            path.leading_colon.is_none() && first.is_some_and(|first| self.stands_alone(first));
        if !alone && !self.is_absolute(path) {
            self.wrong("path", path);
        }
        visit::visit_path(self, path);
    }

    /// `Type::method` finds a method of a trait only where the trait is in scope.
    fn visit_expr_path(&mut self, expr: &ExprPath) {
        let mut segments = expr
            .path
            .segments
            .iter()
            .rev()
            .map(|segment| segment.ident.to_string());
        let of_trait = segments.next().is_some_and(|name| is_in(OF_TRAITS, &name))
            && segments
                .next()
                .is_some_and(|owner| owner.starts_with(char::is_uppercase));
        if of_trait && expr.qself.is_none() && self.is_absolute(&expr.path) {
            self.wrong("method of a trait", expr);
        }
        visit::visit_expr_path(self, expr);
    }

    /// A pattern that is a name alone may mean something that there is already, like `None`.
    fn visit_pat_ident(&mut self, pat: &PatIdent) {
        if !self.stands_alone(&pat.ident) {
            self.wrong("pattern", &pat.ident);
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_generic_param(&mut self, param: &GenericParam) {
        let name = match param {
            GenericParam::Type(param) => &param.ident,
            GenericParam::Const(param) => &param.ident,
            GenericParam::Lifetime(param) => &param.lifetime.ident,
        };
        if !self.stands_alone(name) {
            self.wrong("parameter", name);
        }
        visit::visit_generic_param(self, param);
    }

    fn visit_lifetime(&mut self, lifetime: &Lifetime) {
        if lifetime.ident != "static" && !self.stands_alone(&lifetime.ident) {
            self.wrong("lifetime", lifetime);
        }
    }

    /// A trait of the author's may have a method of any name, for every type that is not the runtime's.
    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        let name = call.method.to_string();
        let ours = name.starts_with("__askback") || self.names.members.contains(&name);
        let receiver = call.receiver.to_token_stream().to_string();
        let found_first = FOUND_FIRST
            .iter()
            .any(|(local, methods)| *local == receiver && is_in(methods, &name));
        if !ours && !found_first && !self.is_made_by_runtime(&call.receiver) {
            self.wrong("method", call);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, called: &Macro) {
        self.visit_path(&called.path);
        let first = called.path.segments.first();
        if called.path.leading_colon.is_none()
            && first.is_some_and(|first| self.stands_alone(&first.ident))
        {
            return;
        }
        let tokens = &called.tokens;
        let read = self.parsed(tokens, |paths, Argument(value)| paths.visit_expr(value))
            || self.parsed(tokens, |paths, ty: &Type| paths.visit_type(ty));
        if !read && !tokens.is_empty() {
            self.wrong("arguments", called);
        }
    }

    fn visit_attribute(&mut self, attr: &Attribute) {
        let path = attr.path();
        match (path.get_ident().map(ToString::to_string), &attr.meta) {
            (Some(name), Meta::List(list)) if name == "derive" => {
                self.parsed(&list.tokens, |paths, derived: &Path| {
                    paths.visit_path(derived)
                });
            }
            (Some(name), Meta::NameValue(pair)) if is_in(BUILT_IN, &name) => {
                self.visit_expr(&pair.value)
            }
            (Some(name), _) if is_in(BUILT_IN, &name) => {}
            _ => self.visit_path(path),
        }
    }

    /// The author's own.
    fn visit_visibility(&mut self, _: &Visibility) {}
}
