//! The macros of `askback`. Their documentation stands on the re-exports of that crate.
