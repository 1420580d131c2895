//! Events that look random, and mostly fit.

use std::time::Duration;

use askback::ledger::{Attempt, BindingHash, Body, Claim, Lifetime, Start, TokenHash, Transition};

use crate::chain::{Chain, lifetime};

/// A small generator of numbers that look random (Marsaglia's xorshift), the same for the same seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    pub(crate) fn byte(&mut self, sides: u8) -> u8 {
        u8::try_from(self.roll(sides.into())).unwrap()
    }

    pub(crate) fn body(&mut self) -> Body {
        let most = if self.one_in(15) { 2_000 } else { 150 };
        let bytes = usize::try_from(self.roll(most)).unwrap();
        Body::from(vec![self.byte(255); bytes])
    }

    /// Of all orders of magnitude.
    pub(crate) fn ttl(&mut self) -> Option<u64> {
        let most = 1 << self.roll(19);
        self.one_in(4).then(|| self.roll(most))
    }

    pub(crate) fn one_in(&mut self, many: u64) -> bool {
        self.roll(many) == 0
    }

    /// Mostly the chain's own owner.
    pub(crate) fn chain(&mut self) -> Chain {
        let number = u16::from(self.byte(5));
        let owner = match self.one_in(20) {
            true => 7,
            false => number % 2,
        };
        Chain::new(owner, number)
    }

    pub(crate) fn start(&mut self, chain: Chain) -> Start {
        let mut start = chain.starting(200 + self.roll(1_000));
        start.attempt = Attempt::from_bytes([self.byte(2); 16]);
        start.lifetime = lifetime(chain.0.chain.as_bytes()[1] % 3);
        start.terms.prompts = 2 + u16::from(self.byte(2));
        start.terms.attempts = 2;
        if self.one_in(3) {
            start.terms.ttl = self.roll(200_000);
        }
        start
    }

    /// A claim, mostly of the last prompt, and by the same answer.
    pub(crate) fn claim(&mut self, chain: Chain, known: &Known) -> Claim {
        let round = match self.one_in(4) {
            true => 1 + self.byte(3),
            false => known.round,
        };
        let answer = u8::from(self.one_in(8));
        let mut claim = chain.claiming(round, answer, self.byte(3));
        claim.lifetime = match self.one_in(30) {
            true => lifetime(9),
            false => known.lifetime,
        };
        if self.one_in(30) {
            claim.binding = BindingHash::from_bytes([8; 32]);
        }
        claim
    }

    /// A write, mostly one that fits.
    pub(crate) fn transition(&mut self, known: &Known) -> Transition {
        let many = match known.phase {
            _ if self.one_in(9) => &[0, 1, 2, 3, 4, 5, 6, 7][..],
            Phase::Asks if self.one_in(8) => &[0, 5, 7],
            Phase::Asks => &[1],
            Phase::Claims => &[2, 2, 2, 2, 2, 2, 3, 4, 4, 0],
            Phase::Starts | Phase::Waits => &[0, 1, 2, 7],
            Phase::Runs => &[0, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 6, 7],
        };
        let at = usize::try_from(self.roll(many.len() as u64)).unwrap();
        match many[at] {
            0 => Transition::Renew,
            1 => Transition::Prompt {
                token: TokenHash::from_bytes([known.round + u8::from(!self.one_in(9)); 32]),
                ttl: self.ttl(),
                state: self.body(),
                shown: self.body(),
            },
            2 => Transition::Accept {
                state: self.body(),
                reserve: self.roll(1_800),
            },
            3 => Transition::Release,
            4 => Transition::Reject,
            5 => Transition::Finish,
            6 => Transition::Decline { state: self.body() },
            _ => Transition::Fail,
        }
    }

    pub(crate) fn pass(&mut self) -> Duration {
        const STEPS: [u64; 10] = [0, 0, 1, 1, 100, 100, 1_000, 9_999, 30_000, 120_000];
        let step = match self.one_in(6) {
            true => STEPS[usize::from(self.byte(10))],
            false => 0,
        };
        Duration::from_millis(step / (1 + self.roll(3)))
    }
}

/// What whoever drives a chain knows of it.
pub(crate) struct Known {
    pub(crate) lifetime: Lifetime,
    pub(crate) fence: u64,
    /// The last prompt.
    pub(crate) round: u8,
    pub(crate) phase: Phase,
}

#[derive(Clone, Copy)]
pub(crate) enum Phase {
    Starts,
    Asks,
    Waits,
    Claims,
    Runs,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            lifetime: lifetime(1),
            fence: 1,
            round: 0,
            phase: Phase::Starts,
        }
    }
}
