//! How to, one page a subject.

#[cfg(feature = "testing")]
#[doc = include_str!("../guide/testing.md")]
pub mod testing {}
