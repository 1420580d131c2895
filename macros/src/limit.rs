//! `length`, `range` and `items`: ranges with both ends included.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, ExprUnary, Ident, Lit, LitInt, RangeLimits, UnOp};

use crate::{
    entry::{Entry, peel_expr},
    faults::Faults,
    messages,
};

/// Which of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitKind {
    /// Unicode code points of a text.
    Length,
    /// Values of a number.
    Range,
    /// Items of a list.
    Items,
}

/// One end of a range.
#[derive(Debug, Clone)]
pub(crate) enum Bound {
    /// A whole literal.
    Whole(i128, Expr),
    /// A finite literal with a fraction or an exponent.
    Fraction(f64, Expr),
    /// An expression that the compiler evaluates.
    Constant(Expr),
}

impl Bound {
    /// The number, for comparisons; `None` when only the compiler knows.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(whole, _) => Some(*whole as f64),
            Self::Fraction(fraction, _) => Some(*fraction),
            Self::Constant(_) => None,
        }
    }

    /// The bound as it is written, for messages.
    pub(crate) fn shown(&self) -> String {
        let (Self::Whole(_, expr) | Self::Fraction(_, expr) | Self::Constant(expr)) = self;
        expr.to_token_stream().to_string().replace("- ", "-")
    }
}

/// Whether an expression is made of whole numbers without a type, like `10 * 1024`: the type is then ours to choose.
pub(crate) fn is_untyped(expr: &Expr) -> bool {
    fn all(tokens: TokenStream) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Group(group) => all(group.stream()),
            TokenTree::Punct(_) => true,
            TokenTree::Literal(literal) => syn::parse_str::<LitInt>(&literal.to_string())
                .is_ok_and(|int| int.suffix().is_empty()),
            TokenTree::Ident(_) => false,
        })
    }
    all(expr.to_token_stream())
}

/// A range with at least one end.
#[derive(Debug, Clone)]
pub(crate) struct Limit {
    pub(crate) kind: LimitKind,
    pub(crate) key: Ident,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    /// All of the value, to point at.
    pub(crate) value: Expr,
}

/// Reads the one limit that a field may have, and reports the others.
pub(crate) fn single(
    length: Option<&Entry>,
    range: Option<&Entry>,
    items: Option<&Entry>,
    faults: &mut Faults,
) -> Option<Limit> {
    let all = [
        (length, LimitKind::Length),
        (range, LimitKind::Range),
        (items, LimitKind::Items),
    ];
    let mut given = all
        .into_iter()
        .filter_map(|(entry, kind)| entry.map(|entry| (entry, kind)));
    let (first, kind) = given.next()?;
    let limit = read(kind, first, faults);
    for (further, _) in given {
        faults.on(
            further.key(),
            messages::several_limits(first.key(), further.key()),
        );
    }
    limit
}

/// Reads `key = a..=b`, `a..` or `..=b`.
pub(crate) fn read(kind: LimitKind, entry: &Entry, faults: &mut Faults) -> Option<Limit> {
    let key = entry.key();
    let value = entry.value(faults)?;
    let Expr::Range(range) = value else {
        faults.on(value, messages::wants_range(key));
        return None;
    };
    if let (RangeLimits::HalfOpen(_), Some(_)) = (&range.limits, &range.end) {
        faults.on(value, messages::exclusive_end(key));
        return None;
    }
    if range.start.is_none() && range.end.is_none() {
        faults.on(value, messages::unbounded(key));
        return None;
    }
    let before = faults.count();
    let min = range
        .start
        .as_deref()
        .and_then(|bound| read_bound(kind, key, bound, faults));
    let max = range
        .end
        .as_deref()
        .and_then(|bound| read_bound(kind, key, bound, faults));
    if let (Some(low), Some(high)) = (&min, &max)
        && let (Some(least), Some(greatest)) = (low.number(), high.number())
        && least > greatest
    {
        faults.on(value, messages::reversed(key, &low.shown(), &high.shown()));
    }
    (faults.count() == before).then(|| Limit {
        kind,
        key: key.clone(),
        min,
        max,
        value: value.clone(),
    })
}

fn read_bound(kind: LimitKind, key: &Ident, bound: &Expr, faults: &mut Faults) -> Option<Bound> {
    let bound = peel_expr(bound);
    let read = match number(bound) {
        Number::Literal(read) => read,
        Number::TooLarge => {
            faults.on(bound, messages::number_too_large());
            return None;
        }
        Number::NotLiteral => Bound::Constant(bound.clone()),
        Number::OtherLiteral => {
            faults.on(bound, messages::bound_not_number(key));
            return None;
        }
    };
    let counts = kind != LimitKind::Range;
    let countable = match &read {
        Bound::Whole(whole, _) => u32::try_from(*whole).is_ok(),
        Bound::Fraction(..) => false,
        Bound::Constant(_) => true,
    };
    if counts && !countable {
        faults.on(bound, messages::bound_not_count(key));
        return None;
    }
    Some(read)
}

/// An expression read as a number.
#[derive(Debug)]
pub(crate) enum Number {
    /// A number as it is written.
    Literal(Bound),
    /// A literal beyond every field type.
    TooLarge,
    /// A literal that is no number.
    OtherLiteral,
    /// No literal at all.
    NotLiteral,
}

/// Reads a literal with or without sign.
pub(crate) fn number(expr: &Expr) -> Number {
    let (negative, literal) = match expr {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr: inner,
            ..
        }) => (true, peel_expr(inner)),
        other => (false, other),
    };
    let Expr::Lit(ExprLit { lit, .. }) = literal else {
        return Number::NotLiteral;
    };
    match lit {
        Lit::Int(int) => match int.base10_parse::<i128>() {
            Ok(_) if matches!(int.suffix(), "f32" | "f64") => {
                fraction(int.base10_digits(), negative, expr)
            }
            Ok(whole) => Number::Literal(Bound::Whole(
                if negative {
                    whole.saturating_neg()
                } else {
                    whole
                },
                expr.clone(),
            )),
            Err(_) => Number::TooLarge,
        },
        Lit::Float(float) => fraction(float.base10_digits(), negative, expr),
        _ => Number::OtherLiteral,
    }
}

fn fraction(digits: &str, negative: bool, expr: &Expr) -> Number {
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Number::Literal(Bound::Fraction(
            if negative { -value } else { value },
            expr.clone(),
        )),
        _ => Number::TooLarge,
    }
}

#[cfg(test)]
mod tests {
    use darling::FromMeta;

    use super::*;

    fn limit(kind: LimitKind, meta: syn::Meta) -> Result<Limit, Vec<String>> {
        let mut faults = Faults::default();
        let entry = Entry::from_meta(&meta).unwrap();
        read(kind, &entry, &mut faults).ok_or_else(|| faults.messages())
    }

    #[test]
    fn both_ends_and_half_open_ranges_are_read() {
        let both = limit(LimitKind::Range, syn::parse_quote!(range = -5..=1_000)).unwrap();
        assert_eq!(both.min.as_ref().and_then(Bound::number), Some(-5.0));
        assert_eq!(both.max.as_ref().and_then(Bound::number), Some(1000.0));
        assert!(
            limit(LimitKind::Items, syn::parse_quote!(items = 1..))
                .unwrap()
                .max
                .is_none()
        );
        assert!(
            limit(LimitKind::Length, syn::parse_quote!(length = ..=3))
                .unwrap()
                .min
                .is_none()
        );
        assert!(matches!(
            limit(LimitKind::Range, syn::parse_quote!(range = 1..=MAX))
                .unwrap()
                .max,
            Some(Bound::Constant(_))
        ));
    }

    #[test]
    fn what_is_no_usable_range_is_refused() {
        for (kind, meta, part) in [
            (
                LimitKind::Range,
                syn::parse_quote!(range = 5..=1),
                "starts at 5 and ends at 1",
            ),
            (
                LimitKind::Range,
                syn::parse_quote!(range = 0.5..=-0.5),
                "starts at 0.5 and ends at -0.5",
            ),
            (
                LimitKind::Range,
                syn::parse_quote!(range = 0..10),
                "includes both ends",
            ),
            (LimitKind::Range, syn::parse_quote!(range = ..), "no bound"),
            (
                LimitKind::Range,
                syn::parse_quote!(range = 3),
                "not a range",
            ),
            (
                LimitKind::Range,
                syn::parse_quote!(range = "a"..="b"),
                "no number",
            ),
            (
                LimitKind::Range,
                syn::parse_quote!(range = ..=1e999),
                "does not fit any",
            ),
            (
                LimitKind::Length,
                syn::parse_quote!(length = -1..),
                "no count",
            ),
            (
                LimitKind::Length,
                syn::parse_quote!(length = ..=1.5),
                "no count",
            ),
            (LimitKind::Items, syn::parse_quote!(items), "no value"),
        ] {
            let messages = limit(kind, meta).unwrap_err();
            assert!(
                messages.iter().any(|message| message.contains(part)),
                "{part}: {messages:?}"
            );
        }
    }
}
