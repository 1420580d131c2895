//! The gate of a handler, so far as it can be asked by hand: outside of its plan, with borrowed values.

mod lend;

use syn::{
    Expr, GenericArgument, Ident, Pat, PathArguments, Type,
    ext::IdentExt,
    visit_mut::{self, VisitMut},
};

use self::lend::Lend;
use crate::handler::{
    check::is_named,
    mentions,
    model::{Handler, Item, Parameter, Question, Role, Spelled, What, Words},
};

/// A gate to ask by hand.
#[derive(Debug)]
pub(crate) struct ByHand<'a> {
    pub(crate) item: &'a Item,
    /// The `Confirmed` in the type of its parameter.
    pub(crate) confirmed: Type,
    /// What it says and binds, with borrowed values.
    pub(crate) question: Question,
    /// The parameters that it mentions, as they are borrowed.
    pub(crate) lent: Vec<Lent<'a>>,
    pub(crate) mentions_self: bool,
    /// Whether everything that it mentions is an argument of the request, so that it can be made again from these.
    pub(crate) of_arguments: bool,
}

/// A parameter that is borrowed.
#[derive(Debug)]
pub(crate) struct Lent<'a> {
    pub(crate) ty: &'a Type,
    /// What it binds.
    pub(crate) pat: Pat,
}

/// The gate, if the handler has exactly one by spelling, and its attribute can be evaluated elsewhere: without `.await` and
/// `?`, and without macros that cannot be looked into.
pub(crate) fn of(handler: &Handler) -> Option<ByHand<'_>> {
    let mut gates = handler.items.iter().filter_map(|item| match &item.what {
        What::Question(question) if question.spelled == Spelled::Confirmed => {
            Some((item, question.as_ref()))
        }
        _ => None,
    });
    let ((item, question), None) = (gates.next()?, gates.next()) else {
        return None;
    };
    let confirmed = confirmed(&item.ty)?.clone();
    let names = mentioned(question);
    let is_mentioned = |name: &Ident| names.iter().any(|mentioned| name.unraw() == *mentioned);
    let mut lent = Vec::new();
    let mentions_self = names.iter().any(|name| name == "self");
    let mut of_arguments = !mentions_self;
    let mut borrowed = Vec::new();
    for parameter in &handler.parameters {
        let mut own = Names::default();
        let mut pat = parameter.pat.clone();
        own.visit_pat_mut(&mut pat);
        if !own.bound.iter().any(is_mentioned) {
            continue;
        }
        if own.unfit || matches!(parameter.role, Role::Ask | Role::State) {
            return None;
        }
        of_arguments &= is_arguments(parameter);
        borrowed.extend(own.bound);
        lent.push(Lent {
            ty: &parameter.ty,
            pat,
        });
    }
    let question = Lend::new(&borrowed).question(question)?;
    Some(ByHand {
        item,
        confirmed,
        question,
        mentions_self,
        // rmcp takes the arguments out once.
        of_arguments: of_arguments && lent.len() < 2,
        lent,
    })
}

/// The `Confirmed` of a type, through `Option` and `Answer`.
fn confirmed(ty: &Type) -> Option<&Type> {
    let path = match ty {
        Type::Group(group) => return confirmed(&group.elem),
        Type::Paren(paren) => return confirmed(&paren.elem),
        Type::Path(path) => &path.path,
        _ => return None,
    };
    let last = path.segments.last()?;
    if last.ident == "Confirmed" {
        return Some(ty);
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => confirmed(inner),
        _ => None,
    }
}

/// What a gate says and binds. When it is asked is the plan's affair.
fn expressions(question: &Question) -> impl Iterator<Item = &Expr> {
    let words: Box<dyn Iterator<Item = &Expr>> = match &question.words {
        Words::Literal { positional, .. } => Box::new(positional.iter()),
        Words::Expression(expr) => Box::new(std::iter::once(expr)),
    };
    let keys = [&question.typed, &question.label].into_iter().flatten();
    words
        .chain(keys.map(|(_, value)| value))
        .chain(&question.covers)
}

/// The names that it mentions, `self` among them.
fn mentioned(question: &Question) -> Vec<String> {
    let inline = match &question.words {
        Words::Literal { inline, .. } => inline.as_slice(),
        Words::Expression(_) => &[],
    };
    let inline = inline.iter().map(|name| name.unraw().to_string());
    expressions(question)
        .flat_map(mentions::of)
        .map(|mention| mention.name)
        .chain(inline)
        .collect()
}

/// Whether these are the arguments of the request, by the last segment, as rmcp itself decides.
fn is_arguments(parameter: &Parameter) -> bool {
    is_named(&parameter.ty, "Parameters")
}

/// The variables of a pattern, which is made to bind by reference.
#[derive(Default)]
struct Names {
    bound: Vec<Ident>,
    /// It has a part that does not go with that.
    unfit: bool,
}

impl VisitMut for Names {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        match pat {
            Pat::Ident(ident) => {
                ident.by_ref = None;
                ident.mutability = None;
                self.bound.push(ident.ident.clone());
            }
            Pat::Reference(_) | Pat::Macro(_) => self.unfit = true,
            _ => {}
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}

#[cfg(test)]
mod tests;
