//! What is asked first, and how its pause is lost.

use std::future::{Future, ready};
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;

use askback::{Ask, Confirmed, Consent, InputRequest, Pause, form, input};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::careless::Word;

/// What is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) enum Kind {
    Form,
    Gate,
    Url,
    Input,
    Forms,
    All,
}

pub(crate) const KINDS: [Kind; 6] = [
    Kind::Form,
    Kind::Gate,
    Kind::Url,
    Kind::Input,
    Kind::Forms,
    Kind::All,
];

/// What becomes of the pause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) enum Way {
    Ignored,
    Ok,
    Default,
    Mapped,
    Selected,
    TimedOut,
    PolledOnce,
}

pub(crate) const WAYS: [Way; 7] = [
    Way::Ignored,
    Way::Ok,
    Way::Default,
    Way::Mapped,
    Way::Selected,
    Way::TimedOut,
    Way::PolledOnce,
];

#[derive(Clone, Copy, Deserialize, schemars::JsonSchema)]
pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) way: Way,
}

/// Asks, and is told nothing of the answer.
pub(crate) async fn first(kind: Kind, ask: &mut Ask<'_>) -> Result<String, Pause> {
    match kind {
        Kind::Form => ask.form::<Word>("first", "Which?").await.map(|it| it.word),
        Kind::Gate => {
            let sure: Confirmed<'_> = ask.confirm("first", "Sure?").await?;
            Ok(format!("{sure:?}"))
        }
        Kind::Url => {
            let consent: Consent = ask.url("first", "https://example.com/", "There").await?;
            Ok(format!("{consent:?}"))
        }
        Kind::Input => {
            let roots: Value = ask.input("first", InputRequest::roots()).await?;
            Ok(roots.to_string())
        }
        Kind::Forms => {
            let words: Vec<Word> = ask.forms([("first", "Which?")]).await?;
            Ok(words.len().to_string())
        }
        Kind::All => {
            let (one, _): (Word, Value) = ask
                .all((
                    form("first", "Which?"),
                    input("roots", InputRequest::roots()),
                ))
                .await?;
            Ok(one.word)
        }
    }
}

/// Loses what the first question comes to.
pub(crate) async fn lose(case: Case, ask: &mut Ask<'_>) {
    lose_it(case.way, first(case.kind, ask)).await;
}

/// Loses what this comes to.
pub(crate) async fn lose_it(way: Way, asked: impl Future<Output = Result<String, Pause>>) {
    match way {
        Way::Ignored => {
            let _ = asked.await;
        }
        Way::Ok => {
            asked.await.ok();
        }
        Way::Default => {
            asked.await.unwrap_or_default();
        }
        Way::Mapped => {
            let mapped = asked.await.map_err(|_| "something else");
            assert_eq!(mapped, Err("something else"));
        }
        // Whichever is first: both are ready at once.
        Way::Selected => {
            tokio::select! {
                biased;
                _ = async { let _ = asked.await; ready(()).await } => {}
                () = ready(()) => {}
            }
        }
        Way::TimedOut => {
            let _ = tokio::time::timeout(Duration::ZERO, asked).await;
        }
        Way::PolledOnce => {
            let mut asked = pin!(asked);
            let _ = asked.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
    }
}
