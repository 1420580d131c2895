//! Handlers whose parts come through `macro_rules!`.

use askback::{Confirmed, Form, interactive};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    table: String,
}

#[derive(Form)]
struct Details {
    reason: String,
}

macro_rules! server {
    ($server:ident, $name:ident, $table:ident, $form:ty, $gate:ty, $message:literal, $shown:expr, $step:ty, $output:ty) => {
        struct $server;

        #[tool_router]
        impl $server {
            /// From a macro.
            #[interactive(ttl = 60)]
            #[tool(annotations(read_only_hint = true))]
            async fn $name(
                &self,
                Parameters(Arguments { $table }): Parameters<Arguments>,
                #[step(())] _: $step,
                #[ask($message)] details: $form,
                #[ask("Go, {}?", $shown)] first: $gate,
                #[ask("Go, {}?", details.reason, plain)] second: $gate,
            ) -> $output {
                drop((first, second));
                Ok(format!("{} {}", $table, details.reason))
            }
        }
    };
}

server!(Server, go, table, Details, Confirmed<'_>, "Why does `{table}` go?", table, (), Result<String, askback::Error>);

fn main() {
    assert_eq!(Server::tool_router().list_all().len(), 1);
}
