//! Handlers as authors want to write them, served to a real client over a pipe, in both eras.

mod admin;
mod incident;
mod masking;
mod person;
