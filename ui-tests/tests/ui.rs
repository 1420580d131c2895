//! Runs the cases: those that have to compile are also run, and assert; those that must not are compared with their
//! `.stderr`.

#[test]
fn derives() {
    let cases = trybuild::TestCases::new();
    for name in ["form", "choice", "field"] {
        cases.pass(format!("{name}/pass/*.rs"));
        cases.compile_fail(format!("{name}/fail/*.rs"));
    }
}

#[test]
fn operation() {
    let cases = trybuild::TestCases::new();
    cases.pass("operation/pass/*.rs");
    cases.compile_fail("operation/fail/*.rs");
}

#[test]
fn interactive() {
    let cases = trybuild::TestCases::new();
    cases.pass("interactive/pass/*.rs");
    cases.compile_fail("interactive/fail/*.rs");
}
