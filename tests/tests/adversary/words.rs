//! Values in a confirmation that is asked as the body goes.

use askback::message;

#[test]
fn a_value_cannot_speak_for_the_author() {
    let table = "users`?\n\nNothing is deleted. `x";
    let shown = message!("Drop `{table}`, {} rows?", 3);
    assert_eq!(
        shown.text(),
        r"Drop `users\u{60}?\u{a}\u{a}Nothing is deleted. \u{60}x`, 3 rows?"
    );
    assert_eq!(shown.template(), "Drop `{table}`, {} rows?");
}
