//! Which names an expression mentions. Tokens are scanned, not syntax: what stands inside macros and format literals counts.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::{Expr, Ident, LitStr, ext::IdentExt, visit::Visit};

use super::message;

/// A name that stands somewhere.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// The name, without `r#`.
    pub(crate) name: String,
    /// What to point at.
    pub(crate) at: Ident,
    /// Whether it stands in a `check`, where the parameter's own name is what was filled in.
    pub(crate) in_check: bool,
}

/// The names that `tokens` mention, each as often as it stands there. Field and method names, paths, callees, macro names and
/// names before a `:` or `=` are no mentions.
pub(crate) fn of(tokens: TokenStream) -> Vec<Mention> {
    let mut found = Vec::new();
    scan(tokens, false, &mut found);
    found
}

/// The names that an expression binds itself: in a closure, a `let`, an arm.
pub(crate) fn bound(expr: &Expr) -> Vec<String> {
    #[derive(Default)]
    struct Bound(Vec<String>);
    impl Visit<'_> for Bound {
        fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
            self.0.push(pat.ident.unraw().to_string());
            syn::visit::visit_pat_ident(self, pat);
        }
    }
    let mut bound = Bound::default();
    bound.visit_expr(expr);
    bound.0
}

/// The names that a literal mentions inline.
pub(crate) fn inline(literal: &LitStr) -> Vec<Mention> {
    message::names(&literal.value())
        .into_iter()
        .map(|name| {
            let at = message::ident(&name, literal.span());
            Mention {
                name,
                at,
                in_check: false,
            }
        })
        .collect()
}

fn scan(tokens: TokenStream, in_macro: bool, found: &mut Vec<Mention>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let after = |ahead: usize| at.checked_add(ahead).and_then(|at| tokens.get(at));
        match token {
            TokenTree::Ident(ident) => {
                if stands_alone(before(1), before(2), after(1), after(2)) {
                    found.push(Mention {
                        name: ident.unraw().to_string(),
                        at: ident.clone(),
                        in_check: false,
                    });
                }
            }
            TokenTree::Literal(literal) if in_macro => {
                if let Ok(literal) = syn::parse_str::<LitStr>(&literal.to_string()) {
                    let literal = LitStr::new(&literal.value(), token.span());
                    found.extend(inline(&literal));
                }
            }
            TokenTree::Group(group) => {
                let of_macro = is_punct(before(1), '!')
                    && matches!(before(2), Some(TokenTree::Ident(_)))
                    && group.delimiter() != Delimiter::None;
                scan(group.stream(), in_macro || of_macro, found);
            }
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Whether an identifier between these tokens can be a variable.
fn stands_alone(
    before: Option<&TokenTree>,
    second_before: Option<&TokenTree>,
    after: Option<&TokenTree>,
    second_after: Option<&TokenTree>,
) -> bool {
    let of_field = is_punct(before, '.') && !is_punct(second_before, '.');
    let in_path = (is_punct(before, ':') && is_punct(second_before, ':')) || is_punct(before, '\'');
    let named = is_punct(after, ':')
        || (is_alone(after, '=') && !is_punct(second_after, '>'))
        || (is_punct(after, '!') && matches!(second_after, Some(TokenTree::Group(_))));
    let called = matches!(after, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    !(of_field || in_path || named || called)
}

fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// A sign that is not the first of several, like the `=` of `==`.
fn is_alone(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign && punct.spacing() == Spacing::Alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(expression: &str) -> Vec<String> {
        of(expression.parse().unwrap())
            .into_iter()
            .map(|mention| mention.name)
            .collect()
    }

    #[test]
    fn variables_are_mentions() {
        assert_eq!(names("rows + 1"), ["rows"]);
        assert_eq!(names("&offers[&pick.offer].price"), ["offers", "pick"]);
        assert_eq!(names("0..rows"), ["rows"]);
        assert_eq!(names("0..=rows"), ["rows"]);
        assert_eq!(names("env == Env::Production"), ["env"]);
        assert_eq!(names("rows != 3"), ["rows"]);
        assert_eq!(names("Rows { rows }"), ["Rows", "rows"]);
        assert_eq!(names("r#type"), ["type"]);
        assert_eq!(names("match x { y => z }"), ["match", "x", "y", "z"]);
    }

    #[test]
    fn fields_methods_paths_and_callees_are_not() {
        assert_eq!(names("self.rows.details().await?"), ["self"]);
        assert_eq!(names("rows::count(&table)"), ["table"]);
        assert_eq!(names("crate::rows"), Vec::<String>::new());
        assert_eq!(names("rows(&table)"), ["table"]);
        assert_eq!(names("rows!(table)"), ["table"]);
        assert_eq!(names("Row { rows: table }"), ["Row", "table"]);
        assert_eq!(names("f!(rows = table)"), ["table"]);
    }

    #[test]
    fn names_of_its_own_are_known() {
        let expr = syn::parse_quote!({
            let (a, mut b) = f();
            g.map(|c| c).then(async |D { e, f: g }| match h {
                Some(i) => j,
            })
        });
        assert_eq!(bound(&expr), ["a", "b", "c", "e", "g", "i"]);
    }

    #[test]
    fn macros_and_their_literals_are_looked_into() {
        assert_eq!(names("matches!(env, Env::Production)"), ["env"]);
        assert_eq!(
            names("format!(\"{rows} of {table:?} {{x}} {:>w$}\", n)"),
            ["rows", "table", "w", "n"]
        );
        assert_eq!(names("plain(\"{rows}\")"), Vec::<String>::new());
    }
}
