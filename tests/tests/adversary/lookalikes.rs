//! Values that want to look like others, or like the author's words.

use serde_json::json;

use crate::trap::serve;
use askback_tests::wire::Wire;

async fn shown(name: &str) -> String {
    let (served, _) = serve();
    let came = Wire::to(served)
        .call("drop_named", json!({ "name": name }), json!({}))
        .await;
    let message = &came["result"]["inputRequests"]["confirmed"]["params"]["message"];
    message
        .as_str()
        .unwrap_or_else(|| panic!("{came}"))
        .to_owned()
}

#[tokio::test]
async fn two_values_never_look_the_same() {
    for (one, other) in [
        ("a`b", r"a\u{60}b"),
        ("a\nb", r"a\u{a}b"),
        ("a\u{202e}b", r"a\u{202e}b"),
        (r"a\u{60}b", r"a\u{5c}u{60}b"),
        ("\\\u{202e}", r"\\u{202e}"),
    ] {
        assert_ne!(shown(one).await, shown(other).await, "{one:?} {other:?}");
    }
    assert_eq!(
        shown(r"C:\users\x").await,
        r"Drop `C:\users\x`?",
        "a path stays readable"
    );
}

#[tokio::test]
async fn a_value_does_not_draw_on_the_words_before_it() {
    for name in ["\u{338}users", "\u{20dd}users", "\u{903}users"] {
        let message = shown(name).await;
        assert!(message.starts_with("Drop `\\u{"), "{message}");
    }
    assert_eq!(
        shown("e\u{301}tat").await,
        "Drop `e\u{301}tat`?",
        "within a value a mark is a letter's"
    );
}

#[tokio::test]
async fn braces_in_a_value_are_braces() {
    for name in ["{name}", "{}", "{{", "{0}", "}{"] {
        assert_eq!(shown(name).await, format!("Drop `{name}`?"));
    }
}

#[tokio::test]
async fn a_confirmation_put_together_by_hand_shows_no_links_and_nothing_invisible() {
    let (served, trap) = serve();
    let mut wire = Wire::to(served);
    let came = wire
        .call(
            "by_hand",
            json!({ "name": "https://evil.example" }),
            json!({}),
        )
        .await;
    assert_eq!(came["result"]["isError"], true, "{came}");
    let came = wire
        .call(
            "by_hand",
            json!({ "name": "a\u{202e}\u{200b}b" }),
            json!({}),
        )
        .await;
    let message = &came["result"]["inputRequests"]["confirmed"]["params"]["message"];
    assert_eq!(message, r"Drop `a\u{202e}\u{200b}b`?");
    assert_eq!(trap.effects.get(), 0);
}
