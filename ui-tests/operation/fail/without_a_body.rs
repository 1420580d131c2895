//! An operation that is only declared.
use askback::{Confirmed, operation};

#[operation]
async fn go(#[ask("Go?")] ok: Confirmed) -> Result<String, askback::Error>;

fn main() {}
