//! `ask: &mut Ask`, alone and after declared questions.

use askback::{Answer, Ask, Choice, Confirmed, Consent, Form, InputRequest, Mode, form, input, interactive};
use rmcp::{tool, tool_router};
use serde_json::{Map, Value};

#[derive(Form)]
struct Details {
    reason: String,
    #[form(choices)]
    team: String,
}

#[derive(Form)]
struct Level {
    level: Severity,
}

#[derive(Choice, Debug)]
enum Severity {
    Low,
    High,
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn everything(
        &self,
        #[ask("How bad is it?")] level: Level,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let teams = ask.step("teams", async { Ok::<_, askback::Error>(vec!["Support".to_owned()]) }).await?;
        let details: Details = ask.form("details", "Why?").choices("team", teams).default("reason", "moved").await?;
        let more: Answer<Level> = ask.form("more", "How bad is it now?").await?;
        let rest: Vec<Level> = ask.forms((0..3).map(|n| (format!("level_{n}"), "How bad?"))).await?;
        let (last, roots): (Level, serde_json::Value) =
            ask.all((form("last", "At last?"), input("roots", InputRequest::roots()))).await?;
        if ask.supports(Mode::Url) {
            let _: Consent = ask.url("link", "https://example.com/", "Go there").await?;
        }
        let schema = serde_json::json!({ "type": "object", "properties": { "on": { "type": "boolean" } } });
        let fields: Map<String, Value> = ask.form("fields", "Set it up").schema(schema.clone()).default("on", true).await?;
        let perhaps: Answer<Map<String, Value>> = ask.form("perhaps", "Set it up").covers(&fields).schema(&schema).await?;
        let first: Answer<Confirmed<'_>> = ask.confirm("first", "Sure?").label("Yes").await?;
        drop((perhaps, first));
        let progress = ask.progress();
        progress.report(1, 2, "half way");
        let _ = (progress.faults(), ask.idempotency_key("everything"));
        let confirmed = ask.confirm("confirmed", "Sure?").typed(&details.team).covers(&details.reason).await?;
        Ok(self.end(level, more.accepted(), rest, last, roots, confirmed))
    }
}

impl Server {
    fn end(
        &self,
        level: Level,
        more: Option<Level>,
        rest: Vec<Level>,
        last: Level,
        roots: serde_json::Value,
        _: Confirmed<'_>,
    ) -> String {
        let more = more.map(|more| more.level);
        format!("{:?} {more:?} {} {:?} {roots}", level.level, rest.len(), last.level)
    }
}

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 1);
}
