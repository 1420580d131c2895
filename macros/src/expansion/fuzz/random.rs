//! Numbers that look random, the same ones for the same seed.

/// SplitMix64.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 when there is none.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap().max(1);
        usize::try_from(self.next() % end).unwrap()
    }

    /// One of them.
    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        all.get(self.below(all.len())).unwrap()
    }

    /// One of some words.
    pub(super) fn one(&mut self, words: &[&'static str]) -> &'static str {
        let at = self.below(words.len());
        words.get(at).copied().unwrap()
    }
}
