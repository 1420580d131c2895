//! The crate under another name.

mod vendored {
    pub use ::askback as kit;
}

use vendored::kit::{Form, Operation, operation};

#[derive(Form)]
#[form(crate = crate::vendored::kit)]
struct Details {
    reason: String,
}

#[operation(crate = crate::vendored::kit)]
async fn asks(#[step(1)] one: u8, #[ask("Why {one}?")] details: Details) -> Result<String, vendored::kit::Error> {
    Ok(details.reason)
}

fn main() {
    let operation: &dyn Operation<()> = &asks;
    assert_eq!(operation.name(), "asks");
    assert_eq!(asks::plan().rounds().len(), 1);
}
