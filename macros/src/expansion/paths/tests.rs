use quote::quote;
use syn::visit::Visit;

use super::{
    super::{Entry, corpus::Case},
    Paths,
    names::qualified,
};

#[test]
fn every_path_is_absolute() {
    let mut found = Vec::new();
    for case in Case::all() {
        let mut sources = vec![case.with()];
        sources.extend(case.without());
        for source in sources {
            let source = qualified(source);
            let written = source.to_string().replace(' ', "");
            let runtime = match () {
                () if written.contains("facade::forms") => "facade::forms",
                () if written.contains("facade::asking") => "facade::asking",
                () => "::askback",
            };
            let program = case.entry.program(&case.expand(source.clone())).unwrap();
            let derived = matches!(case.entry, Entry::Form | Entry::Choice | Entry::Field);
            let mut paths = Paths::new(&source, runtime, !derived);
            paths.visit_file(&program);
            found.extend(
                paths
                    .wrong
                    .into_iter()
                    .map(|wrong| format!("{:?}, {}: {wrong}", case.entry, case.name)),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Each of these would break for an author who has something else of that name.
#[test]
fn what_is_not_absolute_is_found() {
    let source = quote!(
        struct Form {
            name: own::Text,
        }
    );
    let wrong = |expansion: &str| {
        let mut paths = Paths::new(&source, "::askback", false);
        paths.visit_file(&syn::parse_str(expansion).unwrap());
        paths.wrong
    };
    for (bad, says) in [
        ("fn f() -> Option<u8> { loop {} }", "path `Option"),
        ("fn f() { let _ = None; }", "path `None`"),
        ("fn f() { match x { None => () } }", "pattern `None`"),
        ("fn f() { match x { Some(_) => () } }", "path `Some`"),
        ("fn f() -> bool { loop {} }", "path `bool`"),
        (
            "fn f() -> core::primitive::bool { loop {} }",
            "path `core ::",
        ),
        (
            "fn f() -> ::serde_json::Value { loop {} }",
            "path `:: serde_json",
        ),
        (
            "fn f() { ::askback::decode() }",
            "path `:: askback :: decode`",
        ),
        (
            "fn f() { askback::__private::decode() }",
            "path `askback ::",
        ),
        ("fn f() { crate::decode() }", "path `crate ::"),
        ("impl Clone for Form {}", "path `Clone`"),
        (
            "impl<T: Send> ::core::clone::Clone for Form {}",
            "path `Send`",
        ),
        ("impl<T> ::core::clone::Clone for Form {}", "parameter `T`"),
        ("fn f<'a>() {}", "lifetime `'a`"),
        ("#[derive(Debug)] struct Form;", "path `Debug`"),
        ("#[document(\"x\")] fn f() {}", "path `document`"),
        ("fn f() { ::std::format!(\"\") }", "path `:: std :: format`"),
        ("fn f() { format!(\"\") }", "path `format`"),
        (
            "fn f() { ::core::format_args!(\"{}\", Some(1)) }",
            "path `Some`",
        ),
        (
            "fn f() { ::askback::__private::told!(Result<(), ()>) }",
            "path `Result",
        ),
        ("fn f() { name.clone() }", "method `name . clone"),
        ("fn f() { self.decode() }", "method `self . decode"),
        (
            "fn f() { __askback_opened.lease() }",
            "method `__askback_opened . lease",
        ),
        (
            "fn f() { ::askback::__private::Values::default() }",
            "method of a trait",
        ),
        ("fn f() { let value = 1; }", "pattern `value`"),
    ] {
        let wrong = wrong(bad);
        assert!(
            wrong.iter().any(|wrong| wrong.starts_with(says)),
            "{bad}: {wrong:?}"
        );
    }
    let good = "impl ::core::clone::Clone for Form {
        fn clone(&self) -> Self {
            let __askback_0 = ::askback::__private::form::spec::<own::Text>().read(&self.name);
            ::core::format_args!(\"{name}\", name = (&__askback_values).show(&name), x = 1);
            self.__askback_run()
        }
    }";
    let wrong = wrong(good);
    assert!(wrong.is_empty(), "{wrong:?}");
}
