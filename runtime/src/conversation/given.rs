//! What a question gives to its form, checked when the handler is compiled.

use super::asked::{Asked, Optional};
use crate::form::Member;
use crate::form::derive::message::{Message, contains};

/// Ends the compile unless `choices` are of fields that want some from the call, and of all of these, and `defaults` are of
/// fields that there are. Fields go by their names in the struct or on the wire.
#[track_caller]
pub const fn given<'call, T: Asked<'call>>(choices: &[&str], defaults: &[&str]) {
    check(T::MEMBERS, choices, defaults);
}

/// As [`given`], for a question with `when`.
#[track_caller]
pub const fn given_when<'call, O: Optional<Inner: Asked<'call>>>(
    choices: &[&str],
    defaults: &[&str],
) {
    check(O::Inner::MEMBERS, choices, defaults);
}

#[track_caller]
const fn check(members: &[Member], choices: &[&str], defaults: &[&str]) {
    if members.is_empty() {
        // A form that was not derived: the runtime looks at its schema.
        return;
    }
    let mut at = 0;
    while at < choices.len() {
        if !member(members, choices[at]).open {
            Message::new()
                .text("`")
                .text(choices[at])
                .text("` takes no choices from the call; put `#[form(choices)]` on the field, or drop the key")
                .fail()
        }
        at += 1;
    }
    at = 0;
    while at < defaults.len() {
        member(members, defaults[at]);
        at += 1;
    }
    at = 0;
    while at < members.len() {
        let Member { name, wire, open } = members[at];
        if open && !contains(choices, name) && !contains(choices, wire) {
            Message::new()
                .text("`")
                .text(name)
                .text("` has choices that only the call knows; give them: `choices(")
                .text(name)
                .text(" = values)`")
                .fail()
        }
        at += 1;
    }
}

#[track_caller]
const fn member(members: &[Member], name: &str) -> Member {
    let mut at = 0;
    while at < members.len() {
        let member = members[at];
        if contains(&[member.name, member.wire], name) {
            return member;
        }
        at += 1;
    }
    Message::new()
        .text("the form has no field `")
        .text(name)
        .text("`; name one that it has")
        .fail()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBERS: &[Member] = &[
        Member {
            name: "offer",
            wire: "offerId",
            open: true,
        },
        Member {
            name: "seats",
            wire: "seats",
            open: false,
        },
    ];

    #[test]
    fn names_of_both_kinds_pass() {
        check(MEMBERS, &["offer"], &["seats", "offerId"]);
        check(MEMBERS, &["offerId"], &[]);
        check(&[], &["anything"], &[]);
    }

    #[test]
    #[should_panic(expected = "`offer` has choices that only the call knows")]
    fn open_choices_have_to_be_given() {
        check(MEMBERS, &[], &[]);
    }

    #[test]
    #[should_panic(expected = "`seats` takes no choices")]
    fn other_choices_are_not() {
        check(MEMBERS, &["seats", "offer"], &[]);
    }

    #[test]
    #[should_panic(expected = "no field `place`")]
    fn a_default_is_of_a_field() {
        check(MEMBERS, &["offer"], &["place"]);
    }
}
