//! What is compared runs round by round in one process, so that a busy machine slows all of it alike, and what is told is the
//! median over the rounds.

use std::fmt;

/// What came out, round by round.
#[derive(Debug, Clone)]
pub(crate) struct Rounds(Vec<f64>);

impl Rounds {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn add(&mut self, value: f64) {
        self.0.push(value);
    }

    #[allow(dead_code, reason = "not every bench needs it")]
    pub(crate) fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        Self(self.0.iter().map(|value| change(*value)).collect())
    }

    /// Each round's value by the same round's of `other`.
    pub(crate) fn by(&self, other: &Self) -> Self {
        let pairs = self.0.iter().zip(&other.0);
        Self(pairs.map(|(value, other)| value / other).collect())
    }

    /// Each round's value without the same round's of `other`.
    #[allow(dead_code, reason = "not every bench needs it")]
    pub(crate) fn over(&self, other: &Self) -> Self {
        let pairs = self.0.iter().zip(&other.0);
        Self(pairs.map(|(value, other)| value - other).collect())
    }

    /// The value that this share of the rounds is below.
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let at = (last as f64 * share).round() as usize;
        sorted.get(at).copied().unwrap_or(f64::NAN)
    }
}

/// The median, and the quartiles in parentheses; as many decimals as the format says.
impl fmt::Display for Rounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(2);
        let [low, median, high] = [0.25, 0.5, 0.75].map(|share| self.quantile(share));
        write!(f, "{median:.places$} ({low:.places$} to {high:.places$})")
    }
}
