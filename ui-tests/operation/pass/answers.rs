//! What the person does not fill in: declined, cancelled, not asked, and a host that cannot ask.

use askback::registry::Registry;
use askback::{Answer, Askback, Confirmed, Consent, Form, Modes, operation};
use serde_json::json;

#[derive(Form)]
struct Details {
    reason: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    #[serde(default)]
    ask: bool,
}

fn said<T>(answer: &Answer<T>) -> &'static str {
    match answer {
        Answer::Accept(_) => "accepted",
        Answer::Decline => "declined",
        Answer::Cancel => "cancelled",
        Answer::Unavailable => "unavailable",
    }
}

#[operation]
async fn decides(
    arguments: Arguments,
    #[ask("Why?", when = arguments.ask)] details: Option<Answer<Details>>,
    #[ask("Go?")] sure: Answer<Confirmed>,
    #[ask(url = "https://example.com/", message = "Look")] visit: Answer<Consent>,
) -> Result<Vec<String>, askback::Error> {
    let details = details.as_ref().map_or("not asked", said);
    let reason = format!("{} {}", details, arguments.ask);
    Ok(vec![reason, said(&sure).to_owned(), said(&visit).to_owned()])
}

#[operation]
async fn insists(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let registry = Registry::new((), Askback::builder().build().unwrap()).register(decides).register(insists);
    let none = registry.call("decides", json!({})).invoke().await;
    assert_eq!(none.finished(), Some(json!(["not asked false", "unavailable", "unavailable"])));
    let asked = registry.call("decides", json!({ "ask": true })).modes(Modes::FORM).invoke().await.pending().unwrap();
    let asked = asked.decline().invoke().await.pending().unwrap();
    assert!(asked.is_gate());
    let done = asked.cancel().invoke().await.finished();
    assert_eq!(done, Some(json!(["declined true", "cancelled", "unavailable"])));
    let asked = registry.call("insists", json!({})).modes(Modes::FORM).invoke().await.pending().unwrap();
    assert!(asked.decline().invoke().await.failed().is_some());
    assert!(registry.call("insists", json!({})).invoke().await.failed().is_some());
}
