//! `message!` shows values in a literal; a text made elsewhere needs no macro.
use askback::{Ask, Form, Pause, message};

#[derive(Form)]
struct Details {
    reason: String,
}

async fn ask(table: String, ask: &mut Ask<'_>) -> Result<Details, Pause> {
    ask.form("details", message!(format!("Why does {table} go?"))).await
}

async fn ask_again(text: String, ask: &mut Ask<'_>) -> Result<Details, Pause> {
    ask.form("details", message!(text)).await
}

fn main() {}
