//! A gate without a field is for what destroys nothing.

use askback::{Confirmed, operation};

#[operation]
async fn destructive(#[ask("Go?", plain)] confirmed: Confirmed) -> Result<u8, askback::Error> {
    drop(confirmed);
    Ok(1)
}

#[operation(non_destructive)]
async fn labelled(#[ask("Go?", plain, label = "Yes")] confirmed: Confirmed) -> Result<u8, askback::Error> {
    drop(confirmed);
    Ok(1)
}

// Case: a confirmation is not made, and not kept.
#[operation]
async fn kept(#[ask("Go?")] confirmed: Confirmed) -> Result<Confirmed<'static>, askback::Error> {
    Ok(confirmed)
}

fn main() {}
