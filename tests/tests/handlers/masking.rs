//! As many questions as the data has, in one round.

use std::sync::{Arc, Mutex};

use askback::{Ask, Choice, Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::CallToolRequestParams;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::person::{ERAS, Reply, Script, connect};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct MaskTable {
    table: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Column {
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Rule {
    /// By a hash
    Hash,
    /// Not kept at all
    Drop,
}

#[derive(Debug, Form)]
struct ColumnRule {
    rule: Rule,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
struct MaskReport {
    masked: usize,
}

#[derive(Default)]
struct Db {
    masked: Mutex<Vec<Rule>>,
}

impl Db {
    async fn sensitive_columns(&self, table: &str) -> Result<Vec<Column>, std::io::Error> {
        Ok(["mail", "phone"]
            .map(|column| Column {
                name: format!("{table}.{column}"),
            })
            .into())
    }

    async fn mask(
        &self,
        _: &str,
        rules: &[ColumnRule],
        _: Confirmed<'_>,
    ) -> Result<MaskReport, std::io::Error> {
        self.masked
            .lock()
            .unwrap()
            .extend(rules.iter().map(|rule| rule.rule));
        Ok(MaskReport {
            masked: rules.len(),
        })
    }
}

fn summary(columns: &[Column], rules: &[ColumnRule]) -> String {
    let lines = columns
        .iter()
        .zip(rules)
        .map(|(column, rule)| format!("{}: {}", column.name, rule.rule.title()));
    format!("Mask {}?", lines.collect::<Vec<_>>().join(", "))
}

#[derive(Clone)]
struct Masking {
    db: Arc<Db>,
}

#[tool_router]
impl Masking {
    #[interactive]
    #[tool]
    async fn mask_table(
        &self,
        Parameters(MaskTable { table }): Parameters<MaskTable>,
        #[step(self.db.sensitive_columns(&table).await?)] columns: Vec<Column>,
        ask: &mut Ask,
    ) -> Result<Json<MaskReport>, askback::Error> {
        let rules: Vec<ColumnRule> = ask
            .forms(
                columns
                    .iter()
                    .map(|c| (&c.name, format!("How is `{}` masked?", c.name))),
            )
            .await?;
        let confirmed = ask.confirm("apply", summary(&columns, &rules)).await?;
        Ok(Json(self.db.mask(&table, &rules, confirmed).await?))
    }
}

#[tool_handler]
impl ServerHandler for Masking {}

#[tokio::test]
async fn every_column_is_asked_about_and_the_summary_confirmed() {
    const SCRIPT: Script = &[
        ("`users.mail`", Reply::Accept(|| json!({ "rule": "Hash" }))),
        ("`users.phone`", Reply::Accept(|| json!({ "rule": "Drop" }))),
        ("Mask", Reply::Accept(|| json!(true))),
    ];
    for era in ERAS {
        let db = Arc::<Db>::default();
        let masking = Masking {
            db: Arc::clone(&db),
        };
        let (client, asked) = connect(masking, era, SCRIPT).await;
        let arguments = json!({ "table": "users" }).as_object().cloned().unwrap();
        let request = CallToolRequestParams::new("mask_table").with_arguments(arguments);
        let result = client.call_tool(request).await.unwrap();
        assert_eq!(
            result.structured_content,
            Some(json!({ "masked": 2 })),
            "{era:?} {result:?}"
        );
        assert_eq!(*db.masked.lock().unwrap(), [Rule::Hash, Rule::Drop]);
        let asked = asked.lock().unwrap().clone();
        assert_eq!(asked.len(), 3, "{asked:?}");
        assert_eq!(
            asked.last().map(String::as_str),
            Some("Mask users.mail: By a hash, users.phone: Not kept at all?")
        );
    }
}

#[test]
fn the_output_schema_is_kept() {
    let tool = Masking::mask_table_tool_attr();
    let schema = tool.output_schema.unwrap();
    assert_eq!(schema["properties"]["masked"]["type"], "integer");
}
