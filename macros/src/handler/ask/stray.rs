//! Keys that stand among the values of a message: misspelt, or without their `=`.

use syn::{Expr, Ident};

use super::ASK;
use crate::{
    entry::{peel_expr, text_literal},
    handler::message::{self, Shows},
    messages,
};

/// How many values a literal message shows; `None` where that cannot be told.
pub(super) fn shown(message: Option<&Expr>) -> Option<usize> {
    let literal = text_literal(message?)?;
    let placeholders = message::placeholders(&literal.value());
    let shows = |shows: &Shows| placeholders.iter().filter(|it| it.shows == *shows).count();
    (shows(&Shows::Position) == 0).then(|| shows(&Shows::Next))
}

/// What a value was most likely meant for: where to point, and what to say.
pub(super) fn meant(value: &Expr) -> Option<(Ident, String)> {
    let (key, called) = match peel_expr(value) {
        Expr::Call(call) => (name(&call.func)?, true),
        other => (name(other)?, false),
    };
    let written = key.to_string();
    let message = match ASK.keys.contains(&written.as_str()) {
        true if written == "choices" || written == "default" => {
            messages::interactive::no_fields(&key)
        }
        true if called => messages::parenthesised(&written),
        true => messages::needs_value(&key),
        // A variable may be called like what others call a key.
        false => {
            ASK.nearest(&written)
                .filter(|(_, remedy)| called || remedy.is_none())?;
            ASK.refusal(&written)
        }
    };
    Some((key, message))
}

fn name(expr: &Expr) -> Option<Ident> {
    match peel_expr(expr) {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    }
}
