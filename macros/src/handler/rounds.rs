//! From what a handler declares to the rounds of its conversation: in words, and as a diagram.
//!
//! Both crates have this one file, the runtime through a link. The macro writes the handler's documentation with it, by the
//! spelling of the types; the runtime makes the plan with it, by the types themselves.

use std::fmt::Write as _;

/// The most questions of one round.
const ROUND_LIMIT: usize = 16;

/// A step or a question, in the order of the signature.
#[derive(Debug, Clone)]
pub(crate) struct Declared {
    pub(crate) key: String,
    pub(crate) kind: Kind,
    /// Asked only on a condition.
    pub(crate) when: bool,
    /// Not asked when what the visit is for is finished already.
    pub(crate) until: bool,
    /// The handler decides what a decline means.
    pub(crate) decides: bool,
    /// The items above that it mentions, by index.
    pub(crate) mentions: Vec<usize>,
}

/// What is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Runs in every round.
    Precondition,
    /// Runs once.
    Step,
    Form,
    Gate,
    Url,
}

impl Kind {
    fn is_question(self) -> bool {
        matches!(self, Self::Form | Self::Gate | Self::Url)
    }
}

/// One round: what runs before it goes out, and what it asks; items by index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) steps: Vec<usize>,
    pub(crate) questions: Vec<usize>,
}

/// A handler's rounds.
#[derive(Debug, Clone)]
pub(crate) struct Rounds {
    handler: String,
    /// Whether its body may ask more.
    asks: bool,
    items: Vec<Declared>,
    pub(crate) rounds: Vec<Round>,
    /// Steps that run when everything is answered.
    pub(crate) last: Vec<usize>,
}

impl Rounds {
    /// Questions go out in order. A mention of an answer ends the round that asks for it; a gate travels alone.
    pub(crate) fn new(handler: String, asks: bool, items: Vec<Declared>) -> Self {
        let mut rounds = Vec::new();
        let mut open = Round::default();
        for (at, item) in items.iter().enumerate() {
            let gate = item.kind == Kind::Gate;
            let waits = item
                .mentions
                .iter()
                .any(|mention| open.questions.contains(mention));
            if (gate || waits) && !open.questions.is_empty() {
                end(&mut rounds, &mut open);
            }
            if item.kind.is_question() {
                open.questions.push(at);
            } else {
                open.steps.push(at);
            }
            if gate {
                end(&mut rounds, &mut open);
            }
        }
        if !open.questions.is_empty() {
            end(&mut rounds, &mut open);
        }
        Self {
            handler,
            asks,
            items,
            rounds,
            last: open.steps,
        }
    }

    /// The questions whose answers a gate covers, and those that it does not.
    pub(crate) fn covered(&self, gate: usize) -> (Vec<usize>, Vec<usize>) {
        let asked = self.rounds.iter().flat_map(|round| &round.questions);
        asked
            .copied()
            .filter(|at| *at != gate)
            .partition(|at| *at < gate)
    }

    /// The rounds as a numbered list in Markdown, one line each.
    pub(crate) fn list(&self) -> String {
        let mut lines: Vec<String> = self.rounds.iter().map(|round| self.line(round)).collect();
        if self.asks || !self.last.is_empty() {
            let runs = self.runs(&self.last);
            let body = match self.asks {
                true => "the handler, which may ask more; no confirmation above covers that",
                false => "the handler",
            };
            lines.push(format!("{runs}{body}"));
        }
        let lines = lines
            .iter()
            .enumerate()
            .map(|(at, line)| format!("{}. {line}", at.saturating_add(1)));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn line(&self, round: &Round) -> String {
        let asked = round.questions.iter().filter_map(|at| {
            let item = self.items.get(*at)?;
            Some(format!("`{}` ({})", item.key, self.described(*at, item)))
        });
        let asked = asked.collect::<Vec<_>>().join(", ");
        format!("{}asks {asked}", self.runs(&round.steps))
    }

    /// `runs … , then `, or nothing.
    fn runs(&self, steps: &[usize]) -> String {
        let steps = steps.iter().filter_map(|at| self.items.get(*at));
        let steps: Vec<String> = steps.map(|step| ran(step, "`")).collect();
        match steps.as_slice() {
            [] => String::new(),
            steps => format!("{}, then ", steps.join(", ")),
        }
    }

    fn described(&self, at: usize, item: &Declared) -> String {
        let mut text = kind(item).to_owned();
        if let Some(condition) = condition(item) {
            let _ = write!(text, ", {condition}");
        }
        if item.decides {
            text.push_str(", may be declined");
        }
        if item.kind == Kind::Gate {
            let (covered, left) = self.covered(at);
            if !covered.is_empty() {
                let _ = write!(text, "; covers {}", self.keys(&covered));
            }
            if !left.is_empty() {
                let _ = write!(text, "; does not cover {}", self.keys(&left));
            }
        }
        text
    }

    fn keys(&self, at: &[usize]) -> String {
        let items = at.iter().filter_map(|at| self.items.get(*at));
        let keys: Vec<String> = items.map(|item| format!("`{}`", item.key)).collect();
        keys.join(", ")
    }

    /// The rounds as a sequence diagram of Mermaid, as the modern era has them.
    pub(crate) fn mermaid(&self) -> String {
        let mut lines = vec![
            "sequenceDiagram".to_owned(),
            "    actor person as Person".to_owned(),
            "    participant client as Client".to_owned(),
            "    participant server as Server".to_owned(),
            format!("    client->>server: {}", plain(&self.handler)),
        ];
        for round in &self.rounds {
            self.note(&round.steps, &mut lines);
            self.leg(round, &mut lines);
        }
        self.note(&self.last, &mut lines);
        let more = if self.asks { ", and may ask more" } else { "" };
        let runs = format!("{} runs{more}", plain(&self.handler));
        lines.push(format!("    Note over server: {runs}"));
        lines.push("    server-->>client: result".to_owned());
        lines.join("\n")
    }

    fn note(&self, steps: &[usize], lines: &mut Vec<String>) {
        let steps = steps.iter().filter_map(|at| self.items.get(*at));
        lines.extend(steps.map(|step| format!("    Note over server: {}", ran(step, ""))));
    }

    fn leg(&self, round: &Round, lines: &mut Vec<String>) {
        let asked = round.questions.iter().filter_map(|at| self.items.get(*at));
        let asked: Vec<&Declared> = asked.collect();
        // A round that is all conditions may not be there at all.
        let conditions: Vec<&str> = asked.iter().filter_map(|item| condition(item)).collect();
        let whole = conditions.len() == asked.len();
        let indent = if whole { "        " } else { "    " };
        if let (true, Some(condition)) = (whole, conditions.first()) {
            lines.push(format!("    opt {condition}"));
        }
        lines.push(format!("{indent}server-->>client: input_required"));
        for item in &asked {
            let may = if item.decides {
                ", may be declined"
            } else {
                ""
            };
            let question = format!(
                "client->>person: {} ({}{may})",
                plain(&item.key),
                kind(item)
            );
            if let (Some(condition), false) = (condition(item), whole && asked.len() == 1) {
                lines.push(format!("{indent}opt {condition}"));
                lines.push(format!("{indent}    {question}"));
                lines.push(format!("{indent}end"));
            } else {
                lines.push(format!("{indent}{question}"));
            }
        }
        lines.push(format!("{indent}person-->>client: answers"));
        lines.push(format!(
            "{indent}client->>server: {}, with the answers",
            plain(&self.handler)
        ));
        if whole {
            lines.push("    end".to_owned());
        }
    }
}

/// Ends the open round; what does not fit into one goes out with the next.
fn end(rounds: &mut Vec<Round>, open: &mut Round) {
    let Round { steps, questions } = std::mem::take(open);
    let mut steps = Some(steps);
    for questions in questions.chunks(ROUND_LIMIT) {
        rounds.push(Round {
            steps: steps.take().unwrap_or_default(),
            questions: questions.to_vec(),
        });
    }
}

/// When it is asked, if not always.
fn condition(item: &Declared) -> Option<&'static str> {
    match (item.when, item.until) {
        (true, false) => Some("on a condition"),
        (false, true) => Some("unless it is finished"),
        (true, true) => Some("on a condition and unless it is finished"),
        (false, false) => None,
    }
}

fn kind(item: &Declared) -> &'static str {
    match item.kind {
        Kind::Gate => "confirmation",
        Kind::Url => "URL",
        Kind::Form | Kind::Step | Kind::Precondition => "form",
    }
}

fn ran(step: &Declared, quote: &str) -> String {
    // A precondition without a name has a key that no parameter can have.
    let name = match step.key.contains('.') {
        true => "a precondition".to_owned(),
        false => format!("{quote}{}{quote}", plain(&step.key)),
    };
    match step.kind {
        Kind::Precondition => format!("checks {name} (in every round)"),
        _ => format!("runs {name}"),
    }
}

/// A name in a diagram: whatever is more than a name there goes by its number.
fn plain(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        match letter {
            '_' | '.' => text.push(letter),
            letter if letter.is_alphanumeric() => text.push(letter),
            other => {
                let _ = write!(text, "#{};", u32::from(other));
            }
        }
    }
    text
}
