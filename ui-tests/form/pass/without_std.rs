//! Case nostd-paths: expansions name `core` and the runtime, and nothing of `std` or `alloc`.
#![no_std]
#![allow(dead_code)]

extern crate alloc;
extern crate std;

use alloc::string::String;
use alloc::vec::Vec;

use askback::Form as _;

#[derive(askback::Form)]
struct F {
    #[form(length = 1..=5, default = "x")]
    a: String,
    k: Option<K>,
    ks: Vec<K>,
    n: N,
}

#[derive(askback::Choice)]
enum K {
    /// Title
    A,
    B,
}

#[derive(askback::Field)]
struct N(u8);

#[derive(askback::Form)]
struct G<T: askback::Field> {
    a: T,
}

fn main() {
    assert_eq!(F::schema().fields().len(), 4);
    assert_eq!(G::<bool>::schema().fields().len(), 1);
    let _ = (K::A, K::B);
}
