//! Faults that people met with questions, answers and rounds, end to end: one row each in `cases.json`, by the names that
//! they go by. What concerns the content of forms alone stands beside the decoder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agency;
mod asked;
mod ids;
mod limits;
mod peers;
mod rows;
mod table;
mod tools;
