//! What a call was like: what the person read, in which rounds, and what came out.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use askback_examples::{Ask, Era, Example, Pace, Person, Question, Refusal, Reply, Scripted, Wire};
use rmcp::{
    ServerHandler,
    model::{CallToolResult, ContentBlock},
};

/// Every era, for examples that only ask for forms.
pub(crate) const FORMS: &[Era] = &[Era::Modern, Era::Handshake, Era::FirstHandshake];

/// The eras of which there is one example each, for refusals: a confirmation that is declined a third time closes for a
/// while, for all the tests of this process.
pub(crate) const TWO: &[Era] = &[Era::Modern, Era::Handshake];

/// What a call was like.
pub(crate) struct Told {
    /// The questions as the person read them: message, and fields with all their limits. Without keys, which the
    /// handshake does not send, and without the handles in URLs.
    pub(crate) questions: Vec<Question>,
    /// The keys of each round of the modern era, in the order of the wire: a map sorted by key. That the handshake asks
    /// in this order too, in the one of the signature, is what the comparison of `questions` shows.
    pub(crate) rounds: Vec<Vec<String>>,
    /// What came out. Without `resultType`, which only the modern era has, and without what the runtime remarks about
    /// answers that come at once: whether these did is a matter of the machine's.
    pub(crate) result: CallToolResult,
    /// What the pages said that the person visited.
    pub(crate) pages: Vec<String>,
    /// How far it was, as far as the client was told. How often it is told depends on the machine.
    pub(crate) progress: Vec<String>,
}

/// Calls the example in each era, the modern one first, with the same script and refusal. In all of them the person reads
/// the same questions, and the same comes out. Where a refusal ends the call there is a difference that the protocol
/// makes: a round of the modern era is read as a whole, while the handshake asks nothing more.
pub(crate) async fn told<S: ServerHandler>(
    eras: &[Era],
    example: impl Fn() -> Example<S>,
    refusal: Option<Refusal>,
) -> Told {
    let modern = call(example(), refusal.clone(), eras[0]).await;
    let ended = refusal
        .as_ref()
        .filter(|_| modern.result.is_error == Some(true));
    let asked = match ended.and_then(Refusal::key) {
        Some(key) => {
            modern
                .rounds
                .concat()
                .iter()
                .position(|asked| asked == key)
                .unwrap()
                + 1
        }
        None => modern.questions.len(),
    };
    for era in &eras[1..] {
        let told = call(example(), refusal.clone(), *era).await;
        assert_eq!(told.questions, modern.questions[..asked], "{era:?}");
        assert_eq!(told.pages, modern.pages, "{era:?}");
        assert_eq!(told.result, modern.result, "{era:?}");
    }
    modern
}

/// Calls the example once.
pub(crate) async fn call<S: ServerHandler>(
    example: Example<S>,
    refusal: Option<Refusal>,
    era: Era,
) -> Told {
    let printed = Printed::default();
    let wire = Wire::new(printed.clone());
    let questions = Arc::default();
    let reader = Reader {
        person: example.scripted(refusal, &wire).pace(Pace::NONE),
        questions: Arc::clone(&questions),
    };
    let mut result = example.call(reader, era, wire).await.unwrap();
    assert_eq!(result.result_type.take().is_some(), era == Era::Modern);
    forget_haste(&mut result);
    Told {
        questions: questions.lock().unwrap().clone(),
        rounds: printed
            .after("← input_required: ")
            .iter()
            .map(|round| keys(round))
            .collect(),
        pages: printed.after("    (the page) "),
        progress: printed.after("← notifications/progress "),
        result,
    }
}

/// Calls the example until a page has said something, and gives the call up there.
pub(crate) async fn first_page<S: ServerHandler>(example: Example<S>) -> String {
    let printed = Printed::default();
    let wire = Wire::new(printed.clone());
    let person = example.scripted(None, &wire).pace(Pace::NONE);
    let page = async {
        loop {
            if let Some(said) = printed.after("    (the page) ").pop() {
                return said;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        result = example.call(person, Era::Modern, wire) => panic!("the call went on: {result:?}"),
        said = page => said,
    }
}

/// Takes out that a confirmation came within 1 second, and a decline within 2.
fn forget_haste(result: &mut CallToolResult) {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    let kept = texts.filter(|text| !text.text.starts_with("Note: the confirmation"));
    let kept = kept.map(|text| text.text.split(" The answer came within").next().unwrap());
    result.content = kept.map(ContentBlock::text).collect();
}

/// The keys of a round: `trip, form (day, seats); …`.
fn keys(round: &str) -> Vec<String> {
    let key = |request: &str| request.split(',').next().map(str::to_owned);
    round.split("; ").filter_map(key).collect()
}

impl Told {
    pub(crate) fn messages(&self) -> Vec<&str> {
        let questions = self.questions.iter();
        questions
            .map(|question| question.message.as_str())
            .collect()
    }

    /// The text of the result.
    pub(crate) fn text(&self) -> &str {
        &self.result.content[0].as_text().unwrap().text
    }
}

/// A handle is 128 random bits in base64url, and here the end of the URL.
fn without_handle(url: &str) -> String {
    let (rest, handle) = url.rsplit_once('/').unwrap();
    let base64url = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    assert!(handle.len() == 22 && handle.chars().all(base64url), "{url}");
    format!("{rest}/{{ask.ticket}}")
}

/// A scripted person who remembers what they read.
struct Reader {
    person: Scripted,
    questions: Arc<Mutex<Vec<Question>>>,
}

impl Person for Reader {
    fn answer(&mut self, question: &Question) -> anyhow::Result<Reply> {
        let mut read = question.clone();
        read.key = None;
        if let Ask::Visit(url) = &mut read.ask {
            *url = without_handle(url);
        }
        self.questions.lock().unwrap().push(read);
        self.person.answer(question)
    }
}

#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Printed {
    /// What stands behind this in the lines that begin with it.
    fn after(&self, start: &str) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix(start));
        lines.map(str::to_owned).collect()
    }
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
