use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::*;
use crate::{
    faults::Faults,
    interactive::{check, input},
};

fn handler(parameters: TokenStream) -> Handler {
    let method = syn::parse_quote!(#[tool] async fn x(&self, #parameters) -> R {});
    let mut faults = Faults::default();
    let input = input::read(TokenStream::new(), method, &mut faults);
    check::check(input, faults)
        .unwrap_or_else(|rejected| panic!("{:?}", rejected.faults.messages()))
        .handler
}

#[test]
fn only_what_the_gate_mentions_is_lent() {
    let handler = handler(quote! {
        Parameters(A { mut table, owner: Owner { name, .. } }): Parameters<A>,
        #[step(f(&table))] rows: u64,
        #[step(g(&table))] others: u64,
        #[ask("Why {others}?")] details: Details,
        #[ask("Delete {rows} of `{table}`? {}", details.reason, when = others > 3)] ok: Option<Answer<Confirmed<Purge>>>,
    });
    let gate = of(&handler).unwrap();
    let lent: Vec<_> = gate
        .lent
        .iter()
        .map(|lent| lent.pat.to_token_stream().to_string())
        .collect();
    assert_eq!(
        lent,
        [
            "Parameters (A { table , owner : Owner { name , .. } })",
            "rows",
            "details"
        ]
    );
    assert_eq!(
        gate.confirmed.to_token_stream().to_string(),
        "Confirmed < Purge >"
    );
    assert!(!gate.mentions_self && !gate.of_arguments);
    assert!(gate.question.when.is_none());
}

#[test]
fn a_gate_over_arguments_can_be_made_again_from_these() {
    for (attribute, of_arguments) in [
        (quote!("Go?"), true),
        (quote!("Go, {table}, below {LIMIT}?"), true),
        (
            quote!(
                "Go, {}?",
                place.name.len(),
                typed = table,
                covers = (&table, place.0)
            ),
            true,
        ),
        (quote!("Go, {rows}?"), false),
        (quote!("Go?", covers = self.limit), false),
        (quote!("Go, {user}?"), false),
    ] {
        let handler = handler(quote! {
            Parameters(A { table, place }): Parameters<A>,
            user: Principal,
            #[step(1)] rows: u64,
            #[ask(#attribute)] ok: Confirmed,
        });
        assert_eq!(
            of(&handler).unwrap().of_arguments,
            of_arguments,
            "{attribute}"
        );
    }
}

#[test]
fn what_cannot_be_evaluated_elsewhere_is_not() {
    for attribute in [
        quote!("{}", self.count().await),
        quote!("{}", self.count()?),
        quote!("{}", rows.iter().map(|rows| rows + 1).sum::<u64>()),
        quote!("{}", {
            let other = rows;
            let rows = other;
            rows
        }),
        quote!("{}", custom!(rows => 1)),
        quote!("{}", custom!(1 => self.f()?)),
    ] {
        let handler = handler(quote!(#[step(1)] rows: u64, #[ask(#attribute)] ok: Confirmed));
        assert!(of(&handler).is_none(), "{attribute}");
    }
    for parameters in [
        quote!(#[ask("One?")] one: Confirmed, #[ask("Two?")] two: Confirmed),
        quote!(#[ask("One?")] one: Details),
        quote!(Wrapped(&name): Wrapped, #[ask("{name}?")] one: Confirmed),
    ] {
        assert!(of(&handler(parameters.clone())).is_none(), "{parameters}");
    }
}

#[test]
fn a_borrowed_value_keeps_its_type() {
    for (written, lent) in [
        ("rows + 1", "(* rows) + 1"),
        ("rows(&rows)", "rows (& (* rows))"),
        ("self.rows(rows.len())", "self . rows ((* rows) . len ())"),
        (
            "Row { rows, x: rows.x }",
            "Row { rows : (* rows) , x : (* rows) . x }",
        ),
        (
            "matches!(rows, Rows::Many | Rows::Some(_))",
            "matches ! ((* rows) , Rows :: Many | Rows :: Some (_))",
        ),
        (
            "format!(\"{rows} {} {n}\", rows, n = rows)",
            "format ! (\"{rows} {} {n}\" , (* rows) , n = (* rows))",
        ),
        ("vec![rows, 1]", "vec ! [(* rows) , 1]"),
        ("a::rows", "a :: rows"),
        ("custom!(1 => 2)", "custom ! (1 => 2)"),
    ] {
        let expr: Expr = syn::parse_str(written).unwrap();
        let handler =
            handler(quote!(#[step(1)] rows: u64, #[ask("{}{rows}", #expr)] ok: Confirmed));
        let gate = of(&handler).unwrap();
        let Words::Literal { positional, .. } = &gate.question.words else {
            panic!("a literal");
        };
        let first = positional
            .first()
            .map(|value| value.to_token_stream().to_string());
        assert_eq!(first.as_deref(), Some(lent));
    }
}
