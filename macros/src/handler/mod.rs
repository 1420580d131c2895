//! What a function that asks declares: its parameters, what they ask and compute, and the code that goes through that. Whatever
//! calls the function: `#[interactive]` and `#[operation]` are both made of this.

pub(crate) mod ask;
pub(crate) mod check;
pub(crate) mod document;
pub(crate) mod expand;
pub(crate) mod input;
pub(crate) mod item;
pub(crate) mod mentions;
pub(crate) mod message;
pub(crate) mod model;
mod plan;
mod rounds;
#[cfg(test)]
mod shapes;
