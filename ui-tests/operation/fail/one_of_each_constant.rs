//! A mistake of each kind that the compiler finds when it evaluates constants, which it does once all else is right.

use askback::{Form, operation};

#[derive(Form)]
struct Pick {
    #[form(choices)]
    offer: String,
    seats: u8,
}

#[operation]
async fn choices(
    #[ask("Which?")] forgotten: Pick, //~
    #[ask("Which?", choices(offer = ["a"], seats = ["1"]))] closed: Pick, //~
    #[ask("Which?", choices(offer = ["a"]), default(seat = 1))] no_field: Pick, //~
) -> Result<String, askback::Error> {
    Ok(format!("{} {} {}", forgotten.offer, closed.seats, no_field.seats))
}

fn main() {}
