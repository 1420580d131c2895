//! How a call ended.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::exchange::{Exchange, Last};
use super::failure::shown;
use super::turn::{Turn, is_error};

static NULL: Value = Value::Null;

/// How a call ended.
pub struct Outcome {
    exchange: Box<Exchange>,
    response: Value,
    asked: Vec<String>,
}

impl Outcome {
    pub(super) fn new(exchange: Box<Exchange>, response: Value, asked: Vec<String>) -> Self {
        Self {
            exchange,
            response,
            asked,
        }
    }

    /// The first text of the result: of a tool's content, a prompt's messages, a resource's contents. The message, if it ended
    /// with an error.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    #[track_caller]
    pub fn text(&self) -> &str {
        match self.said() {
            Some(text) => text,
            None => self.fail("a text"),
        }
    }

    /// All its texts, as [`text`](Self::text) has the first.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        if let Some(message) = self.response["error"]["message"].as_str() {
            return vec![message];
        }
        let result = &self.response["result"];
        let blocks = result["content"].as_array().into_iter().flatten();
        let messages = result["messages"].as_array().into_iter().flatten();
        let messages = messages.map(|message| &message["content"]);
        let contents = result["contents"].as_array().into_iter().flatten();
        blocks
            .chain(messages)
            .chain(contents)
            .filter_map(|block| block["text"].as_str())
            .collect()
    }

    pub(super) fn said(&self) -> Option<&str> {
        self.texts().into_iter().next()
    }

    /// Whether it ended with an error, or with a result that has `isError`.
    #[must_use]
    pub fn is_error(&self) -> bool {
        is_error(&self.response)
    }

    /// The code of the JSON-RPC error that it ended with, if it did.
    #[must_use]
    pub fn error_code(&self) -> Option<i32> {
        let code = self.response["error"]["code"].as_i64()?;
        i32::try_from(code).ok()
    }

    /// The `data` of the JSON-RPC error; null if there is none.
    #[must_use]
    pub fn error_data(&self) -> &Value {
        self.response["error"].get("data").unwrap_or(&NULL)
    }

    /// The tool's structured content; null if there is none.
    #[must_use]
    pub fn structured(&self) -> &Value {
        let result = &self.response["result"];
        result.get("structuredContent").unwrap_or(&NULL)
    }

    /// The result read as a `T`: the structured content, or the text as JSON where there is none.
    ///
    /// # Panics
    ///
    /// When it is none.
    #[must_use]
    #[track_caller]
    pub fn json<T: DeserializeOwned>(&self) -> T {
        let read = match self.structured() {
            Value::Null => serde_json::from_str(self.text()),
            structured => T::deserialize(structured),
        };
        match read {
            Ok(value) => value,
            Err(error) => self.fail(&format!(
                "a result that can be read as {} ({error})",
                std::any::type_name::<T>()
            )),
        }
    }

    /// The whole JSON-RPC response; null if there is none.
    #[must_use]
    pub fn response(&self) -> &Value {
        &self.response
    }

    /// The notifications that came meanwhile, as they came: every call carries a `progressToken`.
    #[must_use]
    pub fn notifications(&self) -> &[Value] {
        &self.exchange.notifications
    }

    /// What the call said about its progress, in order. Nothing is left out, however quickly it was said: a real client is told
    /// at most once in 100 ms. In the modern era each retry runs the body from the top, and says again what stands before a
    /// question. The signs that a call waits for its person are no progress of the call, and are not sent to the kit.
    #[must_use]
    pub fn progress(&self) -> Vec<Reported> {
        let told = self.notifications().iter();
        told.filter(|it| it["method"] == "notifications/progress")
            .filter_map(|it| Reported::read(&it["params"]))
            .collect()
    }

    /// The keys of what it asks, if the turn that this was made of asked something.
    #[must_use]
    pub fn asked(&self) -> &[String] {
        &self.asked
    }

    /// Sends the last thing that the client sent once more: the same retry in the modern era, a second response to the same
    /// request of the server's before it.
    pub async fn replay(&self) -> Turn {
        let mut again = (*self.exchange).clone();
        again.known_before = again.asked.clone();
        again.log.note("once more, what was sent last".to_owned());
        match again.last.clone() {
            Last::Request(retry) => {
                let mut again = again.elsewhere(None);
                if !again.is_modern() {
                    return again.call(retry).await;
                }
                again.request(retry);
                again.wait().await
            }
            Last::Response(reply) => {
                again.line.send(reply);
                again.reaction().await
            }
        }
    }

    #[track_caller]
    fn fail(&self, expected: &str) -> ! {
        let (who, log) = (self.exchange.setup.who(), self.exchange.log.show());
        let came = match self.asked.is_empty() {
            true => shown(&self.response),
            false => format!("the questions {:?}", self.asked),
        };
        panic!("expected {expected}, but there is {came}\n\nthe exchange so far ({who}):{log}\n")
    }
}

/// What a call said about its progress: see [`Outcome::progress`].
#[derive(Debug, Clone, PartialEq)]
pub struct Reported {
    /// How much was done.
    pub completed: f64,
    /// Of how much; `None` where that was not known.
    pub total: Option<f64>,
    /// What was shown to the person.
    pub message: Option<String>,
}

impl Reported {
    fn read(params: &Value) -> Option<Self> {
        Some(Self {
            completed: params["progress"].as_f64()?,
            total: params["total"].as_f64(),
            message: params["message"].as_str().map(str::to_owned),
        })
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.response))
    }
}
