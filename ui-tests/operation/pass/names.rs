//! Where operations stand, and what they are called.

mod backups {
    use askback::operation;

    /// Public, with a plan that is public too.
    #[operation]
    pub async fn purge(#[step(1)] one: u8) -> Result<u8, askback::Error> {
        Ok(one)
    }

    #[operation(name = "rest")]
    pub(crate) async fn r#move(#[step(1)] one: u8) -> Result<u8, askback::Error> {
        Ok(one)
    }

    // Case: private ones may be registered where they stand.
    #[operation]
    async fn hidden() -> Result<u8, askback::Error> {
        Ok(1)
    }

    pub fn name() -> String {
        askback::Operation::<()>::name(&hidden).to_owned()
    }
}

use askback::{Operation, operation};
use backups::purge as purge_again;

#[operation]
async fn r#type() -> Result<u8, askback::Error> {
    Ok(1)
}

#[cfg(any())]
#[operation]
async fn left_out(_: &Missing) -> Result<u8, askback::Error> {
    Ok(1)
}

#[allow(unused)]
#[operation]
async fn left_out() -> Result<u8, askback::Error> {
    Ok(1)
}

fn name(operation: impl Operation<()>) -> String {
    operation.name().to_owned()
}

fn main() {
    // Case: inside of a function.
    #[operation]
    async fn inside() -> Result<u8, askback::Error> {
        Ok(1)
    }
    assert_eq!(name(inside), "inside");
    assert_eq!(name(backups::purge), "purge");
    assert_eq!(name(purge_again), "purge");
    assert_eq!(name(backups::r#move), "rest");
    assert_eq!(name(r#type), "type");
    assert_eq!(backups::name(), "hidden");
    assert_eq!(backups::purge::plan().to_string(), "1. runs `one`, then the handler");
    assert_eq!(backups::r#move::plan().to_string(), "1. runs `one`, then the handler");
}
