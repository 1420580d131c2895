//! Tests of the canonical form.
