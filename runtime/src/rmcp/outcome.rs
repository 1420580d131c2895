//! How a call that stopped looks on the wire (design: "Rounds").

use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode};
use serde_json::{Map, Value, json};

use super::era;
use crate::conversation::{LegFailure, Stop};
use crate::form::FieldErrors;
use crate::question::{Mode, Modes, escape_value};

pub(super) const DECLINED: ErrorCode = ErrorCode(-31_001);
pub(super) const CANCELLED: ErrorCode = ErrorCode(-31_002);
const BUSY: ErrorCode = ErrorCode(-31_003);
const CONFLICT: ErrorCode = ErrorCode(-31_004);
const INTERACTION_LIMIT: ErrorCode = ErrorCode(-31_005);
const ALREADY_RAN: ErrorCode = ErrorCode(-31_006);

/// One text for every state that does not open: the cause is nobody's business but the log's.
const BAD_STATE: &str = "Invalid or expired request state";
const RETRY_AFTER_MS: u64 = 1_000;

/// The end of a tool call. What the model should read is a result; what it could do nothing about is an error.
pub(super) fn tool(stop: Stop, guidance: Option<&str>) -> Result<CallToolResult, ErrorData> {
    let text = match &stop {
        Stop::Declined { .. }
        | Stop::Cancelled { .. }
        | Stop::Unfinished { .. }
        | Stop::GateClosed { .. }
        | Stop::GateUnguarded { .. }
        | Stop::LegFailed { .. }
        | Stop::Unaskable { .. } => describe(&stop),
        _ => return Err(error(stop, guidance)),
    };
    Ok(CallToolResult::error(vec![ContentBlock::text(text)]))
}

/// A tool's own result; a block of text at its end says which confirmations the client seems to have given by itself.
/// Structured content stays as it is, since it has a schema.
pub(super) fn marked(mut response: CallToolResponse, by_itself: &[String]) -> CallToolResponse {
    if let (CallToolResponse::Complete(result), false) = (&mut response, by_itself.is_empty()) {
        let keys = by_itself.iter().map(|key| format!("`{key}`"));
        let keys = keys.collect::<Vec<_>>().join(", ");
        let were = if by_itself.len() == 1 { "was" } else { "were" };
        let text = format!(
            "Note: {keys} {were} accepted within 1 second of being asked: the client seems to have answered by itself."
        );
        result.content.push(ContentBlock::text(text));
    }
    response
}

/// The end of any other call.
pub(super) fn error(stop: Stop, guidance: Option<&str>) -> ErrorData {
    let text = describe(&stop);
    match stop {
        Stop::Declined { .. } | Stop::GateClosed { .. } => ErrorData::new(DECLINED, text, None),
        Stop::Cancelled { .. } => ErrorData::new(CANCELLED, text, None),
        Stop::Busy | Stop::Unavailable(_) => {
            ErrorData::new(BUSY, text, Some(json!({ "retryAfterMs": RETRY_AFTER_MS })))
        }
        Stop::Conflict => ErrorData::new(CONFLICT, text, None),
        Stop::InteractionLimit { .. } => ErrorData::new(INTERACTION_LIMIT, text, None),
        Stop::AlreadyRan => ErrorData::new(ALREADY_RAN, text, None),
        Stop::Invalid(questions) => ErrorData::invalid_params(text, Some(invalid_data(&questions))),
        Stop::Rejected { key, errors } => {
            ErrorData::invalid_params(text, Some(invalid_data(&[(key, errors)])))
        }
        // As with invalid answers: one question was asked as often as it may be.
        Stop::Unfinished { .. } => {
            ErrorData::invalid_params(text, Some(json!({ "reason": "unfinished" })))
        }
        Stop::Unsupported { modes, .. } => {
            let text = guidance.map_or(text.clone(), |guidance| format!("{text} {guidance}"));
            let data = json!({ "requiredCapabilities": era::required(modes) });
            ErrorData::new(
                ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
                text,
                Some(data),
            )
        }
        Stop::BadState | Stop::BadResponses(_) | Stop::StateTooLarge | Stop::Unaskable { .. } => {
            ErrorData::invalid_params(text, None)
        }
        Stop::RequestCancelled => ErrorData::invalid_request(text, None),
        Stop::Asked(_)
        | Stop::AsksInRecovery
        | Stop::NeedsLedger { .. }
        | Stop::Misuse(_)
        | Stop::Internal(_)
        | Stop::GateUnguarded { .. }
        | Stop::LegFailed { .. } => ErrorData::internal_error(text, None),
    }
}

/// A handler that returned something while a pause was on.
pub(super) fn swallowed(stop: &Stop) -> ErrorData {
    let (keys, cause) = (stop.keys().join(", "), stop.cause());
    tracing::error!(%keys, %cause, "a handler swallowed a pause: pass every error of `ask` on with `?`");
    ErrorData::internal_error(
        "swallowed_pause: the handler did not pass on that a question is open; its result was discarded",
        Some(json!({ "reason": "swallowed_pause" })),
    )
}

/// What happened, and what to do. Never a value.
fn describe(stop: &Stop) -> String {
    match stop {
        Stop::Declined { key, by_itself } => {
            let mark = match by_itself {
                true => " The answer came within 2 seconds: the client seems to have answered by itself.",
                false => "",
            };
            format!(
                "The person declined the question `{key}`, so the call ended there. Do not call again by yourself: the \
                 person has said no.{mark}"
            )
        }
        Stop::Cancelled { key } => format!(
            "The person closed the question `{key}` without an answer, so the call ended there. Do not call again by \
             yourself: ask the person first."
        ),
        Stop::Unfinished { key } => format!(
            "The person agreed to the visit `{key}`, but what it is for is not finished yet, so the call ended there. \
             Calling again continues: once it is finished the person is not asked for it any more."
        ),
        Stop::GateClosed { key, seconds } => format!(
            "The question `{key}` was declined three times within ten minutes; it is not asked again for {seconds} seconds. \
             Do not call again by yourself: ask the person what they want instead."
        ),
        Stop::GateUnguarded { key, why } => format!("The confirmation `{key}` stays closed: {why}."),
        Stop::LegFailed { key, why: LegFailure::NoBackChannel } => {
            format!("The question `{key}` was not asked: {}. The call ended there.", LegFailure::NoBackChannel)
        }
        Stop::LegFailed { key, why } => format!("The question `{key}` got no answer: {why}. The call ended there."),
        // A key that is none may be anything.
        Stop::Unaskable { key, why } => format!("The question `{}` was not asked: {why}.", escape_value(key)),
        Stop::Busy => "busy: this call is being answered already, or too much is under way; send the same request again later"
            .to_owned(),
        Stop::Unavailable(cause) => {
            tracing::error!(%cause, "the ledger is not to be had");
            "busy: what was answered cannot be looked up or kept at the moment; send the same request again later".to_owned()
        }
        Stop::AsksInRecovery => {
            "invalid_outcome: what became of an earlier call is to be found out, and the handler asked for something instead"
                .to_owned()
        }
        Stop::Rejected { key, .. } => {
            format!("invalid_answer: the answer to `{key}` does not fit; see `data.errors`, and answer again")
        }
        Stop::Conflict => {
            "conflict: this question was answered before, otherwise; call again without requestState to be asked anew".to_owned()
        }
        Stop::InteractionLimit { rounds } => format!("interaction_limit: more than {rounds} rounds of questions in one call"),
        Stop::AlreadyRan => "already_ran: this confirmation was used before; whether the call finished is not known here, \
                             so look it up before calling again without requestState"
            .to_owned(),
        Stop::Invalid(questions) if questions.is_empty() => {
            "invalid_answer: too many invalid answers; call again without requestState to be asked anew".to_owned()
        }
        Stop::Invalid(questions) => {
            let keys = questions.iter().map(|(key, _)| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            format!("invalid_answer: too many invalid answers to {keys}; see `data.errors`")
        }
        Stop::Unsupported { modes, methods } => unsupported(*modes, methods),
        Stop::BadState => BAD_STATE.to_owned(),
        Stop::BadResponses(what) => (*what).to_owned(),
        Stop::StateTooLarge => "the answers so far are too long: a sealed requestState has 16384 characters, so that the \
                                server needs a ledger to keep them, which takes 256 KiB"
            .to_owned(),
        Stop::RequestCancelled => "the request was cancelled".to_owned(),
        Stop::NeedsLedger { name, key } => {
            tracing::error!(%name, %key, "a handler needs a ledger");
            format!(
                "`{name}` has `{key}`, which a sealed state cannot promise: give the server a ledger with \
                 `Askback::builder().ledger(…)`"
            )
        }
        Stop::Misuse(misuse) => {
            tracing::error!(%misuse, "an interactive handler is not written as it has to be");
            misuse.clone()
        }
        Stop::Internal(cause) => {
            tracing::error!(%cause, "a conversation could not be carried on");
            "the conversation could not be carried on".to_owned()
        }
        Stop::Asked(_) => "the questions could not be sent".to_owned(),
    }
}

fn unsupported(modes: Modes, methods: &[String]) -> String {
    let modes = modes.iter().map(|mode| match mode {
        Mode::Form => "elicitation in form mode",
        Mode::Url => "elicitation in URL mode",
        Mode::Sampling => "sampling",
        Mode::Roots => "roots",
    });
    let missing = modes
        .chain(methods.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(", ");
    format!("This client cannot be asked what the call needs: it did not declare {missing}.")
}

fn invalid_data(questions: &[(String, FieldErrors)]) -> Value {
    let errors = questions.iter().map(|(key, errors)| {
        (
            key.clone(),
            serde_json::to_value(errors).unwrap_or(Value::Null),
        )
    });
    json!({ "errors": errors.collect::<Map<_, _>>() })
}

#[cfg(test)]
mod tests;
