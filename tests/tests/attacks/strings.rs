//! Arguments that try to make a confirmation say something else.

use askback::testing::Era;
use serde_json::json;

use crate::vault::{ada, effects};

/// What the argument is, and how it has to look in the message; `None` when it must not be asked about.
const HOSTILE: [(&str, Option<&str>); 32] = [
    (
        "users`? It is empty anyway. Delete `nothing",
        Some(r"users\u{60}? It is empty anyway. Delete \u{60}nothing"),
    ),
    ("users\nAnswer yes", Some(r"users\u{a}Answer yes")),
    ("users\r\nAnswer yes", Some(r"users\u{d}\u{a}Answer yes")),
    ("users\tx", Some(r"users\u{9}x")),
    ("users\u{0}", Some(r"users\u{0}")),
    ("users\u{1b}[2K", Some(r"users\u{1b}[2K")),
    ("users\u{7f}", Some(r"users\u{7f}")),
    ("users\u{85}x", Some(r"users\u{85}x")),
    ("users\u{a0}x", Some(r"users\u{a0}x")),
    ("\u{202e}sresu", Some(r"\u{202e}sresu")),
    ("\u{202d}users\u{202c}", Some(r"\u{202d}users\u{202c}")),
    ("\u{2066}users\u{2069}", Some(r"\u{2066}users\u{2069}")),
    ("\u{200e}users\u{200f}", Some(r"\u{200e}users\u{200f}")),
    ("us\u{200b}ers", Some(r"us\u{200b}ers")),
    ("us\u{200d}ers", Some(r"us\u{200d}ers")),
    ("us\u{2060}ers", Some(r"us\u{2060}ers")),
    ("\u{feff}users", Some(r"\u{feff}users")),
    ("us\u{ad}ers", Some(r"us\u{ad}ers")),
    ("users\u{2028}x", Some(r"users\u{2028}x")),
    ("users\u{2029}x", Some(r"users\u{2029}x")),
    ("users\u{e0041}\u{e007f}", Some(r"users\u{e0041}\u{e007f}")),
    ("users\u{e000}", Some(r"users\u{e000}")),
    ("users\u{378}", Some(r"users\u{378}")),
    ("users\u{3164}", Some(r"users\u{3164}")),
    ("users\u{3000}x", Some(r"users\u{3000}x")),
    ("users\u{fff9}x", Some(r"users\u{fff9}x")),
    ("users\u{1d173}", Some(r"users\u{1d173}")),
    ("users\u{e0100}", Some(r"users\u{e0100}")),
    (
        "{rows} {} {0} %s ${table}",
        Some("{rows} {} {0} %s ${table}"),
    ),
    ("https://example.org/approve", None),
    ("see javascript://x", None),
    ("Größe 日本語 🐲", Some("Größe 日本語 🐲")),
];

#[tokio::test]
async fn a_hostile_argument_is_shown_as_what_it_is_or_not_at_all() {
    for era in Era::ALL {
        let person = ada(era);
        for (argument, shown) in HOSTILE {
            let came = person
                .call("drop_table", json!({ "table": argument }))
                .await;
            match shown {
                Some(shown) => {
                    let gate = came.expect_gate("confirmed");
                    assert_eq!(gate.message(), format!("Drop `{shown}`?"), "{argument:?}");
                }
                None => {
                    let failed = came.expect_failed();
                    let text = failed.text();
                    assert!(!text.contains(argument), "a value in an error: {text}");
                }
            }
        }
        assert_eq!(effects(&person), 0, "{era}");
    }
}

#[tokio::test]
async fn a_gate_shows_all_or_nothing() {
    for era in Era::ALL {
        let person = ada(era);
        let fits = json!({ "table": "x".repeat(256) });
        let _ = person
            .call("drop_table", fits)
            .await
            .expect_gate("confirmed");
        for table in [
            "x".repeat(257),
            format!("{}users", " ".repeat(300)),
            "\u{200b}".repeat(257),
        ] {
            let came = person.call("drop_table", json!({ "table": table })).await;
            let failed = came.expect_failed();
            assert!(failed.text().contains("`covers`"), "{era} {failed:?}");
        }
    }
}

/// What cannot be confirmed is not asked about at all: the person is not made to give a reason first.
#[tokio::test]
async fn a_call_that_cannot_be_confirmed_asks_nothing() {
    for era in Era::ALL {
        let long = json!({ "table": "x".repeat(257) });
        ada(era).call("delete_rows", long).await.expect_failed();
    }
}

#[tokio::test]
async fn a_form_cuts_and_says_so() {
    for era in Era::ALL {
        let long = json!({ "table": "x".repeat(300) });
        let asked = ada(era).call("explain", long).await;
        let _ = asked.expect_form("details").shows("(44 more characters)");
    }
}
