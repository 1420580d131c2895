//! The machine by itself.

mod random;
mod rows;
mod rules;

use super::super::record::State;
use super::super::*;
use super::{At, claim, settle, start, write};

pub(super) const NOW: u64 = 1_000_000;
pub(super) const RESERVE: u64 = 1_000;

/// Makes a chain in some state.
pub(super) type Make = fn() -> Bench;

/// One chain, its time, and all the room there is.
pub(super) struct Bench {
    pub(super) record: Option<Record>,
    pub(super) now: u64,
    pub(super) ended: bool,
    pub(super) limits: Limits,
    pub(super) terms: Terms,
    pub(super) usage: Usage,
    pub(super) asked: Vec<Need>,
}

struct Room<'a>(Usage, Limits, &'a mut Vec<Need>);

impl Admission for Room<'_> {
    fn admit(&mut self, need: Need) -> Result<(), Full> {
        self.2.push(need);
        self.0.admit(&self.1, need)
    }
}

pub(super) fn key() -> ChainKey {
    ChainKey {
        owner: Owner::from_bytes([1; 32]),
        chain: ChainName::from_bytes([2; 32]),
    }
}

pub(super) fn body(bytes: usize) -> Body {
    Body::from(vec![7; bytes])
}

pub(super) fn token(prompt: u8) -> TokenHash {
    TokenHash::from_bytes([prompt; 32])
}

pub(super) fn attempt(attempt: u8) -> Attempt {
    Attempt::from_bytes([attempt; 16])
}

/// The answer `answer` to the prompt `prompt`.
pub(super) fn claiming(prompt: u8, answer: u8, by: u8) -> Claim {
    Claim {
        key: key(),
        lifetime: Lifetime::from_bytes([3; 32]),
        binding: BindingHash::from_bytes([4; 32]),
        token: token(prompt),
        answer: AnswerHash::from_bytes([answer; 32]),
        attempt: attempt(by),
    }
}

/// The prompt `prompt`, of 100 bytes of state and 50 that are shown.
pub(super) fn prompt(prompt: u8) -> Transition {
    Transition::Prompt {
        token: token(prompt),
        ttl: None,
        state: body(100),
        shown: body(50),
    }
}

pub(super) fn accept() -> Transition {
    Transition::Accept {
        state: body(200),
        reserve: RESERVE,
    }
}

pub(super) fn decline() -> Transition {
    Transition::Decline { state: body(10) }
}

impl Bench {
    pub(super) fn new() -> Self {
        Self {
            record: None,
            now: NOW,
            ended: false,
            limits: Limits::default(),
            terms: Terms::default(),
            usage: Usage::default(),
            asked: Vec::new(),
        }
    }

    /// A chain whose handler runs and has asked nothing.
    pub(super) fn reserved() -> Self {
        let mut bench = Self::new();
        assert!(matches!(bench.start(1), Started::Granted(_)));
        bench
    }

    /// A chain with `prompts` prompts, all but the last answered by an answer of the same number.
    pub(super) fn open(prompts: u8) -> Self {
        let mut bench = Self::reserved();
        for number in 1..=prompts {
            bench.wrote(prompt(number));
            if number < prompts {
                bench.claimed(number);
                bench.wrote(accept());
            }
        }
        bench
    }

    pub(super) fn in_claimed(prompts: u8) -> Self {
        let mut bench = Self::open(prompts);
        bench.claimed(prompts);
        bench
    }

    pub(super) fn running(prompts: u8) -> Self {
        let mut bench = Self::in_claimed(prompts);
        bench.wrote(accept());
        bench
    }

    /// A chain in Recovering, by attempt 9.
    pub(super) fn recovering() -> Self {
        let mut bench = Self::running(1);
        bench.wrote(Transition::Finish);
        let verdict = bench.claim(&claiming(1, 1, 9));
        assert!(matches!(verdict, Verdict::Recovering { .. }));
        bench
    }

    pub(super) fn at(&self) -> At<'_> {
        At {
            now: self.now,
            ended: self.ended,
            limits: &self.limits,
        }
    }

    pub(super) fn start(&mut self, by: u8) -> Started {
        let event = Start {
            key: key(),
            lifetime: Lifetime::from_bytes([3; 32]),
            binding: BindingHash::from_bytes([4; 32]),
            attempt: attempt(by),
            terms: self.terms,
            reserve: RESERVE,
        };
        let mut asked = Vec::new();
        let room = &mut Room(self.usage, self.limits, &mut asked);
        let step = start(self.record.clone(), &event, self.at(), room);
        self.asked = asked;
        self.record = step.record;
        step.reply
    }

    pub(super) fn claim(&mut self, event: &Claim) -> Verdict {
        let step = claim(self.record.clone(), event, self.at());
        self.record = step.record;
        step.reply
    }

    pub(super) fn claimed(&mut self, prompt: u8) {
        let verdict = self.claim(&claiming(prompt, prompt, prompt));
        assert!(matches!(verdict, Verdict::Claimed { .. }), "{verdict:?}");
    }

    pub(super) fn write(&mut self, fence: u64, transition: Transition) -> Written {
        let event = Write {
            key: key(),
            fence,
            transition,
        };
        let mut asked = Vec::new();
        let room = &mut Room(self.usage, self.limits, &mut asked);
        let step = write(self.record.clone(), &event, self.at(), room);
        self.asked = asked;
        self.record = step.record;
        step.reply
    }

    /// A write with the current fence.
    pub(super) fn wrote(&mut self, transition: Transition) -> Written {
        let written = self.write(self.fence(), transition);
        assert_ne!(written, Written::Lost);
        written
    }

    pub(super) fn fence(&self) -> u64 {
        self.record.as_ref().map_or(0, |record| record.fence)
    }

    pub(super) fn charge(&self) -> u64 {
        self.record.as_ref().map_or(0, Record::charge)
    }

    /// What time has made of the chain by now.
    pub(super) fn state(&self) -> &'static str {
        let settled = self.record.clone();
        let Some(record) = settled.and_then(|record| settle(record, self.at())) else {
            return "gone";
        };
        match record.state {
            State::Reserved(_) => "Reserved",
            State::Open => "Open",
            State::Claimed(..) => "Claimed",
            State::Running(_) => "Running",
            State::Done => "Done",
            State::Recover => "Recover",
            State::Recovering(_) => "Recovering",
            State::Closed(_) => "Closed",
        }
    }

    /// Lets the lease end that holds now.
    pub(super) fn lease_ends(&mut self) {
        self.now += self.limits.lease;
    }
}
