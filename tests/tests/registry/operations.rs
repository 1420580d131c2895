//! The operations that more than one test calls.

use askback::registry::{OperationFuture, read_arguments};
use askback::{Answer, Ask, Confirmed, Consent, Form, message};
use serde_json::{Map, Value, json};

use super::desk::{Desk, Then};

#[derive(Form)]
pub(crate) struct Ticket {
    #[form(length = 1..=20)]
    pub(crate) id: String,
}

#[derive(Form)]
pub(crate) struct Details {
    #[form(length = 3..=20)]
    pub(crate) reason: String,
    pub(crate) rows: Option<u64>,
}

#[derive(serde::Deserialize)]
pub(crate) struct Purge {
    pub(crate) days: u64,
}

/// What the person answers to a confirmation.
pub(crate) fn yes(field: &str) -> Map<String, Value> {
    Map::from_iter([(field.to_owned(), json!(true))])
}

/// Works without asking.
pub(crate) fn ping<'a>(
    desk: &'a Desk,
    arguments: Value,
    _: &'a mut Ask<'_>,
) -> OperationFuture<'a> {
    Box::pin(async move {
        desk.note("ping");
        Ok(arguments)
    })
}

/// One form.
pub(crate) fn note<'a>(desk: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let Details { reason, rows } = ask.form("details", "Why?").await?;
        desk.note(format!("{reason} {rows:?}"));
        Ok(json!({ "reason": reason, "rows": rows }))
    })
}

/// One form whose decline is the operation's own matter.
pub(crate) fn maybe<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let answer: Answer<Details> = ask.form("details", "Why?").await?;
        Ok(json!(match answer {
            Answer::Accept(details) => details.reason,
            Answer::Decline => "declined".to_owned(),
            Answer::Cancel => "cancelled".to_owned(),
            Answer::Unavailable => "unavailable".to_owned(),
        }))
    })
}

/// One visit.
pub(crate) fn visit<'a>(_: &'a Desk, _: Value, ask: &'a mut Ask<'_>) -> OperationFuture<'a> {
    Box::pin(async move {
        let url = "https://example.com/terms?v=1";
        let consent: Answer<Consent> = ask.url("terms", url, "Read the terms").await?;
        Ok(json!(consent.accepted().is_some()))
    })
}

/// A form and a confirmation, then the work; what became of it can be looked up.
pub(crate) fn purge<'a>(
    desk: &'a Desk,
    arguments: Value,
    ask: &'a mut Ask<'_>,
) -> OperationFuture<'a> {
    Box::pin(async move {
        if ask.recovery_only() {
            let Ticket { id } = ask.form("ticket", "Ticket for the audit log").await?;
            desk.note(format!("recovers {id}"));
            let done = format!("done {}", ask.idempotency_key("purge"));
            return match desk.noted().contains(&done) {
                true => Ok(json!({ "purged": id, "recovered": true })),
                false => Err("nothing was purged under this key".into()),
            };
        }
        let Purge { days } = read_arguments(arguments)?;
        let Ticket { id } = ask.form("ticket", "Ticket for the audit log").await?;
        let question = message!("Delete backups older than {days} days?");
        let sure: Confirmed = ask.confirm("sure", question).await?;
        let key = ask.idempotency_key("purge");
        work(desk, &key, sure).await?;
        Ok(json!({ "purged": id }))
    })
}

/// What the confirmation is for; then the end that the test wants.
async fn work(desk: &Desk, key: &str, _: Confirmed<'_>) -> Result<(), askback::Error> {
    let then = *desk.then.lock().unwrap();
    if then == Then::Fail {
        desk.note("fails");
        Err("the disk is full")?;
    }
    desk.note(format!("done {key}"));
    match then {
        Then::Panic => panic!("on purpose"),
        Then::Hang => std::future::pending().await,
        Then::Finish | Then::Fail => Ok(()),
    }
}

/// As many forms as the argument says, one after the other.
pub(crate) fn many<'a>(
    desk: &'a Desk,
    arguments: Value,
    ask: &'a mut Ask<'_>,
) -> OperationFuture<'a> {
    Box::pin(async move {
        let Purge { days } = read_arguments(arguments)?;
        for at in 0..days {
            let Ticket { id } = ask.form(format!("q{at}"), "One more").await?;
            desk.note(id);
        }
        Ok(json!(days))
    })
}
