//! A question that says nowhere what it asks for: one error that tells what to write.
//!
//! Where nothing else says the type of `ask.confirm(…).await?`, the compiler takes it for `!` (edition 2024). So `!` stands
//! for an answer here, under a condition that never holds, which is then the error. No such question can be asked.
//!
//! It is not a form, since the compiler would not get as far as the condition; `FormAnswer` says what to write itself.

use super::asked::{Asked, Gate, QuestionKind, Receipt};
use super::keys::Visit;

/// What a function returns.
pub trait Returns {
    /// Its type.
    type Value;
}

impl<T> Returns for fn() -> T {
    type Value = T;
}

/// `!`, which has no name yet.
type Unsaid = <fn() -> ! as Returns>::Value;

/// Holds for nothing.
#[diagnostic::on_unimplemented(
    message = "nothing says what this question asks for",
    label = "the type of the answer is not known",
    note = "say it: `let sure: Confirmed = ask.confirm(…).await?`, or `let visited: Consent = ask.url(…).await?`; where the person may decline, `Answer<Confirmed>` or `Answer<Consent>`"
)]
pub trait Said {}

#[diagnostic::do_not_recommend]
impl Asked<'_> for Unsaid {
    const KIND: QuestionKind = QuestionKind::Form;

    fn receive(_: Receipt<'_, '_>) -> Option<Self> {
        None
    }
}

// The binder is what makes the compiler take a condition that it could refuse at once.
impl Gate for Unsaid where for<'a> &'a Unsaid: Said {}
impl Visit for Unsaid where for<'a> &'a Unsaid: Said {}
