//! The types that a field may have.

pub(super) mod choice;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
mod number;
mod option;
mod text;
#[cfg(any(feature = "url", feature = "email"))]
mod web;

#[cfg(test)]
mod tests;
