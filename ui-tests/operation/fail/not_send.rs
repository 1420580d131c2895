//! What cannot be sent to another thread is shown where the author holds it; a state that cannot be shared, at its type.

use std::cell::Cell;
use std::rc::Rc;

use askback::{Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

struct Counter {
    count: Cell<u8>,
}

async fn other() {}

#[operation]
async fn in_the_body(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    let counted = Rc::new(1);
    other().await;
    drop(counted);
    Ok(details.reason)
}

#[operation]
async fn in_a_step(
    #[step({
        let counted = Rc::new(1);
        other().await;
        *counted
    })]
    _rows: u64,
    #[ask("Why?")] details: Details,
) -> Result<String, askback::Error> {
    Ok(details.reason)
}

#[operation]
async fn of_a_state(counter: &Counter, #[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    counter.count.set(1);
    Ok(details.reason)
}

fn main() {}
