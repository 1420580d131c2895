//! An operation is no method: what it needs is its state.

use askback::{Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Db {
    name: String,
}

impl Db {
    #[operation]
    async fn purge(&self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(format!("{} {}", self.name, details.reason))
    }

    #[operation]
    async fn by_value(self, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
        Ok(details.reason)
    }
}

fn main() {
    let _ = Db { name: String::new() };
}
