//! Eight rounds, each of which needs the one before it, with steps between them that run once.

use std::sync::atomic::{AtomicUsize, Ordering};

use askback::testing::{Era, Tester};
use askback::{Answer, Form, interactive};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::json;

#[derive(Form)]
struct Word {
    word: String,
}

#[derive(Default)]
struct Server {
    steps: AtomicUsize,
}

impl Server {
    async fn step(&self, word: &str) -> Result<String, std::io::Error> {
        self.steps.fetch_add(1, Ordering::Relaxed);
        Ok(format!("{word}."))
    }
}

#[tool_router]
impl Server {
    #[interactive(rounds = 8)]
    #[tool]
    async fn story(
        &self,
        #[ask("First?")] a: Word,
        #[ask("After {}?", a.word)] b: Word,
        #[step(self.step(&b.word).await?)] after_b: String,
        #[ask("After {after_b}?")] c: Word,
        #[ask("After {}?", c.word, when = c.word != "stop")] d: Option<Word>,
        #[ask("After {:?}?", d.as_ref().map(|d| &d.word))] e: Answer<Word>,
        #[step(self.step(match &e { Answer::Accept(e) => &e.word, _ => "nothing" }).await?)] after_e: String,
        #[ask("After {after_e}?")] f: Word,
        #[ask("After {}?", f.word)] g: Word,
        #[ask("After {}?", g.word)] h: Word,
    ) -> Result<String, askback::Error> {
        let d = d.map_or_else(String::new, |d| d.word);
        let steps = self.steps.load(Ordering::Relaxed);
        Ok(format!("{}{}{}{d}{after_e}{}{}{} {steps}", a.word, b.word, c.word, f.word, g.word, h.word))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    assert_eq!(Server::story_plan().rounds().len(), 8);
    for era in Era::ALL {
        let person = Tester::new(Server::default()).era(era);
        let mut turn = person.call("story", json!({})).await;
        for key in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            turn = turn.expect_form(key).answer(json!({ "word": key })).await;
        }
        assert_eq!(turn.finish().text(), "abcde.fgh 2");
    }
}
