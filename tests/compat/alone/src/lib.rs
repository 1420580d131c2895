//! Cases crate-no-hidden-transitive-deps and nostd-paths: no serde, no schemars, no `std`; `alloc` for what fields are made of.
#![no_std]

extern crate alloc;

use alloc::{boxed::Box, string::String, vec::Vec};

use askback::{Choice, Field, Form};

#[derive(Form)]
#[form(json_schema, check = consistent)]
pub struct Deletion {
    #[form(length = 3..=200, default = "moved", check = brief)]
    pub reason: String,
    #[form(default = Severity::Low)]
    pub severity: Severity,
    #[form(items = ..=2, default = ["High"])]
    pub others: Vec<Severity>,
    #[form(choices)]
    pub table: Option<String>,
    pub rows: Rows,
}

#[derive(Choice)]
pub enum Severity {
    /// Low: can wait
    Low,
    High,
}

#[derive(Field)]
#[field(range = 1.., check = known)]
pub struct Rows(pub u32);

#[derive(Form)]
pub struct Generic<T: Field> {
    pub value: T,
}

fn brief(_: &String) -> Result<(), &'static str> {
    Ok(())
}

fn known(_: &u32) -> Result<(), Box<str>> {
    Ok(())
}

fn consistent(_: &Deletion) -> Result<(), String> {
    Ok(())
}

#[test]
fn forms_are_made() {
    assert_eq!(Deletion::schema().fields().len(), 5);
    assert_eq!(Generic::<Rows>::schema().fields().len(), 1);
}
