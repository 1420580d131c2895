//! Numbers by their exact decimal value, never through a float.

use std::cmp::Ordering;

use serde_json::Number;

use crate::canonical::decimal::Decimal;

/// A number without a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    /// Its value.
    Exact(i128),
    /// Less than an `i128` can hold.
    Below,
    /// More than an `i128` can hold.
    Above,
}

impl Whole {
    /// Compared with a bound.
    pub(crate) fn cmp(self, bound: i128) -> Ordering {
        match self {
            Self::Exact(value) => value.cmp(&bound),
            Self::Below => Ordering::Less,
            Self::Above => Ordering::Greater,
        }
    }
}

/// The number as an integer in the sense of JSON Schema (2020-12 validation, 6.1.1: `3.0`, `1e2` and `-0` are integers);
/// `None` when it has a fraction. Works from the decimal text, so that `arbitrary_precision` changes nothing.
#[inline]
pub(crate) fn whole(number: &Number) -> Option<Whole> {
    if let Some(small) = number.as_i64() {
        return Some(Whole::Exact(small.into()));
    }
    let decimal = Decimal::of(number);
    if !decimal.is_integer() {
        return None;
    }
    Some(match decimal {
        Decimal::Integer(value) => Whole::Exact(value),
        Decimal::Scaled { negative: true, .. } | Decimal::Beyond { negative: true, .. } => {
            Whole::Below
        }
        Decimal::Scaled { .. } | Decimal::Beyond { .. } => Whole::Above,
    })
}

/// Greatest magnitude up to which every integer is a float.
const EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

/// The number, whose nearest float is `float`, compared with a bound; exactly, also where floats skip integers.
#[inline]
pub(crate) fn compare(number: &Number, float: f64, bound: f64) -> Ordering {
    if float.abs() < EXACT_FLOAT {
        return order(float, bound);
    }
    match whole(number) {
        Some(Whole::Exact(value)) => compare_exact(value, bound),
        _ => order(float, bound),
    }
}

/// Both are finite or infinite, never NaN; −0 equals 0.
fn order(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

fn compare_exact(value: i128, bound: f64) -> Ordering {
    const LIMIT: f64 = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;
    if bound >= LIMIT {
        return Ordering::Less;
    }
    if bound < -LIMIT {
        return Ordering::Greater;
    }
    value
        .cmp(&(bound.trunc() as i128))
        .then_with(|| order(0.0, bound.fract()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Whole> {
        whole(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn integers_in_every_spelling() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("-0.0", 0),
            ("3.0", 3),
            ("1e2", 100),
            ("1E+2", 100),
            ("1200e-2", 12),
            ("-9007199254740993", -9_007_199_254_740_993),
            ("18446744073709551615", 18_446_744_073_709_551_615),
            ("1e38", 10_i128.pow(38)),
        ] {
            assert_eq!(read(text), Some(Whole::Exact(value)), "{text}");
        }
        assert_eq!(read("1e300"), Some(Whole::Above));
        assert_eq!(read("-1e300"), Some(Whole::Below));
    }

    #[test]
    fn fractions_are_no_integers() {
        for text in ["2.5", "1e-1", "-0.5", "1e-300", "12.5e0"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn integers_against_float_bounds() {
        let number = |text: &str| -> Number { serde_json::from_str(text).unwrap() };
        let against = |text: &str, bound| {
            let number = number(text);
            let float = number.as_f64().unwrap();
            compare(&number, float, bound)
        };
        assert_eq!(
            against("9007199254740993", 9_007_199_254_740_992.0),
            Ordering::Greater
        );
        assert_eq!(
            against("-9007199254740993", -9_007_199_254_740_992.0),
            Ordering::Less
        );
        assert_eq!(against("9007199254740993", 1e300), Ordering::Less);
        assert_eq!(against("9007199254740993", -1e300), Ordering::Greater);
        assert_eq!(against("9007199254740993", f64::INFINITY), Ordering::Less);
        assert_eq!(against("1e300", 1e300), Ordering::Equal);
        assert_eq!(against("0.5", 0.5), Ordering::Equal);
        assert_eq!(against("-0.0", 0.0), Ordering::Equal);
        assert_eq!(against("0", -0.0), Ordering::Equal);
    }
}
