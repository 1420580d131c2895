//! How deep tokens may be nested. A parser that runs out of stack takes the compiler with it, so this is looked at first, and
//! without going down itself.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree, token_stream};

use crate::messages;

/// Four megabytes of a parser's frames, as a build without optimisation has them: half of what the compiler runs on.
const MOST: usize = 1_024;

/// What costs a parser a level of its own: a group, an angle bracket, a sign before an operand.
const LEVEL: usize = 8;

/// What is open at a place in the tokens.
struct Open {
    rest: token_stream::IntoIter,
    /// What the groups around it cost.
    around: usize,
    /// What a comma does not end: generics, and closures.
    lasting: usize,
    /// What stands since the last comma or semicolon.
    since: usize,
    before: Option<char>,
}

impl Open {
    fn new(tokens: TokenStream, around: usize) -> Self {
        Self {
            rest: tokens.into_iter(),
            around,
            lasting: 0,
            since: 0,
            before: None,
        }
    }

    fn cost(&self) -> usize {
        self.around
            .saturating_add(self.lasting)
            .saturating_add(self.since)
    }

    fn punct(&mut self, sign: char) {
        match sign {
            ';' => (self.lasting, self.since) = (0, 0),
            ',' => self.since = 0,
            '<' => self.lasting = self.lasting.saturating_add(LEVEL),
            '|' => self.lasting = self.lasting.saturating_add(LEVEL / 2),
            // Not of `->` and `=>`.
            '>' if !matches!(self.before, Some('-' | '=')) => {
                self.lasting = self.lasting.saturating_sub(LEVEL);
                self.since = self.since.saturating_add(1);
            }
            '&' | '*' | '-' | '!' | '=' => self.since = self.since.saturating_add(LEVEL),
            _ => self.since = self.since.saturating_add(1),
        }
    }
}

/// Everything but the body of a function, which nobody parses here.
pub(crate) fn head(function: &TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = function.clone().into_iter().collect();
    trees.pop();
    trees.into_iter().collect()
}

/// Whether the tokens can be parsed.
///
/// # Errors
///
/// A fault at the token that is one too many.
pub(crate) fn check(tokens: &TokenStream) -> syn::Result<()> {
    let mut open = vec![Open::new(tokens.clone(), 0)];
    while let Some(innermost) = open.last_mut() {
        let Some(tree) = innermost.rest.next() else {
            open.pop();
            continue;
        };
        let mut before = None;
        let mut inside = None;
        match &tree {
            TokenTree::Punct(punct) => {
                innermost.punct(punct.as_char());
                before = (punct.spacing() == Spacing::Joint || punct.as_char() == '#')
                    .then(|| punct.as_char());
            }
            TokenTree::Group(group) => {
                let around = innermost.cost().saturating_add(LEVEL);
                inside = Some(Open::new(group.stream(), around));
                // Attributes stand side by side.
                let is_attribute =
                    innermost.before == Some('#') && group.delimiter() == Delimiter::Bracket;
                innermost.since = match is_attribute {
                    true => innermost.since.saturating_sub(1),
                    false => innermost.since.saturating_add(1),
                };
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                innermost.since = innermost.since.saturating_add(1);
            }
        }
        innermost.before = before;
        if innermost.cost() > MOST {
            return Err(syn::Error::new(tree.span(), messages::TOO_DEEP));
        }
        open.extend(inside);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_read(source: &str) -> bool {
        check(&source.parse().unwrap()).is_ok()
    }

    #[test]
    fn what_people_write_is_read() {
        let docs = "#[doc = \"A line.\"]".repeat(5_000);
        let fields: String = (0..5_000)
            .map(|at| {
                format!(
                    "{docs_of} a{at}: Option<&'static [u8]>,",
                    docs_of = "#[form(range = 1..)]"
                )
            })
            .collect();
        assert!(is_read(&format!("{docs} struct F {{ {fields} }}")));
        assert!(is_read(&"let x = a & b < c | d;".repeat(5_000)));
        assert!(is_read(&format!("f({})", "|a, b| !a == -b, ".repeat(60))));
        assert!(is_read(&format!("{}x{}", "(".repeat(100), ")".repeat(100))));
        assert!(is_read(&format!("x{}", ".map(|x| x + 1)".repeat(200))));
    }

    #[test]
    fn what_is_nested_without_end_is_refused() {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("Box<", ">"),
            ("Pair<u8, ", ">"),
            ("fn() -> ", ""),
            ("fn(u8, u8) -> ", ""),
            ("&", ""),
            ("*const ", ""),
            ("- ", ""),
            ("!", ""),
            ("|| ", ""),
            ("|a, b| ", ""),
            ("x = ", ""),
            ("x + ", ""),
            ("if x {} else ", ""),
            ("x.", ""),
        ] {
            for times in [2_000, 20_000] {
                let source = format!("{} x {}", open.repeat(times), close.repeat(times));
                assert!(!is_read(&source), "{open}");
            }
        }
    }
}
