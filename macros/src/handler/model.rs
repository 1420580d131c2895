//! What a handler is once everything is in order. Holds valid combinations only.

use proc_macro2::Group;
use syn::{
    Attribute, Expr, ExprPath, Generics, Ident, LitStr, Pat, Path, Receiver, Type, Visibility,
};

/// A handler to expand.
#[derive(Debug)]
pub(crate) struct Handler {
    pub(crate) runtime: Path,
    /// What it is called in plans, and in what is said about it.
    pub(crate) name: String,
    pub(crate) function: Function,
    pub(crate) settings: Settings,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) items: Vec<Item>,
    /// Names bound by parameters that an expression or a message mentions.
    pub(crate) mentioned: Vec<Ident>,
}

impl Handler {
    /// Whether it takes `ask: &mut Ask`.
    pub(crate) fn asks(&self) -> bool {
        let roles = self.parameters.iter().map(|parameter| parameter.role);
        roles.into_iter().any(|role| role == Role::Ask)
    }
}

/// The function, without its parameters.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) attributes: Attributes,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// What `self` is, if it is anything.
    pub(crate) receiver: Option<Receiver>,
    pub(crate) output: Type,
    pub(crate) body: Group,
}

/// The attributes of the function, by what becomes of them.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    /// Lint levels: for the author's body too.
    pub(crate) lints: Vec<Attribute>,
    /// `#[cfg(…)]`: for everything that is generated.
    pub(crate) cfgs: Vec<Attribute>,
    /// Doc comments.
    pub(crate) docs: Vec<Attribute>,
    pub(crate) others: Vec<Attribute>,
}

/// The keys of the handler's attribute, and what else says something about its conversation.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) ttl: Option<u64>,
    pub(crate) rounds: Option<u32>,
    pub(crate) once: bool,
    /// The function that looks up what became of a call.
    pub(crate) recover: Option<ExprPath>,
    pub(crate) guidance: Option<String>,
    pub(crate) unsealed: bool,
    /// Whether it is said to be read-only or not destructive.
    pub(crate) plain: bool,
}

/// A parameter of the author's function.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    pub(crate) role: Role,
}

/// Where a parameter's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The outer function gives it; `planned`: once more for the expressions that mention what it binds.
    Given { planned: bool },
    /// `ask: &mut Ask`.
    Ask,
    /// `#[state] state: &mut S`.
    State,
    /// The item with this index.
    Item(usize),
}
/// A step or a question.
#[derive(Debug)]
pub(crate) struct Item {
    /// The variable; none for `_`.
    pub(crate) name: Option<Ident>,
    pub(crate) ty: Type,
    pub(crate) key: String,
    /// Earlier items that it mentions, by index, ascending.
    pub(crate) mentions: Vec<usize>,
    pub(crate) what: What,
}

/// What an item is.
#[derive(Debug)]
pub(crate) enum What {
    /// Runs in every round.
    Precondition(Expr),
    /// Runs once.
    Step(Expr),
    Question(Box<Question>),
}

/// A question.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) words: Words,
    /// What its type is by spelling, for the docs alone.
    pub(crate) spelled: Spelled,
    pub(crate) when: Option<Expr>,
    pub(crate) url: Option<(Ident, Link)>,
    pub(crate) typed: Option<(Ident, Expr)>,
    pub(crate) plain: Option<Ident>,
    pub(crate) label: Option<(Ident, Expr)>,
    pub(crate) covers: Vec<Expr>,
    pub(crate) choices: Vec<Given>,
    pub(crate) defaults: Vec<Given>,
    pub(crate) verify: Option<Verify>,
}

impl Question {
    /// Whether it is not asked when what the visit is for is finished already.
    pub(crate) fn is_until(&self) -> bool {
        matches!(self.verify, Some(Verify::Until(..)))
    }
}

/// What has to be seen to before an answer counts.
#[derive(Debug)]
pub(crate) enum Verify {
    /// `check = expr`.
    Check(Ident, Expr),
    /// `until = expr`, and `wait` in seconds.
    Until(Ident, Expr, Option<u64>),
}

/// `field = value`.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) field: Ident,
    pub(crate) value: Expr,
}

/// What a question says.
#[derive(Debug, Clone)]
pub(crate) enum Words {
    Literal {
        literal: LitStr,
        /// Parameters that it names inline.
        inline: Vec<Ident>,
        /// Other names that can be taken to be constants.
        constants: Vec<Ident>,
        positional: Vec<Expr>,
    },
    Expression(Expr),
}

/// A URL.
#[derive(Debug)]
pub(crate) enum Link {
    /// As `format!` takes it: `{ask.ticket}`, which the runtime fills in, is escaped.
    Literal {
        literal: LitStr,
        names: Vec<Ident>,
    },
    Expression(Expr),
}

/// What a type looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelled {
    Confirmed,
    Consent,
    Other,
}
