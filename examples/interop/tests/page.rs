//! The lint for forms against the page that real clients wrote, `docs/clients.md`: what the page shows to go wrong with a kind
//! of field is known, and what it shows to go well is not warned of.

use std::collections::BTreeMap;

use askback::form::{Policy, Schema};
use askback::testing::Era;
use askback::testing::portability::{Client, Findings, Lint, Severity, portability_of};
use serde_json::json;

const PAGE: &str = include_str!("../../../docs/clients.md");

/// The rows of the table under this heading, without its head; each without the space around its cells.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, part) = PAGE.split_once(heading).unwrap();
    let lines = part.lines().skip_while(|line| !line.starts_with('|'));
    let table = lines.take_while(|line| line.starts_with('|'));
    let rows = table.map(|line| line.trim_matches('|').split('|').map(str::trim).collect());
    let rows: Vec<Vec<_>> = rows.collect();
    let clients = Client::ALL.map(|client| client.to_string());
    assert_eq!(rows[0][1..], clients, "{heading}");
    rows[2..].to_vec()
}

/// What the lint says of the form that asks for this kind.
async fn findings(kind: &str) -> Findings {
    let person = super::person(Era::Modern);
    let asked = person.call("one_field", json!({ "kind": kind })).await;
    let asked = asked.expect_form("one");
    let schema = &asked.request()["params"]["requestedSchema"];
    portability_of(&Schema::from_json(schema, Policy::Portable).unwrap())
}

/// Whether a client fails with the field, or changes what the person gave.
fn harmful(cell: &str) -> bool {
    cell.contains("refuses") || cell.contains("not through") || cell.contains("comes back as")
}

#[test]
fn the_lint_is_about_the_versions_of_the_page() {
    let rows = rows("# What each client does");
    for (client, cell) in Client::ALL.iter().zip(&rows[0][1..]) {
        assert!(cell.ends_with(client.version()), "{client}: {cell}");
    }
}

#[tokio::test]
async fn the_lint_knows_what_the_page_shows() {
    // By kind and client: whether any of its rows does harm, or only another round or a value that nobody gave.
    let mut seen = BTreeMap::<(&str, usize), (bool, bool)>::new();
    for row in rows("## Kinds of field") {
        let kind = row[0].split('`').nth(1).unwrap();
        for (place, cell) in row[1..].iter().enumerate() {
            let (harm, default) = seen.entry((kind, place)).or_default();
            *harm |= harmful(cell);
            *default |=
                cell.contains("filled in") || cell.contains("left out, so it is asked again");
        }
    }
    assert!(seen.len() > 5 * 30, "{}", seen.len());
    for ((kind, place), (harm, default)) in seen {
        let client = Client::ALL[place];
        let findings = findings(kind).await;
        let of_client = findings
            .iter()
            .filter(|finding| finding.clients().contains(&client));
        let of_client: Vec<_> = of_client.collect();
        let warned = of_client
            .iter()
            .any(|finding| finding.severity() == Severity::Harm);
        assert_eq!(warned, harm, "{kind}, {client}: {findings}");
        if default {
            assert!(
                of_client
                    .iter()
                    .any(|finding| finding.lint() == Lint::Default),
                "{kind}, {client}: {findings}"
            );
        }
    }
}
