//! Numbers by their exact decimal value.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;

use serde_json::Number;

/// The exact value of a JSON number.
///
/// Each value has one representation, so that `==` compares values. Memory is bounded by the number's own text, however
/// large its exponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decimal {
    /// A whole number that fits; the common case, made without looking at any text.
    Integer(i128),
    /// `±digits × 10^exponent`; the digits neither start nor end with a zero, and there is at least one.
    Scaled {
        negative: bool,
        digits: String,
        exponent: i64,
    },
    /// An exponent beyond 64 bits; the text as it was spelled. Two spellings of one such value count as different, which
    /// refuses and never confuses.
    Beyond {
        negative: bool,
        huge: bool,
        text: String,
    },
}

impl Decimal {
    /// The value of `number`.
    pub(crate) fn of(number: &Number) -> Self {
        if let Some(small) = number.as_i64() {
            return Self::Integer(small.into());
        }
        if let Some(large) = number.as_u64() {
            return Self::Integer(large.into());
        }
        // A double is written by `serde_json` with the fewest digits that give it back.
        Self::parse(&number.to_string())
    }

    /// The value of a number in JSON's grammar (RFC 8259, section 6). What is outside the grammar gives some value, and
    /// no panic.
    pub(crate) fn parse(text: &str) -> Self {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], &unsigned[at + 1..]),
            None => (unsigned, "0"),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [whole, fraction].concat();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Self::Beyond {
                negative,
                huge: false,
                text: text.to_owned(),
            };
        }
        let digits = digits.trim_start_matches('0');
        let significant = digits.trim_end_matches('0');
        if significant.is_empty() {
            return Self::Integer(0);
        }
        let shift = i64::try_from(digits.len() - significant.len())
            .ok()
            .zip(i64::try_from(fraction.len()).ok())
            .map(|(zeros, fraction)| zeros - fraction);
        let scaled = exponent
            .parse::<i64>()
            .ok()
            .zip(shift)
            .and_then(|(exponent, shift)| exponent.checked_add(shift))
            // The position of the point has to fit as well.
            .filter(|exponent| {
                exponent
                    .checked_add_unsigned(significant.len() as u64)
                    .is_some()
            });
        let Some(exponent) = scaled else {
            return Self::Beyond {
                negative,
                huge: !exponent.starts_with('-'),
                text: text.replace('E', "e").replace("e+", "e"),
            };
        };
        match integer(negative, significant, exponent) {
            Some(value) => Self::Integer(value),
            None => Self::Scaled {
                negative,
                digits: significant.to_owned(),
                exponent,
            },
        }
    }

    /// Whether the value is whole; `3.0` and `1e2` are.
    pub(crate) fn is_integer(&self) -> bool {
        match self {
            Self::Integer(_) => true,
            Self::Scaled { exponent, .. } => *exponent >= 0,
            Self::Beyond { huge, .. } => *huge,
        }
    }

    /// The canonical text: ECMAScript's form of a number (as in RFC 8785, section 3.2.2.3), with all the digits.
    pub(crate) fn canonical_text(&self) -> Cow<'_, str> {
        let (negative, digits, exponent) = match self {
            Self::Beyond { text, .. } => return Cow::Borrowed(text),
            // Up to 21 digits are written out; that is every 64-bit integer.
            Self::Integer(value) if value.unsigned_abs() < 10_u128.pow(21) => {
                return Cow::Owned(value.to_string());
            }
            Self::Integer(value) => {
                let all = value.unsigned_abs().to_string();
                let digits = all.trim_end_matches('0').to_owned();
                let exponent = (all.len() - digits.len()) as i64;
                (*value < 0, Cow::Owned(digits), exponent)
            }
            Self::Scaled {
                negative,
                digits,
                exponent,
            } => (*negative, Cow::Borrowed(digits.as_str()), *exponent),
        };
        let count = digits.len() as i64;
        let point = exponent.saturating_add(count);
        let mut text = String::from(if negative { "-" } else { "" });
        if (1..=21).contains(&point) {
            match digits.split_at_checked(point as usize) {
                Some((whole, "")) => text.push_str(whole),
                Some((whole, fraction)) => {
                    let _ = write!(text, "{whole}.{fraction}");
                }
                None => {
                    text.push_str(&digits);
                    text.extend(std::iter::repeat_n('0', (point - count) as usize));
                }
            }
        } else if (-5..=0).contains(&point) {
            text.push_str("0.");
            text.extend(std::iter::repeat_n('0', point.unsigned_abs() as usize));
            text.push_str(&digits);
        } else {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let _ = write!(text, "{first}{dot}{rest}e{:+}", point - 1);
        }
        Cow::Owned(text)
    }

    /// Sign (-1, 0, 1), position of the decimal point, digits.
    fn magnitude(&self) -> (i8, i128, Cow<'_, str>) {
        let sign = |negative: bool| if negative { -1 } else { 1 };
        match self {
            Self::Integer(0) => (0, 0, Cow::Borrowed("")),
            Self::Integer(value) => {
                let digits = value.unsigned_abs().to_string();
                (sign(*value < 0), digits.len() as i128, Cow::Owned(digits))
            }
            Self::Scaled {
                negative,
                digits,
                exponent,
            } => (
                sign(*negative),
                i128::from(*exponent) + digits.len() as i128,
                Cow::Borrowed(digits),
            ),
            Self::Beyond {
                negative,
                huge,
                text,
            } => {
                let point = if *huge { i128::MAX } else { i128::MIN };
                (sign(*negative), point, Cow::Borrowed(text))
            }
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Self::Integer(one), Self::Integer(other)) = (self, other) {
            return one.cmp(other);
        }
        let (sign, point, digits) = self.magnitude();
        let (other_sign, other_point, other_digits) = other.magnitude();
        let by_magnitude = || {
            point.cmp(&other_point).then_with(|| {
                digits
                    .trim_end_matches('0')
                    .cmp(other_digits.trim_end_matches('0'))
            })
        };
        sign.cmp(&other_sign).then_with(|| match sign {
            0 => Ordering::Equal,
            1 => by_magnitude(),
            _ => by_magnitude().reverse(),
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `±digits × 10^exponent` as an integer, if it is one and fits.
fn integer(negative: bool, digits: &str, exponent: i64) -> Option<i128> {
    let power = 10_i128.checked_pow(u32::try_from(exponent).ok()?)?;
    let value = digits.parse::<i128>().ok()?.checked_mul(power)?;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests;
