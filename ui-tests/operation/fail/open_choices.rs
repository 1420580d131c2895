//! Choices that only the call knows are looked at by every compile, one that makes no code included.

use askback::{Answer, Form, operation};

#[derive(Form)]
struct Pick {
    #[form(choices, rename = "offerId")]
    offer: String,
    seats: u8,
}

#[operation]
async fn forgotten(#[ask("Which?")] pick: Pick) -> Result<String, askback::Error> {
    Ok(pick.offer)
}

#[operation]
async fn forgotten_inside(#[ask("Which?", when = true)] pick: Option<Answer<Pick>>) -> Result<String, askback::Error> {
    Ok(pick.and_then(Answer::accepted).map(|pick| pick.offer).unwrap_or_default())
}

#[operation]
async fn misspelt(
    #[ask("Which?", choices(ofer = ["a"]), default(seets = 1))] pick: Pick,
) -> Result<String, askback::Error> {
    Ok(pick.offer)
}

fn main() {}
