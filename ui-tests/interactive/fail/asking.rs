//! What `Ask` asks for, and what its questions take.
use askback::{Answer, Ask, Confirmed, Consent, Form, Pause, form, interactive};
use rmcp::{tool, tool_router};
use serde_json::{Map, Value, json};

#[derive(Form)]
struct Details {
    reason: String,
}

async fn without_its_schema(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Map<String, Value> = ask.form("a", "What?").await?;
    Ok(())
}

async fn beside_others(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: (Answer<Map<String, Value>>, Details) = ask.all((form("a", "What?"), form("b", "Why?"))).await?;
    Ok(())
}

async fn many_without_theirs(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Vec<Map<String, Value>> = ask.forms([("a", "What?")]).await?;
    Ok(())
}

async fn a_schema_too_many(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Details = ask.form("a", "What?").schema(json!({})).await?;
    Ok(())
}

async fn no_form(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: u8 = ask.form("a", "What?").await?;
    Ok(())
}

async fn a_gate_is_none(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Confirmed<'_> = ask.form("a", "Sure?").await?;
    Ok(())
}

async fn a_form_is_no_gate(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Details = ask.confirm("a", "Sure?").await?;
    Ok(())
}

async fn a_form_is_no_visit(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Details = ask.url("a", "https://example.com/", "There").await?;
    Ok(())
}

async fn a_gate_has_no_default(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Confirmed<'_> = ask.confirm("a", "Sure?").default("confirm", true).await?;
    Ok(())
}

async fn a_visit_has_no_choices(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Consent = ask.url("a", "https://example.com/", "There").choices("a", ["b"]).await?;
    Ok(())
}

async fn a_form_is_not_typed(ask: &mut Ask<'_>) -> Result<(), Pause> {
    let _: Details = ask.form("a", "What?").typed("users").await?;
    Ok(())
}

struct Server;

#[tool_router]
impl Server {
    #[interactive]
    #[tool]
    async fn declared(&self, #[ask("What?")] fields: Map<String, Value>) -> Result<String, askback::Error> {
        Ok(fields.len().to_string())
    }
}

fn main() {}
