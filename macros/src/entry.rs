//! One key of an attribute with its value, as written: `key` or `key = value`.

use darling::FromMeta;
use proc_macro2::Span;
use syn::{Expr, ExprLit, ExprPath, Ident, Lit, LitStr, Meta, Path};

use crate::{faults::Faults, messages};

/// A key as it was written. Receivers hold entries, so that every check can point at the key or at the value.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    key: Ident,
    value: Option<Expr>,
}

impl FromMeta for Entry {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let key = match item.path().segments.last() {
            Some(segment) => segment.ident.clone(),
            None => Ident::new("_", Span::call_site()),
        };
        let value = match item {
            Meta::NameValue(pair) => Some(peel_expr(&pair.value).clone()),
            _ => None,
        };
        Ok(Self { key, value })
    }
}

impl Entry {
    /// The key as written.
    pub(crate) fn key(&self) -> &Ident {
        &self.key
    }

    /// The value, where the key takes one.
    pub(crate) fn value(&self, faults: &mut Faults) -> Option<&Expr> {
        if self.value.is_none() {
            faults.on(&self.key, messages::needs_value(&self.key));
        }
        self.value.as_ref()
    }

    /// A text that is not blank, and the literal it stands in.
    pub(crate) fn text(&self, faults: &mut Faults) -> Option<(String, Expr)> {
        let value = self.value(faults)?;
        match value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => {
                let content = text.value();
                if content.trim().is_empty() {
                    faults.on(value, messages::blank(&self.key));
                    return None;
                }
                Some((content, value.clone()))
            }
            other => {
                faults.on(other, messages::wants_text(&self.key));
                None
            }
        }
    }

    /// A text of at most `limit` code points.
    pub(crate) fn short_text(&self, limit: usize, faults: &mut Faults) -> Option<(String, Expr)> {
        let (text, literal) = self.text(faults)?;
        if text.chars().count() > limit {
            faults.on(&literal, messages::too_long(&self.key, limit));
            return None;
        }
        Some((text, literal))
    }

    /// A path: of a function, of a crate. `"a::b"` in quotes is taken too.
    pub(crate) fn path(&self, faults: &mut Faults) -> Option<Path> {
        let value = self.value(faults)?;
        match value {
            Expr::Path(ExprPath {
                qself: None, path, ..
            }) => Some(path.clone()),
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => match text.parse_with(Path::parse_mod_style) {
                Ok(path) => Some(path),
                Err(_) => {
                    faults.on(value, messages::wants_path(&self.key));
                    None
                }
            },
            other => {
                faults.on(other, messages::wants_path(&self.key));
                None
            }
        }
    }

    /// A function: a path, `<T>::f` included.
    pub(crate) fn function(&self, faults: &mut Faults) -> Option<ExprPath> {
        if let Some(Expr::Path(path)) = &self.value {
            return Some(path.clone());
        }
        let path = self.path(faults)?;
        Some(ExprPath {
            attrs: Vec::new(),
            qself: None,
            path,
        })
    }

    /// A key that stands alone.
    pub(crate) fn flag(&self, faults: &mut Faults) -> bool {
        if let Some(value) = &self.value {
            faults.on(value, messages::takes_no_value(&self.key));
            return false;
        }
        true
    }
}

/// Looks through parentheses and through the invisible groups that `macro_rules!` puts around what it passes on.
pub(crate) fn peel_expr(expr: &Expr) -> &Expr {
    let mut inner = expr;
    loop {
        inner = match inner {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            _ => return inner,
        };
    }
}

/// A string literal.
pub(crate) fn text_literal(expr: &Expr) -> Option<&LitStr> {
    match peel_expr(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

/// The same for a type.
pub(crate) fn peel_type(ty: &syn::Type) -> &syn::Type {
    let mut inner = ty;
    loop {
        inner = match inner {
            syn::Type::Group(group) => &group.elem,
            syn::Type::Paren(paren) => &paren.elem,
            _ => return inner,
        };
    }
}
