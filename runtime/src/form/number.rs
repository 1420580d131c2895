//! Numbers by their exact decimal value, never through a float.

use std::cmp::Ordering;

use serde_json::Number;

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
        Some(Whole::Exact(small.into()))
    } else if let Some(large) = number.as_u64() {
        Some(Whole::Exact(large.into()))
    } else {
        parse(&number.to_string())
    }
}

/// Most decimal digits of an `i128`.
const MAX_DIGITS: i64 = 39;

fn parse(text: &str) -> Option<Whole> {
    let (negative, text) = text
        .strip_prefix('-')
        .map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = text
        .split_once(['e', 'E'])
        .map_or((text, 0), |(m, e)| (m, saturating(e)));
    let (integral, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

    let digits = || integral.bytes().chain(fraction.bytes());
    let total = integral.len() + fraction.len();
    let trailing = digits().rev().take_while(|&digit| digit == b'0').count();
    if trailing == total {
        return Some(Whole::Exact(0));
    }
    let scale = exponent
        .saturating_sub(length(fraction.len()))
        .saturating_add(length(trailing));
    // The last digit that is left is not zero: a negative scale puts it behind the point.
    let scale = u32::try_from(scale.min(MAX_DIGITS)).ok()?;
    let significant = || {
        digits()
            .take(total - trailing)
            .skip_while(|&digit| digit == b'0')
    };
    let out_of_range = if negative { Whole::Below } else { Whole::Above };
    if length(significant().count()) + i64::from(scale) > MAX_DIGITS {
        return Some(out_of_range);
    }
    let sign = if negative { -1 } else { 1 };
    let value = significant()
        .try_fold(0_i128, |value, digit| {
            value
                .checked_mul(10)?
                .checked_add(sign * i128::from(digit.wrapping_sub(b'0')))
        })
        .and_then(|value| value.checked_mul(10_i128.checked_pow(scale)?));
    Some(value.map_or(out_of_range, Whole::Exact))
}

fn length(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// An exponent, as far as `i64` goes: beyond that nothing changes any more.
fn saturating(exponent: &str) -> i64 {
    let (negative, digits) = exponent
        .strip_prefix('-')
        .map_or((false, exponent), |rest| (true, rest));
    let magnitude = digits
        .bytes()
        .filter(u8::is_ascii_digit)
        .fold(0_i64, |value, digit| {
            value
                .saturating_mul(10)
                .saturating_add(i64::from(digit - b'0'))
        });
    if negative { -magnitude } else { magnitude }
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

    fn exact(text: &str) -> Option<Whole> {
        parse(text)
    }

    #[test]
    fn integers_in_every_spelling() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("-0.0", 0),
            ("0e999999999999999999999", 0),
            ("3.0", 3),
            ("1e2", 100),
            ("1E+2", 100),
            ("1200e-2", 12),
            ("12.50e1", 125),
            ("0.001e3", 1),
            ("-9007199254740993", -9_007_199_254_740_993),
            ("18446744073709551616", 18_446_744_073_709_551_616),
            ("1.8446744073709551616e19", 18_446_744_073_709_551_616),
            ("170141183460469231731687303715884105727", i128::MAX),
            ("-170141183460469231731687303715884105728", i128::MIN),
        ] {
            assert_eq!(exact(text), Some(Whole::Exact(value)), "{text}");
        }
    }

    #[test]
    fn fractions_are_no_integers() {
        for text in [
            "2.5",
            "1e-1",
            "0.1",
            "-0.5",
            "1e-999999999999999999999",
            "12.5e0",
        ] {
            assert_eq!(exact(text), None, "{text}");
        }
    }

    #[test]
    fn beyond_i128() {
        for text in [
            "1e400",
            "1e99999999999999999999",
            "170141183460469231731687303715884105728",
            "1e39",
        ] {
            assert_eq!(exact(text), Some(Whole::Above), "{text}");
        }
        assert_eq!(exact("-1e400"), Some(Whole::Below));
        assert_eq!(
            exact("-170141183460469231731687303715884105729"),
            Some(Whole::Below)
        );
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
