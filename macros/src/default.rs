//! `default = …`: a literal, whose value the macro knows, or an expression, which the compiler types.

use syn::{Expr, ExprArray, ExprLit, Lit};

use crate::{
    entry::{Entry, peel_expr},
    faults::Faults,
    limit::{Bound, Limit, LimitKind, Number, number},
    messages,
};

/// What is written.
#[derive(Debug, Clone)]
pub(crate) enum Preset {
    Whole(i128),
    Fraction(f64),
    Text(String),
    Boolean(bool),
    /// A list of text literals: several options of a choice.
    Texts(Vec<String>),
    /// Anything else.
    Expression,
}

/// A default with the expression that it stands in.
#[derive(Debug, Clone)]
pub(crate) struct Default {
    pub(crate) preset: Preset,
    pub(crate) value: Expr,
}

/// Reads `default = …` and compares a literal with the limits that stand beside it.
pub(crate) fn read(entry: &Entry, limit: Option<&Limit>, faults: &mut Faults) -> Option<Default> {
    let value = entry.value(faults)?;
    let preset = preset(value, faults)?;
    let before = faults.count();
    if let Some(limit) = limit {
        compare(&preset, value, limit, faults);
    }
    (faults.count() == before).then(|| Default {
        preset,
        value: value.clone(),
    })
}

fn preset(value: &Expr, faults: &mut Faults) -> Option<Preset> {
    match number(value) {
        Number::Literal(Bound::Whole(whole, _)) => return Some(Preset::Whole(whole)),
        Number::Literal(Bound::Fraction(fraction, _)) => return Some(Preset::Fraction(fraction)),
        Number::TooLarge => {
            faults.on(value, messages::number_too_large());
            return None;
        }
        Number::Literal(Bound::Constant(_)) | Number::NotLiteral | Number::OtherLiteral => {}
    }
    match value {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(text) => Some(Preset::Text(text.value())),
            Lit::Char(letter) => Some(Preset::Text(letter.value().to_string())),
            Lit::Bool(truth) => Some(Preset::Boolean(truth.value)),
            _ => {
                faults.on(value, messages::default_literal());
                None
            }
        },
        Expr::Array(array) => Some(texts(array).map_or(Preset::Expression, Preset::Texts)),
        _ => Some(Preset::Expression),
    }
}

fn texts(array: &ExprArray) -> Option<Vec<String>> {
    array
        .elems
        .iter()
        .map(|item| match peel_expr(item) {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        })
        .collect()
}

fn compare(preset: &Preset, value: &Expr, limit: &Limit, faults: &mut Faults) {
    let (measured, kind) = match preset {
        Preset::Whole(whole) => (*whole as f64, LimitKind::Range),
        Preset::Fraction(fraction) => (*fraction, LimitKind::Range),
        Preset::Text(text) => (text.chars().count() as f64, LimitKind::Length),
        Preset::Texts(texts) => (texts.len() as f64, LimitKind::Items),
        Preset::Boolean(_) | Preset::Expression => return,
    };
    let below = limit
        .min
        .as_ref()
        .and_then(Bound::number)
        .is_some_and(|min| measured < min);
    let above = limit
        .max
        .as_ref()
        .and_then(Bound::number)
        .is_some_and(|max| measured > max);
    if kind != limit.kind || !(below || above) {
        return;
    }
    let (min, max) = (
        limit.min.as_ref().map(Bound::shown),
        limit.max.as_ref().map(Bound::shown),
    );
    let message = match preset {
        Preset::Text(text) => {
            messages::default_length(text.chars().count(), min.as_deref(), max.as_deref())
        }
        Preset::Texts(texts) => messages::default_outside(
            &format!("of {} items", texts.len()),
            min.as_deref(),
            max.as_deref(),
            &limit.key,
        ),
        _ => {
            let shown = Bound::Constant(value.clone()).shown();
            messages::default_outside(&shown, min.as_deref(), max.as_deref(), &limit.key)
        }
    };
    faults.on(value, message);
}
