//! What the macros know of a handler: its keys, and its plan as data.

use super::asked::QuestionKind;

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
    /// Whether a gate may be `plain`: the tool is read-only or not destructive.
    pub plain: bool,
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
    /// The keys of the items above that it mentions.
    pub mentions: &'static [&'static str],
}

/// What an item of a plan is.
#[derive(Debug, Clone, Copy)]
pub enum What {
    /// A value computed once.
    Step,
    /// A step of type `()`, which runs in every round.
    Precondition,
    /// A question. What kind of question its type says.
    Question(fn() -> QuestionKind),
}
