//! What a question gives to its form, checked when the handler is compiled.

use std::marker::PhantomData;

use super::keys::FilledIn;
use crate::form::Member;
use crate::form::derive::message::{Message, contains};

/// Stands for the type of a question, for the fields of its form. A type that is no form has none: of one that cannot be asked
/// for it is said elsewhere, and of a form that was not derived the runtime looks at the schema.
pub struct Fields<T>(PhantomData<T>);

impl<T: FilledIn> Fields<T> {
    /// The fields.
    pub const MEMBERS: &'static [Member] = T::MEMBERS;
}

/// The same, for a question with `when`.
pub struct FieldsWhen<T>(PhantomData<T>);

impl<T: FilledIn> FieldsWhen<Option<T>> {
    /// The fields.
    pub const MEMBERS: &'static [Member] = T::MEMBERS;
}

/// What is found where the type has no constant of its own.
pub trait NoFields {
    /// None.
    const MEMBERS: &'static [Member] = &[];
}

impl<T> NoFields for Fields<T> {}
impl<T> NoFields for FieldsWhen<T> {}

/// Ends the compile unless there is a field of this name, in the struct or on the wire.
#[track_caller]
pub const fn names_field(members: &[Member], name: &str) {
    if members.is_empty() || member(members, name).is_some() {
        return;
    }
    let mut message = Message::new()
        .text("the form has no field `")
        .text(name)
        .text("`; the fields are ");
    let mut at = 0;
    while at < members.len() {
        if at > 0 {
            message = message.text(", ");
        }
        message = message.text("`").text(members[at].name).text("`");
        at += 1;
    }
    message.fail()
}

/// Ends the compile unless the field of this name wants choices from the call.
#[track_caller]
pub const fn takes_choices(members: &[Member], name: &str) {
    names_field(members, name);
    if let Some(Member { open: false, .. }) = member(members, name) {
        Message::new()
            .text("`")
            .text(name)
            .text("` takes no choices from the call; put `#[form(choices)]` on the field, or drop the key")
            .fail()
    }
}

/// Ends the compile unless every field that wants choices from the call is among those that are given some.
#[track_caller]
pub const fn choices_given(members: &[Member], choices: &[&str]) {
    let mut at = 0;
    while at < choices.len() {
        if member(members, choices[at]).is_none() {
            // Said at the name already, which may be meant for the one that is missing.
            return;
        }
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

const fn member(members: &[Member], name: &str) -> Option<Member> {
    let mut at = 0;
    while at < members.len() {
        let member = members[at];
        if contains(&[member.name, member.wire], name) {
            return Some(member);
        }
        at += 1;
    }
    None
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
        for choices in [["offer"], ["offerId"]] {
            takes_choices(MEMBERS, choices[0]);
            choices_given(MEMBERS, &choices);
        }
        names_field(MEMBERS, "seats");
        names_field(MEMBERS, "offerId");
    }

    #[test]
    fn of_a_form_that_was_not_derived_nothing_is_known() {
        names_field(&[], "anything");
        takes_choices(&[], "anything");
        choices_given(&[], &["anything"]);
    }

    #[test]
    #[should_panic(expected = "`offer` has choices that only the call knows")]
    fn open_choices_have_to_be_given() {
        choices_given(MEMBERS, &[]);
    }

    #[test]
    fn a_misspelt_name_is_one_error() {
        choices_given(MEMBERS, &["ofer"]);
    }

    #[test]
    #[should_panic(expected = "`seats` takes no choices")]
    fn other_choices_are_not() {
        takes_choices(MEMBERS, "seats");
    }

    #[test]
    #[should_panic(expected = "no field `ofer`; the fields are `offer`, `seats`")]
    fn choices_are_of_a_field() {
        takes_choices(MEMBERS, "ofer");
    }

    #[test]
    #[should_panic(expected = "no field `place`; the fields are `offer`, `seats`")]
    fn a_default_is_of_a_field() {
        names_field(MEMBERS, "place");
    }
}
