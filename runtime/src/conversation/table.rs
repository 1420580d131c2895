//! What the macros know of a handler: its keys, and what it declares.

use super::asked::QuestionKind;
use super::plan::{Declared, Kind};

/// One interactive handler, as its attribute describes it.
#[derive(Debug)]
pub struct Handler {
    /// The function's name.
    pub name: &'static str,
    /// `ttl`, in seconds.
    pub ttl: Option<u64>,
    /// `rounds`.
    pub rounds: Option<u32>,
    /// `guidance`: where else the person can do this.
    pub guidance: Option<&'static str>,
    /// `unsealed`: one round of forms, without state.
    pub unsealed: bool,
    /// `once`: the body runs at most once for its answers, which needs a ledger.
    pub once: bool,
    /// Whether it has `recover`, or is to be run in a recovery itself.
    pub recovers: bool,
    /// Whether all of it is the author's own: no macro says where its body begins, so that an answer counts before it runs.
    pub by_hand: bool,
    /// Whether a gate may be `plain`: the tool is read-only or not destructive.
    pub plain: bool,
    /// Whether it takes `ask: &mut Ask`.
    pub asks: bool,
    /// The items of the signature, in order.
    pub plan: &'static [Item],
}

/// One declared step or question.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// Its key, the parameter's name.
    pub key: &'static str,
    /// What it is.
    pub what: What,
    /// Whether it has `when`.
    pub when: bool,
    /// Whether it has `until`.
    pub until: bool,
    /// The items above that it mentions, by index.
    pub mentions: &'static [usize],
}

/// What an item of a plan is. The rest its type says.
#[derive(Debug, Clone, Copy)]
pub enum What {
    /// A step; whether its type is `()`.
    Step(fn() -> bool),
    /// A question.
    Question(fn() -> AskedAs),
}

/// What a question's type says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedAs {
    /// What it asks for.
    pub kind: QuestionKind,
    /// Whether the handler decides what a decline means.
    pub decides: bool,
}

impl Item {
    /// Whether the call cannot get past this without a confirmation.
    pub(super) fn is_terminal_gate(&self) -> bool {
        let What::Question(asked) = self.what else {
            return false;
        };
        let AskedAs { kind, decides } = asked();
        kind == QuestionKind::Gate && !decides && !self.when
    }

    pub(super) fn declared(&self) -> Declared {
        let (kind, decides) = match self.what {
            What::Step(is_unit) if is_unit() => (Kind::Precondition, false),
            What::Step(_) => (Kind::Step, false),
            What::Question(asked) => {
                let AskedAs { kind, decides } = asked();
                let kind = match kind {
                    QuestionKind::Form => Kind::Form,
                    QuestionKind::Gate => Kind::Gate,
                    QuestionKind::Url => Kind::Url,
                };
                (kind, decides)
            }
        };
        Declared {
            key: self.key.to_owned(),
            kind,
            when: self.when,
            until: self.until,
            decides,
            mentions: self.mentions.to_vec(),
        }
    }
}
