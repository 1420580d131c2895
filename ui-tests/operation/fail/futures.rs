//! A registry runs its calls on any thread: what a body or an expression waits with has to be `Send`.

use std::rc::Rc;

use askback::{Form, operation};

#[derive(Form)]
struct Details {
    reason: String,
}

#[operation]
async fn body(#[ask("Why?")] details: Details) -> Result<String, askback::Error> {
    let kept = Rc::new(details);
    std::future::ready(()).await;
    Ok(kept.reason.clone())
}

#[operation]
async fn step(#[step({ let kept = Rc::new(1); std::future::ready(()).await; *kept })] one: u8) -> Result<u8, askback::Error> {
    Ok(one)
}

fn main() {}
