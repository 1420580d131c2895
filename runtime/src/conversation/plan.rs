//! The plan of a handler as data.

mod rounds;

use std::fmt;

use self::rounds::Rounds;
use super::asked::QuestionKind;
use super::table::{AskedAs, Handler, Item, What};

pub(super) use self::rounds::{Declared, Kind};

/// What a handler asks, in which rounds, and what its confirmations cover: as its signature declares it.
///
/// `#[interactive]` gives every handler that declares something a function that makes one, `<handler>_plan()`. It is
/// made from the types themselves, so that a confirmation behind a type alias is one here too.
///
/// These are the rounds that there can be. A question with `when` or `until` may not be asked, and what comes after it then moves up; an
/// answer that is not valid is asked for again. What the body asks through `ask: &mut Ask` only the body knows.
///
/// Its `Display` is a numbered list, one round a line; [`Plan::mermaid`] draws it.
///
/// ```
/// use askback::{Confirmed, Form, interactive};
/// use rmcp::{tool, tool_router};
///
/// #[derive(Form)]
/// struct Reason { reason: String }
///
/// struct Admin;
///
/// #[tool_router]
/// impl Admin {
///     #[interactive]
///     #[tool]
///     async fn purge(
///         &self,
///         #[step(3)] rows: u64,
///         #[ask("Why do {rows} rows go?")] reason: Reason,
///         #[ask("Delete them?")] confirmed: Confirmed,
///     ) -> Result<String, askback::Error> {
///         drop((rows, confirmed));
///         Ok(reason.reason)
///     }
/// }
///
/// let plan = Admin::purge_plan();
/// assert_eq!(plan.rounds().len(), 2);
/// assert_eq!(plan.rounds()[1].questions()[0].covers(), ["reason"]);
/// assert_eq!(
///     plan.to_string(),
///     "1. runs `rows`, then asks `reason` (form)\n\
///      2. asks `confirmed` (confirmation; covers `reason`)"
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Plan {
    handler: &'static str,
    asks: bool,
    rounds: Vec<PlannedRound>,
    last: Vec<PlannedStep>,
    text: String,
    diagram: String,
    documented: &'static str,
}

/// One round of a [`Plan`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRound {
    steps: Vec<PlannedStep>,
    questions: Vec<PlannedQuestion>,
}

/// A step of a [`Plan`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedStep {
    key: &'static str,
    every_round: bool,
}

/// A question of a [`Plan`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedQuestion {
    key: &'static str,
    kind: QuestionKind,
    conditional: bool,
    until: bool,
    decides: bool,
    covers: Vec<&'static str>,
    does_not_cover: Vec<&'static str>,
}

impl Plan {
    /// `documented` is what the macro wrote into the handler's documentation.
    #[doc(hidden)]
    #[must_use]
    pub fn of(handler: &'static Handler, documented: &'static str) -> Self {
        let items = handler.plan;
        let declared = items.iter().map(Item::declared).collect();
        let rounds = Rounds::new(handler.name.to_owned(), handler.asks, declared);
        let item = |at: &usize| items.get(*at);
        let steps = |at: &[usize]| -> Vec<PlannedStep> {
            at.iter()
                .filter_map(item)
                .filter_map(PlannedStep::of)
                .collect()
        };
        let question = |at: &usize| {
            let item = item(at)?;
            let What::Question(asked) = item.what else {
                return None;
            };
            let AskedAs { kind, decides } = asked();
            let (covers, does_not_cover) = match kind {
                QuestionKind::Gate => rounds.covered(*at),
                QuestionKind::Form | QuestionKind::Url => (Vec::new(), Vec::new()),
            };
            let keys = |at: Vec<usize>| {
                let items = at.into_iter().filter_map(|at| items.get(at));
                items.map(|item| item.key).collect()
            };
            Some(PlannedQuestion {
                key: item.key,
                kind,
                conditional: item.when,
                until: item.until,
                decides,
                covers: keys(covers),
                does_not_cover: keys(does_not_cover),
            })
        };
        let planned = rounds.rounds.iter().map(|round| PlannedRound {
            steps: steps(&round.steps),
            questions: round.questions.iter().filter_map(question).collect(),
        });
        Self {
            handler: handler.name,
            asks: handler.asks,
            rounds: planned.collect(),
            last: steps(&rounds.last),
            text: rounds.list(),
            diagram: rounds.mermaid(),
            documented,
        }
    }

    /// The handler's name, as the function has it.
    #[must_use]
    pub fn handler(&self) -> &'static str {
        self.handler
    }

    /// The rounds, in order. Empty when only steps are declared.
    #[must_use]
    pub fn rounds(&self) -> &[PlannedRound] {
        &self.rounds
    }

    /// What runs when every question has been answered, right before the body.
    #[must_use]
    pub fn last_steps(&self) -> &[PlannedStep] {
        &self.last
    }

    /// Whether the body takes `ask: &mut Ask` and may ask more. No confirmation of the plan covers that.
    #[must_use]
    pub fn may_ask_more(&self) -> bool {
        self.asks
    }

    /// A sequence diagram of Mermaid: the text between the fences.
    #[must_use]
    pub fn mermaid(&self) -> &str {
        &self.diagram
    }

    /// What the handler's own documentation says, which goes by the spelling of types.
    #[doc(hidden)]
    #[must_use]
    pub fn documented(&self) -> &'static str {
        self.documented
    }
}

/// The rounds as a numbered list, without a line feed at its end.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PlannedRound {
    /// What runs before the round goes out and after the one before it was answered.
    #[must_use]
    pub fn steps(&self) -> &[PlannedStep] {
        &self.steps
    }

    /// What is asked, at least one question and at most 16.
    #[must_use]
    pub fn questions(&self) -> &[PlannedQuestion] {
        &self.questions
    }
}

impl PlannedStep {
    fn of(item: &Item) -> Option<Self> {
        let What::Step(is_unit) = item.what else {
            return None;
        };
        Some(Self {
            key: item.key,
            every_round: is_unit(),
        })
    }

    /// Its key; `precondition.` and a number for one without a name.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Whether it is a precondition of type `()`, which runs in every round from here on. Any other step runs once.
    #[must_use]
    pub fn runs_in_every_round(&self) -> bool {
        self.every_round
    }
}

impl PlannedQuestion {
    /// Its key: what it is called in `inputRequests`.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What it asks for.
    #[must_use]
    pub fn kind(&self) -> QuestionKind {
        self.kind
    }

    /// Whether it is asked only on a condition (`when`).
    #[must_use]
    pub fn is_conditional(&self) -> bool {
        self.conditional
    }

    /// Whether it is a visit with `until`: not asked when what it is for is finished already.
    #[must_use]
    pub fn is_until_finished(&self) -> bool {
        self.until
    }

    /// Whether the handler decides what a decline means (`Answer<_>`), and not the end of the call.
    #[must_use]
    pub fn may_be_declined(&self) -> bool {
        self.decides
    }

    /// The questions whose answers this confirmation covers, by key: those above it. Empty where it is none.
    ///
    /// An accept counts only while these answers are the same.
    #[must_use]
    pub fn covers(&self) -> &[&'static str] {
        &self.covers
    }

    /// The questions whose answers this confirmation does not cover, by key: those below it. Empty where it is none.
    #[must_use]
    pub fn does_not_cover(&self) -> &[&'static str] {
        &self.does_not_cover
    }
}
