//! Random token trees of all kinds.

use std::sync::LazyLock;

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use super::random::Random;

type List = LazyLock<Vec<&'static str>>;

/// What stands between the spaces of a text.
macro_rules! list {
    ($text:literal) => {
        LazyLock::new(|| $text.split_whitespace().collect())
    };
}

/// Words that somebody looks for, and some that nobody does.
static WORDS: List = list!(
    "form choice field ask step state serde doc cfg cfg_attr tool prompt title description rename rename_all
    length range items format default choices check sensitive json_schema legacy ttl rounds once recover guidance unsealed
    non_destructive name message url until wait when typed plain label covers crate self Self super struct enum union fn
    async await impl where pub mut ref dyn const static unsafe extern type move match if else loop let return in for as box
    _ Option Vec String Answer Confirmed Consent Ask Parameters u8 f64 bool x rows ü r#type r#async r#x macro_rules"
);

/// Literals, none of them with a space.
static LITERALS: List = list!(
    r###"0 1 3 1_000 0xff 1u8 1f64 2.5 1e999 340282366920938463463374607431768211456 1.0f32 'c' '\'' b'c'
    b"bytes" c"c" "" "\u{20}" "text" "{x}{}{:?}{0}" "{" "}{" "{{" "{x:>8}" "{ü:.3}" "{ask.ticket}" "{ask.other}" "{type}" "{r#type}" "{r#x}" "{²}" "{a#b}" "{self}" "https://x.example/{r#type}"
    "https://example.com/{x}?{x}#{x}" "https://{x}" "\u{202e}\0\n" r#"raw{x}"# "date-time" "camelCase" "a::b" "::" "askback""###
);

static SIGNS: List = list!("= < > ! ~ ? + - * / % ^ & | @ . , ; : # $ '");

const DELIMITERS: &[Delimiter] = &[
    Delimiter::Parenthesis,
    Delimiter::Brace,
    Delimiter::Bracket,
    Delimiter::None,
];

/// Some trees, groups nested at most `depth` times.
pub(super) fn stream(random: &mut Random, depth: usize) -> TokenStream {
    let count = random.below(9);
    let mut trees = Vec::new();
    for _ in 0..count {
        trees.extend(tree(random, depth));
    }
    trees.into_iter().collect()
}

/// A tree, or the several ones of a path or a lifetime.
pub(super) fn tree(random: &mut Random, depth: usize) -> Vec<TokenTree> {
    match random.below(if depth == 0 { 9 } else { 12 }) {
        0..=3 => vec![word(random.one(&WORDS)).into()],
        4..=5 => vec![random.one(&LITERALS).parse::<Literal>().unwrap().into()],
        6 => vec![sign(':', Spacing::Joint), sign(':', Spacing::Alone)],
        7 => {
            let spacing = *random.pick(&[Spacing::Alone, Spacing::Joint]);
            let mark = random.one(&SIGNS).chars().next().unwrap();
            vec![sign(mark, spacing)]
        }
        8 => vec![sign('\'', Spacing::Joint), word("a").into()],
        9 => {
            let inside = stream(random, depth - 1);
            vec![
                sign('#', Spacing::Alone),
                Group::new(Delimiter::Bracket, inside).into(),
            ]
        }
        _ => {
            let inside = stream(random, depth - 1);
            vec![Group::new(*random.pick(DELIMITERS), inside).into()]
        }
    }
}

fn sign(sign: char, spacing: Spacing) -> TokenTree {
    Punct::new(sign, spacing).into()
}

fn word(word: &str) -> Ident {
    match word.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(word, Span::call_site()),
    }
}
