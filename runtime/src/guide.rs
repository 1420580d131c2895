//! How to, one page a subject.

#[cfg(feature = "rmcp")]
#[doc = include_str!("../guide/plan.md")]
pub mod plan {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("../guide/gates.md")]
pub mod gates {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("../guide/ledger.md")]
pub mod ledger {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("../guide/serving.md")]
pub mod serving {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("../guide/errors.md")]
pub mod errors {}

#[cfg(feature = "rmcp")]
#[doc = include_str!("../guide/registry.md")]
pub mod registry {}

#[cfg(all(feature = "rmcp", feature = "testing"))]
#[doc = include_str!("../guide/testing.md")]
pub mod testing {}

/// Every key of every macro: where it stands, which values it takes, what holds without it, what it excludes. One page a macro.
pub mod reference {
    #[doc = include_str!("../guide/reference/form.md")]
    pub mod form {}

    #[doc = include_str!("../guide/reference/choice.md")]
    pub mod choice {}

    #[doc = include_str!("../guide/reference/field.md")]
    pub mod field {}

    #[doc = include_str!("../guide/reference/interactive.md")]
    pub mod interactive {}

    #[doc = include_str!("../guide/reference/operation.md")]
    pub mod operation {}
}
