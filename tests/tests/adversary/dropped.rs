//! Questions that their handler drops while the answers are being verified.

use std::future::{Future, IntoFuture, pending};

use askback::testing::{Era, Tester, Turn};
use askback::{Ask, Consent, Form, Pause, form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Notify;

use crate::trap::Count;

#[derive(Form)]
struct Word {
    word: String,
}

/// What is dropped.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, schemars::JsonSchema)]
enum What {
    Check,
    Until,
}

/// What comes after it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, schemars::JsonSchema)]
enum Next {
    Form,
    Forms,
    All,
    Step,
}

#[derive(Clone, Copy, Deserialize, schemars::JsonSchema)]
struct Case {
    what: What,
    next: Next,
}

#[derive(Default)]
struct Hasty {
    effects: Count,
}

/// Drops it once it has come as far as its rule.
async fn hasty<T>(
    reached: &Notify,
    asked: impl Future<Output = Result<T, Pause>>,
) -> Result<(), Pause> {
    tokio::select! {
        biased;
        asked = asked => asked.map(drop),
        () = reached.notified() => Ok(()),
    }
}

async fn first(what: What, ask: &mut Ask<'_>) -> Result<(), Pause> {
    let reached = &Notify::new();
    match what {
        What::Check => {
            let asked = ask.form::<Word>("first", "Which?").check(|_| {
                reached.notify_one();
                pending::<Result<(), String>>()
            });
            hasty(reached, asked.into_future()).await
        }
        What::Until => {
            let mut looks = 0;
            let url = "https://example.com/";
            let asked = ask.url::<Consent>("first", url, "There?").until(|| {
                looks += 1;
                if looks == 2 {
                    reached.notify_one();
                }
                std::future::ready(false)
            });
            hasty(reached, asked.into_future()).await
        }
    }
}

#[tool_router]
impl Hasty {
    #[interactive]
    #[tool]
    async fn drops(
        &self,
        Parameters(Case { what, next }): Parameters<Case>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        first(what, ask).await?;
        let word = match next {
            Next::Form => ask.form::<Word>("second", "Another?").await?.word,
            Next::Forms => {
                let mut words: Vec<Word> = ask.forms([("second", "Another?")]).await?;
                words.remove(0).word
            }
            Next::All => {
                let (Word { word },) = ask.all((form("second", "Another?"),)).await?;
                word
            }
            Next::Step => {
                let step = async { Ok::<_, askback::Error>(1) };
                let number = ask.step("step", step).await?;
                let Word { word } = ask.form("second", "Another?").await?;
                format!("{word}{number}")
            }
        };
        let confirmed = ask.confirm("confirmed", "Sure?").await?;
        self.effects.happen(confirmed);
        Ok(word)
    }
}

#[tool_handler]
impl ServerHandler for Hasty {}

/// Answers what is asked first, as often as it is; gives what comes then.
async fn past_the_first(what: What, came: Turn) -> Turn {
    match what {
        What::Check => {
            came.expect_form("first")
                .answer(json!({ "word": "a" }))
                .await
        }
        What::Until => came.expect_url("first").accept().await,
    }
}

#[tokio::test]
async fn a_question_dropped_while_it_is_verified_holds_nothing_up() {
    for era in [Era::Modern, Era::Handshake] {
        for what in [What::Check, What::Until] {
            for next in [Next::Form, Next::Forms, Next::All, Next::Step] {
                let person = Tester::new(Hasty::default()).era(era);
                let came = person
                    .call("drops", json!({ "what": what, "next": next }))
                    .await;
                let came = past_the_first(what, came).await;
                let gate = came
                    .expect_form("second")
                    .answer(json!({ "word": "b" }))
                    .await;
                let done = gate.expect_gate("confirmed").accept().await.finish();
                assert!(done.text().starts_with('b'), "{era} {what:?} {next:?}");
                assert_eq!(person.server().effects.get(), 1, "{era} {what:?} {next:?}");
            }
        }
    }
}
