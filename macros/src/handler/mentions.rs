//! Which names an expression mentions: those of variables that it does not bind itself. What stands inside macros and format
//! literals counts too.

mod called;
mod tokens;

use syn::{
    Arm, Block, Expr, ExprCall, ExprClosure, ExprForLoop, ExprIf, ExprLet, ExprLit, ExprPath,
    ExprWhile, Ident, Item, Lit, LitStr, Local, Macro, Pat, PatIdent, Token,
    ext::IdentExt,
    parse::{Parse, Parser},
    punctuated::Punctuated,
    visit::{self, Visit},
};

use self::called::{Argument, Matched};
use super::message;

/// A name that stands somewhere.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// The name, without `r#`.
    pub(crate) name: String,
    /// What to point at.
    pub(crate) at: Ident,
}

/// The names that an expression mentions, each as often as it stands there. Callees are none: a function may be called like
/// the value that it computes.
///
/// A mention too many costs a round, or an error that says what to rename. A mention too few would be an error of the
/// compiler's, since what is not mentioned is not there yet.
pub(crate) fn of(expr: &Expr) -> Vec<Mention> {
    let mut scan = Scan::default();
    scan.visit_expr(expr);
    scan.found
}

/// The names that a literal mentions inline.
pub(crate) fn inline(literal: &LitStr) -> Vec<Mention> {
    message::names(&literal.value())
        .into_iter()
        .map(|name| {
            let at = message::ident(&name, literal.span());
            Mention { name, at }
        })
        .collect()
}

#[derive(Default)]
struct Scan {
    /// Names that the expression binds itself, innermost last.
    scopes: Vec<Vec<String>>,
    found: Vec<Mention>,
}

impl Scan {
    fn within(&mut self, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        visit(self);
        self.scopes.pop();
    }

    fn bind(&mut self, pat: &Pat) {
        let mut bound = Bound(Vec::new());
        bound.visit_pat(pat);
        match self.scopes.last_mut() {
            Some(scope) => scope.extend(bound.0),
            None => self.scopes.push(bound.0),
        }
    }

    fn find(&mut self, mentions: impl IntoIterator<Item = Mention>) {
        let scopes = &self.scopes;
        let outer = mentions
            .into_iter()
            .filter(|mention| !scopes.iter().flatten().any(|name| *name == mention.name));
        self.found.extend(outer);
    }
}

/// The variables of a pattern.
struct Bound(Vec<String>);

impl Visit<'_> for Bound {
    fn visit_pat_ident(&mut self, pat: &PatIdent) {
        self.0.push(pat.ident.unraw().to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr(&mut self, _: &Expr) {}
}

impl Visit<'_> for Scan {
    fn visit_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Verbatim(unread) => self.find(tokens::of(unread.clone(), false)),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_path(&mut self, path: &ExprPath) {
        if let (None, Some(ident)) = (&path.qself, path.path.get_ident()) {
            self.find([Mention {
                name: ident.unraw().to_string(),
                at: ident.clone(),
            }]);
        }
    }

    fn visit_expr_call(&mut self, call: &ExprCall) {
        if !matches!(*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
        for argument in &call.args {
            self.visit_expr(argument);
        }
    }

    fn visit_expr_closure(&mut self, closure: &ExprClosure) {
        self.within(|scan| {
            closure.inputs.iter().for_each(|input| scan.bind(input));
            scan.visit_expr(&closure.body);
        });
    }

    fn visit_block(&mut self, block: &Block) {
        self.within(|scan| visit::visit_block(scan, block));
    }

    fn visit_local(&mut self, local: &Local) {
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            if let Some((_, diverge)) = &init.diverge {
                self.visit_expr(diverge);
            }
        }
        self.bind(&local.pat);
    }

    fn visit_expr_let(&mut self, bound: &ExprLet) {
        self.visit_expr(&bound.expr);
        self.bind(&bound.pat);
    }

    fn visit_expr_if(&mut self, choice: &ExprIf) {
        self.within(|scan| {
            scan.visit_expr(&choice.cond);
            scan.visit_block(&choice.then_branch);
        });
        if let Some((_, other)) = &choice.else_branch {
            self.visit_expr(other);
        }
    }

    fn visit_expr_while(&mut self, repeated: &ExprWhile) {
        self.within(|scan| {
            scan.visit_expr(&repeated.cond);
            scan.visit_block(&repeated.body);
        });
    }

    fn visit_expr_for_loop(&mut self, repeated: &ExprForLoop) {
        self.visit_expr(&repeated.expr);
        self.within(|scan| {
            scan.bind(&repeated.pat);
            scan.visit_block(&repeated.body);
        });
    }

    fn visit_arm(&mut self, arm: &Arm) {
        self.within(|scan| {
            scan.bind(&arm.pat);
            // Its guard.
            scan.visit_pat(&arm.pat);
            scan.visit_expr(&arm.body);
        });
    }

    fn visit_macro(&mut self, called: &Macro) {
        let matches = called.path.is_ident("matches");
        if matches && let Ok(arm) = Matched::parse.parse2(called.tokens.clone()) {
            self.visit_expr(&arm.value);
            return self.within(|scan| {
                scan.bind(&arm.pat);
                arm.guard.iter().for_each(|guard| scan.visit_expr(guard));
            });
        }
        let arguments = Punctuated::<Argument, Token![,]>::parse_terminated;
        match arguments.parse2(called.tokens.clone()) {
            Ok(arguments) => self.arguments(&arguments),
            Err(_) => self.find(tokens::of(called.tokens.clone(), true)),
        }
    }

    // None of these can mention a variable of the place where they stand.
    fn visit_item(&mut self, _: &Item) {}
    fn visit_type(&mut self, _: &syn::Type) {}
    fn visit_attribute(&mut self, _: &syn::Attribute) {}
}

impl Scan {
    fn arguments(&mut self, arguments: &Punctuated<Argument, Token![,]>) {
        let named = arguments
            .iter()
            .filter_map(|argument| argument.name.as_ref());
        let named: Vec<String> = named.map(|name| name.unraw().to_string()).collect();
        for Argument { value, .. } in arguments {
            match value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(literal),
                    ..
                }) => {
                    let mut names = inline(literal);
                    names.retain(|mention| !named.contains(&mention.name));
                    self.find(names);
                }
                other => self.visit_expr(other),
            }
        }
    }
}

#[cfg(test)]
mod tests;
