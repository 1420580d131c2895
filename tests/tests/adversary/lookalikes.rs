//! Values that want to look like others, or like the author's words.

use askback::testing::Tester;
use serde_json::json;

use crate::trap::Trap;

async fn shown(name: &str) -> String {
    let person = Tester::new(Trap::default());
    let asked = person.call("drop_named", json!({ "name": name })).await;
    asked.expect_gate("confirmed").message().to_owned()
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
    let person = Tester::new(Trap::default());
    let link = json!({ "name": "https://evil.example" });
    person.call("by_hand", link).await.expect_failed();
    let invisible = json!({ "name": "a\u{202e}\u{200b}b" });
    let asked = person.call("by_hand", invisible).await;
    let gate = asked.expect_gate("confirmed");
    assert_eq!(gate.message(), r"Drop `a\u{202e}\u{200b}b`?");
    assert_eq!(person.server().effects.get(), 0);
}
