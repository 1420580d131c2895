//! seal/mod
