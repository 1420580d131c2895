//! A server that asks for words, under keys of all kinds.

use std::borrow::Cow;

use askback::{
    Answer, Ask, Confirmed, Consent, Form, InputRequest, Mode, form, input, interactive, url,
};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Form)]
struct Word {
    word: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Keys {
    keys: Vec<String>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Key {
    key: String,
}

pub(crate) struct Server;

fn joined(words: Vec<Word>) -> String {
    let words: Vec<_> = words.into_iter().map(|it| it.word).collect();
    words.join(" ")
}

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn forms(
        &self,
        Parameters(Keys { keys }): Parameters<Keys>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let words = ask
            .forms(keys.iter().map(|key| (key, "Which word?")))
            .await?;
        Ok(joined(words))
    }

    /// Keys and messages, owned and borrowed.
    #[interactive]
    #[tool]
    async fn owned(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let name = String::from("b");
        let mut words: Vec<Word> = ask.forms([("a", "Borrowed?")]).await?;
        words.extend(
            ask.forms::<Word, _, _>([(&name, format!("As `{name}`?"))])
                .await?,
        );
        words.extend(
            ask.forms::<Word, _, _>([(String::from("c"), String::from("Owned?"))])
                .await?,
        );
        words.extend(
            ask.forms::<Word, _, _>([(Cow::Borrowed("d"), "Either?")])
                .await?,
        );
        words.extend(
            ask.forms::<Word, _, _>(vec![(format!("e.{}", 1), "Made?")])
                .await?,
        );
        let other = name.replace('b', "f");
        words.push(ask.form(&other, "One?").await?);
        words.push(ask.form(String::from("g"), "One more?").await?);
        Ok(joined(words))
    }

    /// Asks for nothing, in every way in which that can be done.
    #[interactive]
    #[tool]
    async fn nothing(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let none: [(&str, &str); 0] = [];
        let words: Vec<Word> = ask.forms(none).await?;
        let empty = Vec::<askback::Asking<Word>>::new();
        let (more, ()) = ask.all((empty, ())).await?;
        ask.all(()).await?;
        Ok(format!("{}", words.len() + more.len()))
    }

    /// Everything that `all` takes.
    #[interactive]
    #[tool]
    async fn kinds(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let sampling = InputRequest::new(
            "sampling/createMessage",
            json!({
                "messages": [{ "role": "user", "content": { "type": "text", "text": "Capital?" } }],
                "maxTokens": 10,
            }),
        );
        let words = ["x", "y"].map(|key| form::<Word>(key, "Which word?"));
        let (word, consent, roots, capital, (words, maybe)): (Word, Consent, Value, Value, _) = ask
            .all((
                form("form", "Which word?").default("word", "w"),
                url("url", "https://example.com/", "Go there").covers(&1),
                input("roots", InputRequest::roots()).covers(&2),
                input("sampling", sampling),
                (Vec::from(words), form::<Answer<Word>>("maybe", "Perhaps?")),
            ))
            .await?;
        let Consent { .. } = consent;
        Ok(format!(
            "{} {} {} {} {}",
            word.word,
            roots["roots"][0]["uri"],
            capital["content"]["text"],
            joined(words),
            maybe.accepted().is_some(),
        ))
    }

    #[interactive]
    #[tool]
    async fn supported(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let all = [Mode::Form, Mode::Url, Mode::Sampling, Mode::Roots];
        let supported = all.map(|mode| ask.supports(mode));
        Ok(json!(supported).to_string())
    }

    /// A gate about which the handler decides.
    #[interactive]
    #[tool]
    async fn decide(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let sure: Answer<Confirmed<'_>> = ask.confirm("sure", "Sure?").label("Yes").await?;
        Ok(format!("{sure:?}"))
    }

    /// A declared question, a declared step, and whatever key the call gives.
    #[interactive]
    #[tool]
    async fn declared(
        &self,
        Parameters(Key { key }): Parameters<Key>,
        #[step(1)] rows: u8,
        #[ask("Which word, of {rows}?")] declared: Word,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let more: Word = ask.form(&key, "Which one?").await?;
        Ok(declared.word + &more.word)
    }

    #[interactive]
    #[tool]
    async fn step_twice(
        &self,
        Parameters(Key { key }): Parameters<Key>,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let one: u8 = ask
            .step("once", async { Ok::<_, askback::Error>(1) })
            .await?;
        let two: u8 = ask
            .step(&key, async { Ok::<_, askback::Error>(one + 1) })
            .await?;
        Ok(two.to_string())
    }

    /// One key for two questions of one `all`, of different kinds.
    #[interactive]
    #[tool]
    async fn all_twice(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let (Word { word }, roots): (Word, Value) = ask
            .all((form("same", "Which?"), input("same", InputRequest::roots())))
            .await?;
        Ok(format!("{word}{roots}"))
    }
}

#[tool_handler]
impl ServerHandler for Server {}
