//! Answers that are verified before they count: by a rule, or by what a visit is for.

use super::super::verify::{check, ruling, until};
use super::*;
use crate::question::Mode;

mod rules;
mod tickets;
mod visits;

/// What a request asks: messages and defaults, and the state to come back with.
struct Asked {
    messages: Vec<String>,
    defaults: Vec<Value>,
    state: String,
}

impl World {
    /// One request of the modern era, which has to ask.
    async fn asks(
        &self,
        retry: Retry<'_>,
        body: impl AsyncFnOnce(&mut Ask<'_>) -> Result<String, Pause>,
    ) -> Asked {
        let site = self.site("me", &json!({}));
        let open = self
            .askback
            .host
            .open(&HANDLER, site, retry, Delivery::Suspend);
        let scope = ();
        let mut ask = Ask::new(
            open.await
                .unwrap_or_else(|ending| panic!("{:?}", Came::of(ending))),
            &scope,
        );
        let returned = body(&mut ask).await;
        match ask.conversation.finish(returned.is_err()).await {
            Ending::Asked {
                questions, state, ..
            } => Asked {
                messages: questions.iter().map(|it| it.message.clone()).collect(),
                defaults: questions.iter().map(default).collect(),
                state: state.unwrap(),
            },
            Ending::Handler => panic!("it ended: {returned:?}"),
            Ending::Stopped(stop) => panic!("it stopped: {}", stop.name()),
            Ending::Swallowed(_) => panic!("swallowed"),
        }
    }

    /// One request of the modern era, however it ends.
    async fn comes(
        &self,
        retry: Retry<'_>,
        body: impl AsyncFnOnce(&mut Ask<'_>) -> Result<String, Pause>,
    ) -> Came {
        let site = self.site("me", &json!({}));
        self.run(site, retry, Delivery::Suspend, &HANDLER, body)
            .await
    }

    /// One request of the handshake era, whose questions get these answers; gives what was asked too.
    async fn in_place(
        &self,
        answers: Vec<Value>,
        body: impl AsyncFnOnce(&mut Ask<'_>) -> Result<String, Pause>,
    ) -> (Came, Vec<String>) {
        let asked = Arc::default();
        let answers = Mutex::new(answers.into_iter().map(Ok).collect());
        let script = handshake::Script(answers, Arc::clone(&asked));
        let site = self.site("me", &json!({}));
        let delivery = Delivery::Await(Box::new(script));
        let came = self
            .run(site, Retry::default(), delivery, &HANDLER, body)
            .await;
        let asked = asked.lock().unwrap().clone();
        (came, asked)
    }
}

fn default(question: &Delivered) -> Value {
    match &question.content {
        Content::Form(schema) => schema.to_json()["properties"]["reason"]["default"].clone(),
        _ => Value::Null,
    }
}
