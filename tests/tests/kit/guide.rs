//! The handler and the test that the guide on testing shows first.

// The guide: from here
use askback::{Confirmed, Form, interactive};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

#[derive(Form)]
struct Why {
    #[form(length = 3..=200)]
    reason: String,
}

struct Vault;

#[tool_router]
impl Vault {
    /// Delete everything.
    #[interactive]
    #[tool(annotations(destructive_hint = true))]
    async fn purge(
        &self,
        #[ask("Why does everything go?")] why: Why,
        #[ask("Delete all 3 rows?")] confirmed: Confirmed,
    ) -> Result<String, askback::Error> {
        drop(confirmed); // your irreversible function takes it
        Ok(format!("3 rows deleted: {}", why.reason))
    }
}

#[tool_handler]
impl ServerHandler for Vault {}

#[cfg(test)]
mod tests {
    use askback::testing::{Era, Tester};
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn everything_goes_after_a_reason_and_a_yes() {
        for era in Era::ALL {
            let person = Tester::new(Vault).era(era);
            let form = person.call("purge", json!({})).await.expect_form("why");
            let gate = form.answer(json!({ "reason": "moved" })).await;
            let gate = gate.expect_gate("confirmed").shows("Delete all 3 rows?");
            let done = gate.accept().await.finish();
            assert_eq!(done.text(), "3 rows deleted: moved");
        }
    }
}
// The guide: to here

#[test]
fn the_guide_shows_this_as_rustfmt_leaves_it_and_it_is_short() {
    let own = include_str!("guide.rs");
    let shown = own.split("// The guide: from here\n").nth(1).unwrap();
    let shown = shown.split("// The guide: to here").next().unwrap();
    let guide = include_str!("../../../runtime/guide/testing.md");
    let block = guide.split("```rust\n").nth(1).unwrap();
    let block = block.split("```").next().unwrap();
    // What rustdoc hides is not shown.
    let hidden = |line: &&str| *line == "#" || line.starts_with("# ");
    let visible: Vec<_> = block.lines().filter(|line| !hidden(line)).collect();
    assert_eq!(visible, shown.lines().collect::<Vec<_>>());
    assert!(visible.len() < 60, "{}", visible.len());
}
