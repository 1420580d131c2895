//! A conversation of many rounds, run to its end: a registry asks one question at a time, and steps run once.

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::registry::{Outcome, Registry};
use askback::{Askback, Form, Modes, operation};
use serde_json::json;

#[derive(Form)]
struct Word {
    word: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Start {
    start: String,
}

#[derive(Default)]
struct Steps(AtomicUsize);

impl Steps {
    async fn next(&self, word: &str) -> Result<String, std::io::Error> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(format!("{word}."))
    }
}

#[operation(rounds = 9, ttl = 60)]
async fn story(
    steps: &Steps,
    Start { start }: Start,
    #[step(steps.next(&start).await?)] begun: String,
    #[ask("After {begun}?")] a: Word,
    #[ask("Beside {begun}?")] b: Word,
    #[ask("After {} and {}?", a.word, b.word)] c: Word,
    #[step(steps.next(&c.word).await?)] after_c: String,
    #[ask("After {after_c}?", when = c.word != "c")] skipped: Option<Word>,
    #[ask("After {:?}?", skipped.is_some())] d: Word,
) -> Result<(String, usize), askback::Error> {
    let text = [start, a.word, b.word, after_c, d.word].concat();
    Ok((text, steps.0.load(Ordering::Relaxed)))
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    assert_eq!(story::plan().rounds().len(), 4);
    let registry = Registry::new(Steps::default(), Askback::builder().build().unwrap()).register(story);
    let mut call = registry.call("story", json!({ "start": "s" })).modes(Modes::FORM);
    let mut asked = Vec::new();
    let end = loop {
        match call.invoke().await {
            Outcome::Pending(pending) => {
                asked.push(pending.message().to_owned());
                call = pending.accept(json!({ "word": pending.key() }));
            }
            Outcome::Finished(value) => break value,
            Outcome::Failed(failure) => panic!("{failure}"),
        }
    };
    assert_eq!(asked, ["After s.?", "Beside s.?", "After a and b?", "After false?"]);
    assert_eq!(end, json!(["sabc.d", 2]));
}
