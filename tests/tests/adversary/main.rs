//! What an attacker, a faulty client or a careless author could try beside what `attacks` tries.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chain;
mod dropped;
mod fuzz;
mod kept;
mod lookalikes;
mod shaky;
mod sites;
mod trap;
mod words;
