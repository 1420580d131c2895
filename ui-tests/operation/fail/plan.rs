//! Questions and steps are checked as everywhere: mentions, keys, messages, types.

use askback::{Ask, Confirmed, Consent, Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db;

struct NoForm;

// Case: a later answer; the key twice; what asks, in an expression.
#[operation]
async fn mentions(
    db: &Db,
    #[step(later.reason.len() + usize::from(ask.supports(askback::Mode::Form)))] length: usize,
    #[ask("Why?")] later: Details,
    #[ask("Again?")] _later: Details,
    ask: &mut Ask,
) -> Result<usize, askback::Error> {
    let _ = (db, later, _later, ask);
    Ok(length)
}

// Case: keys of `#[ask]`.
#[operation]
async fn asks(
    #[ask("Password?")] secret: Details,
    #[ask("Why?", lable = "x")] details: Details,
    #[ask("Go?")] consent: Consent,
    #[ask("Go?", typed = "")] confirmed: Confirmed,
    #[ask("Maybe?")] maybe: Option<Details>,
    #[step] nothing: u8,
) -> Result<u8, askback::Error> {
    let _ = (secret, details, consent, confirmed, maybe);
    Ok(nothing)
}

// Case: a type that is no form, and one that no step keeps.
#[operation]
async fn types(#[ask("What?")] what: NoForm, #[step(NoForm)] step: NoForm) -> Result<u8, askback::Error> {
    let _ = (what, step);
    Ok(1)
}

// Case: what is borrowed is not moved.
#[operation]
async fn moves(name: String, #[step(drop(name))] _: (), #[ask("{name}?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason + &name)
}

fn main() {}
