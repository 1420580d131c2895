//! What a handler's own error becomes, whatever type it is, and that a pause gets out through every one of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod desk;
mod kinds;
mod told;
