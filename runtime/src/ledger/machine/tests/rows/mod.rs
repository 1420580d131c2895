//! Each row of the table, by name.

mod after;
mod any;
mod before;

use super::*;
