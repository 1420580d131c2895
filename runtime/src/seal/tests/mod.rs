//! Tests of the sealed envelope.
