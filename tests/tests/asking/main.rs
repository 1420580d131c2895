//! Asking as the body goes, end to end, in both eras.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod progress;

const NOVEMBER: &str = "2025-11-25";
