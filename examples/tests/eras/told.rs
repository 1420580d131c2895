//! What a call was like: what the person read, in which rounds, and what came out.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use askback_examples::{Era, Example, Pace, Person, Question, Refusal, Reply, Scripted, Wire};
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
    /// handshake does not send.
    pub(crate) questions: Vec<Question>,
    /// The keys of each round of the modern era, in the order of the wire: a map sorted by key. That the handshake asks
    /// in this order too, in the one of the signature, is what the comparison of `questions` shows.
    pub(crate) rounds: Vec<Vec<String>>,
    /// What came out. Without `resultType`, which only the modern era has, and without what the runtime remarks about
    /// answers that come at once: whether these did is a matter of the machine's.
    pub(crate) result: CallToolResult,
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
    let lines = String::from_utf8(printed.0.lock().unwrap().clone()).unwrap();
    Told {
        questions: questions.lock().unwrap().clone(),
        rounds: lines.lines().filter_map(keys).collect(),
        progress: lines.lines().filter_map(update).collect(),
        result,
    }
}

/// Takes out that a confirmation came within 1 second, and a decline within 2.
fn forget_haste(result: &mut CallToolResult) {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    let kept = texts.filter(|text| !text.text.starts_with("Note: the confirmation"));
    let kept = kept.map(|text| text.text.split(" The answer came within").next().unwrap());
    result.content = kept.map(ContentBlock::text).collect();
}

/// The keys of a round, from its line on the wire.
fn keys(line: &str) -> Option<Vec<String>> {
    let requests = line.strip_prefix("← input_required: ")?.split("; ");
    let key = |request: &str| request.split(',').next().map(str::to_owned);
    Some(requests.filter_map(key).collect())
}

fn update(line: &str) -> Option<String> {
    let update = line.strip_prefix("← notifications/progress ")?;
    Some(update.to_owned())
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

/// A scripted person who remembers what they read.
struct Reader {
    person: Scripted,
    questions: Arc<Mutex<Vec<Question>>>,
}

impl Person for Reader {
    fn answer(&mut self, question: &Question) -> anyhow::Result<Reply> {
        let mut read = question.clone();
        read.key = None;
        self.questions.lock().unwrap().push(read);
        self.person.answer(question)
    }
}

#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
