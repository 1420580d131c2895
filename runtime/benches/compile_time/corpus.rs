//! What is compiled: many like items in one crate, and the same without what is measured.

use std::fmt::Write as _;

/// A form's fields are read in one way or another; a crate that reads none has only declared them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Use {
    Declared,
    Read,
}

/// What the structs derive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Derived {
    Form,
    Serde,
    Nothing,
}

/// So many structs of six fields, of all usual kinds and with the usual rules. `edit` goes into one doc comment, as
/// somebody who works on one of them would change it.
pub(crate) fn structs(count: usize, derived: Derived, used: Use, edit: usize) -> String {
    let (choice, form) = match derived {
        Derived::Form => ("#[derive(askback::Choice)]", "#[derive(askback::Form)]"),
        Derived::Serde => (
            "#[derive(serde::Deserialize, schemars::JsonSchema)]",
            "#[derive(serde::Deserialize, schemars::JsonSchema)]",
        ),
        Derived::Nothing => ("", ""),
    };
    let rule = |ours: &str, schemars: &str| match derived {
        Derived::Form => format!("#[form({ours})]"),
        Derived::Serde => format!("#[schemars({schemars})]"),
        Derived::Nothing => String::new(),
    };
    let length = rule("length = 3..=200", "length(min = 3, max = 200)");
    let items = rule("items = ..=3", "length(max = 3)");
    let range = rule("range = 1..=1_000_000", "range(min = 1, max = 1_000_000)");
    // Both kinds of crate are part of a server, which has rmcp.
    let mut source = format!(
        "use rmcp as _;

{choice}
pub enum Severity {{
    Low,
    High,
}}

{choice}
pub enum Team {{
    Storage,
    Billing,
    Support,
}}
"
    );
    for number in 0..count {
        let edited = if number == count / 2 { edit } else { 0 };
        let read = match (used, derived) {
            (Use::Declared, _) | (_, Derived::Nothing) => String::new(),
            (Use::Read, Derived::Form) => format!(
                "use askback::form::{{Policy, decode}};
    let schema = <Details{number} as askback::Form>::schema();
    (decode::<Details{number}>(Some(value), schema, Policy::Portable).ok(), schema.to_json())"
            ),
            (Use::Read, Derived::Serde) => format!(
                "let schema = schemars::schema_for!(Details{number}).to_value();
    (<Details{number} as serde::Deserialize>::deserialize(value).ok(), schema)"
            ),
        };
        write!(
            source,
            "
pub struct Before{number};

{form}
pub struct Details{number} {{
    /// Why is this table being emptied?
    {length}
    pub reason: String,
    /// How bad it is, for {number} and {edited}
    pub severity: Severity,
    /// Teams to tell afterwards
    {items}
    pub notify: Vec<Team>,
    /// At most so many rows
    {range}
    pub rows: Option<u32>,
    /// The share of rows to look at
    pub share: f64,
    /// Whether it can wait until the night
    pub at_night: bool,
}}
"
        )
        .unwrap_or_default();
        if !read.is_empty() {
            write!(
                source,
                "
pub fn read{number}(value: &serde_json::Value) -> (Option<Details{number}>, serde_json::Value) {{
    {read}
}}
"
            )
            .unwrap_or_default();
        }
    }
    source
}

/// So many tools in one server, that ask a form and for a confirmation, or that ask nothing.
pub(crate) fn tools(count: usize, interactive: bool, edit: usize) -> String {
    let (form, attribute, asked) = if interactive {
        (
            "#[derive(askback::Form)]\nstruct Details {\n    /// Why is this table being emptied?\n    reason: String,\n}\n",
            "#[askback::interactive]\n    ",
            "
        #[step(self.count(&table)?)] rows: usize,
        #[ask(\"Why does `{table}` go?\")] details: Details,
        #[ask(\"Delete all {rows} rows of `{table}`?\")] _confirmed: askback::Confirmed,",
        )
    } else {
        ("", "", "")
    };
    let done = if interactive {
        "Ok(format!(\"{rows} rows of {table} deleted: {}\", details.reason))"
    } else {
        "let rows = self.count(&table)?;\n        Ok(format!(\"{rows} rows of {table} deleted\"))"
    };
    let empty = if count == 0 { "(allow_empty)" } else { "" };
    let mut source = format!(
        "use rmcp::handler::server::wrapper::Parameters;
#[allow(unused_imports)]
use rmcp::{{ServerHandler, tool, tool_handler, tool_router}};

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct DeleteRows {{
    table: String,
}}

{form}
pub struct Admin;

impl Admin {{
    fn count(&self, table: &str) -> Result<usize, String> {{
        Ok(table.len())
    }}
}}

#[tool_handler]
impl ServerHandler for Admin {{}}

#[tool_router{empty}]
impl Admin {{
"
    );
    for number in 0..count {
        let edited = if number == count / 2 { edit } else { 0 };
        write!(
            source,
            "
    /// Delete every row of a table, for {number} and {edited}.
    {attribute}#[tool(annotations(destructive_hint = true))]
    async fn delete_rows_{number}(
        &self,
        Parameters(DeleteRows {{ table }}): Parameters<DeleteRows>,{asked}
    ) -> Result<String, String> {{
        {done}
    }}
"
        )
        .unwrap_or_default();
    }
    source.push_str("}\n");
    source
}
