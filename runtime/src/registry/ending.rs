//! Why a call that stopped has failed, as the host is told (design: "Verified resume", failure codes).

use super::failure::{Failure, FailureCode};
use super::refused::Refused;
use crate::conversation::Stop;
use crate::error::Error;
use crate::form::FieldErrors;
use crate::question::{Mode, Modes, escape_value};

/// One text for every continuation that does not open: the cause is nobody's business but the log's.
const INVALID_CONTINUATION: &str = "there is no such question open for this call and this caller, or not any more; if the operation may have run, \
     look its outcome up under the application's own key";

/// The operation's own error, or what the runtime made of it.
pub(super) fn own(error: Error) -> Failure {
    match error.downcast_ref::<Refused>() {
        Some(Refused::Arguments(text)) => Failure::new(FailureCode::InvalidArguments, text),
        Some(Refused::Outcome(text)) => Failure::new(FailureCode::InvalidOutcome, text),
        None => Failure::own(error),
    }
}

pub(super) fn panicked() -> Failure {
    let text = "the operation panicked; whether it had done something by then is not known, so look before calling again";
    Failure::new(FailureCode::Failed, text)
}

pub(super) fn no_such_operation(name: &str) -> Failure {
    let text = format!("there is no operation `{}`", escape_value(name));
    Failure::new(FailureCode::Unsupported, text)
}

pub(super) fn invalid_continuation() -> Failure {
    Failure::new(FailureCode::InvalidContinuation, INVALID_CONTINUATION)
}

pub(super) fn invalid_answer(text: impl Into<String>) -> Failure {
    Failure::new(FailureCode::InvalidAnswer, text)
}

/// An answer that was not even looked at: the question is as it was.
pub(super) fn not_read(text: impl Into<String>) -> Failure {
    invalid_answer(text).open()
}

/// What no registry can ask.
pub(super) fn not_askable(key: &str) -> Failure {
    let text = format!("the question `{key}` cannot be asked by a registry, only over MCP");
    Failure::new(FailureCode::Unsupported, text)
}

/// An operation that returned something while a pause was on.
pub(super) fn swallowed(stop: &Stop) -> Failure {
    let (keys, cause) = (stop.keys().join(", "), stop.cause());
    tracing::error!(%keys, %cause, "an operation swallowed a pause: pass every error of `ask` on with `?`");
    let text = "swallowed_pause: the operation did not pass on that a question is open; its result was discarded";
    Failure::new(FailureCode::InvalidOutcome, text)
}

/// What happened, and what to do. Never a value.
pub(super) fn failure(stop: Stop, guidance: Option<&str>) -> Failure {
    use FailureCode as Code;
    match stop {
        Stop::Declined { key, by_itself } => {
            let mark = match by_itself {
                true => {
                    "; the answer came within 2 seconds, so the host seems to have answered by itself"
                }
                false => "",
            };
            let text =
                format!("the person declined the question `{key}`, so the call ended there{mark}");
            Failure::new(Code::Declined, text).of_question(key)
        }
        Stop::Cancelled { key } => {
            let text = format!(
                "the person closed the question `{key}` without an answer, so the call ended there"
            );
            Failure::new(Code::Cancelled, text).of_question(key)
        }
        Stop::Unfinished { key } => {
            let text = format!(
                "the person agreed to the visit `{key}`, but what it is for is not finished yet; calling again continues"
            );
            Failure::new(Code::Failed, text).of_question(key)
        }
        Stop::GateClosed { key, seconds } => {
            let text = format!(
                "the confirmation `{key}` was declined three times within ten minutes; it is not asked again for {seconds} \
                 seconds"
            );
            Failure::new(Code::Declined, text).of_question(key)
        }
        Stop::GateUnguarded { key, why } => {
            let text = format!("the confirmation `{key}` stays closed: {why}");
            Failure::new(Code::Failed, text).of_question(key)
        }
        Stop::Rejected { key, errors } => {
            let text = format!(
                "the answer does not fit the question `{key}`, which can be answered again"
            );
            invalid_answer(text)
                .open()
                .with_errors(errors)
                .of_question(key)
        }
        Stop::Invalid(questions) => too_many(questions),
        Stop::Unsupported { modes, methods } => unsupported(modes, &methods, guidance),
        Stop::InteractionLimit { rounds } => Failure::new(
            Code::InteractionLimit,
            format!("the operation has asked {rounds} times, and may ask no more in one call"),
        ),
        Stop::Busy => Failure::new(
            Code::Busy,
            "the call is being answered already, or there is no room for it; try again later",
        ),
        Stop::Conflict => Failure::new(
            Code::Conflict,
            "this question was answered before, otherwise; call anew to be asked anew",
        ),
        Stop::AlreadyRan => Failure::new(
            Code::AlreadyRan,
            "this answer was accepted before, and whether the operation finished is not known here; look its outcome up, \
             under its idempotency key or the application's own, before calling anew",
        ),
        Stop::Unaskable { key, why } => {
            // A key that is none may be anything.
            let key = escape_value(&key);
            let text = format!("the question `{key}` was not asked: {why}");
            tracing::error!(%key, "an operation asked what must not be asked");
            Failure::new(Code::InvalidOutcome, text).of_question(key)
        }
        Stop::NeedsLedger { name, key } => {
            tracing::error!(%name, %key, "an operation needs a ledger");
            let text = format!(
                "`{name}` has `{key}`, which a sealed continuation cannot promise: give the registry a ledger with \
                 `Askback::builder().ledger(…)`"
            );
            Failure::new(Code::Unsupported, text)
        }
        Stop::Misuse(misuse) => {
            tracing::error!(%misuse, "an operation is not written as it has to be");
            Failure::new(Code::InvalidOutcome, misuse)
        }
        Stop::StateTooLarge => Failure::new(
            Code::Unsupported,
            "the answers so far are too long for a sealed continuation of 16384 characters; a ledger keeps more: \
             `Askback::builder().ledger(…)`",
        ),
        Stop::BadState => invalid_continuation(),
        Stop::BadResponses(what) => not_read(what),
        Stop::RequestCancelled => Failure::new(Code::Failed, "the call was cancelled"),
        Stop::LegFailed { key, why } => {
            let text = format!("the question `{key}` got no answer: {why}");
            Failure::new(Code::Internal, text).of_question(key)
        }
        Stop::AsksInRecovery => Failure::new(
            Code::InvalidOutcome,
            "the operation asked for something, or had a step to compute, while the outcome of an accepted answer was looked up; it \
             may only finish then",
        ),
        Stop::Unavailable(cause) => {
            tracing::error!(%cause, "the ledger cannot be reached");
            Failure::new(
                Code::Internal,
                "what is pending cannot be reached now; try again later",
            )
        }
        Stop::Internal(cause) => {
            tracing::error!(%cause, "a call could not be carried on");
            Failure::new(
                Code::Internal,
                "the call could not be carried on; the log says why",
            )
        }
        Stop::Asked(_) => Failure::new(Code::Internal, "the question could not be handed out"),
    }
}

fn too_many(questions: Vec<(String, FieldErrors)>) -> Failure {
    let text = "there were too many invalid answers, and the question is closed; call anew to be asked anew";
    match questions.into_iter().next() {
        Some((key, errors)) => invalid_answer(text).with_errors(errors).of_question(key),
        None => invalid_answer(text),
    }
}

fn unsupported(modes: Modes, methods: &[String], guidance: Option<&str>) -> Failure {
    let elsewhere = modes
        .iter()
        .filter(|mode| !matches!(mode, Mode::Form | Mode::Url));
    if let Some(method) = methods.first() {
        let text = format!(
            "a registry cannot ask `{}`, only MCP can",
            escape_value(method)
        );
        return Failure::new(FailureCode::Unsupported, text);
    }
    if elsewhere.count() > 0 {
        let text = "a registry asks for forms and visits only; sampling and roots go over MCP";
        return Failure::new(FailureCode::Unsupported, text);
    }
    let wanted = modes.iter().map(|mode| match mode {
        Mode::Url => "to visit a URL",
        _ => "to fill in a form",
    });
    let wanted = wanted.collect::<Vec<_>>().join(" and ");
    let instead = guidance.unwrap_or("Send them to the application's own interface.");
    let text = format!(
        "the operation has to ask the person {wanted}, which this host did not say it can (`.modes(…)`). {instead}"
    );
    Failure::new(FailureCode::ConfirmationRequired, text)
}
