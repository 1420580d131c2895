//! How to, one page a subject.

#[doc = include_str!("../guide/plan.md")]
pub mod plan {}

#[doc = include_str!("../guide/gates.md")]
pub mod gates {}

#[doc = include_str!("../guide/ledger.md")]
pub mod ledger {}

#[doc = include_str!("../guide/serving.md")]
pub mod serving {}

#[doc = include_str!("../guide/errors.md")]
pub mod errors {}

#[doc = include_str!("../guide/registry.md")]
pub mod registry {}

#[cfg(feature = "testing")]
#[doc = include_str!("../guide/testing.md")]
pub mod testing {}
