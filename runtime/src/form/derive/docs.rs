//! Doc comments of which only the compiler knows the text: `#[doc = include_str!(…)]` and the like. Literal ones are
//! read by the macros, by the same rules.
#![allow(
    clippy::panic,
    reason = "evaluated by the compiler: a panic here is a compile error"
)]

use super::constant::message::{Message, code_points};
use crate::form::{MAX_DESCRIPTION, MAX_TITLE, secret};

/// The lines that are not blank, trimmed.
struct Lines<'a> {
    pieces: &'a [&'static str],
    rest: &'static str,
}

impl<'a> Lines<'a> {
    const fn new(pieces: &'a [&'static str]) -> Self {
        Self { pieces, rest: "" }
    }

    const fn next(&mut self) -> Option<&'static str> {
        loop {
            if self.rest.is_empty() {
                let Some((first, pieces)) = self.pieces.split_first() else {
                    return None;
                };
                (self.rest, self.pieces) = (first, pieces);
            }
            let mut end = 0;
            while end < self.rest.len() && self.rest.as_bytes()[end] != b'\n' {
                end += 1;
            }
            let (line, rest) = self.rest.split_at(end);
            self.rest = if rest.is_empty() {
                rest
            } else {
                rest.split_at(1).1
            };
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Some(line);
            }
        }
    }
}

/// The description: lines joined with a space.
pub(super) fn description(pieces: &[&'static str]) -> Option<String> {
    let mut lines = Lines::new(pieces);
    let mut text = lines.next()?.to_owned();
    while let Some(line) = lines.next() {
        text.push(' ');
        text.push_str(line);
    }
    Some(text)
}

/// The title: the first line, or else what the option is called.
pub const fn title(pieces: &[&'static str], name: &'static str) -> &'static str {
    match Lines::new(pieces).next() {
        Some(line) => line,
        None => name,
    }
}

/// A doc comment that is a description is not too long.
#[track_caller]
pub const fn description_within(pieces: &[&'static str]) {
    let mut lines = Lines::new(pieces);
    let mut length = 0;
    while let Some(line) = lines.next() {
        length += (length > 0) as usize + code_points(line);
    }
    if length > MAX_DESCRIPTION {
        Message::new()
            .text("this doc comment is the field's description and has more than ")
            .whole(MAX_DESCRIPTION as i128)
            .text(" characters; give a shorter one with `description = \"…\"`")
            .fail();
    }
}

/// A doc comment that is a title is not too long.
#[track_caller]
pub const fn title_within(pieces: &[&'static str]) {
    if code_points(title(pieces, "")) > MAX_TITLE {
        Message::new()
            .text("the first line of this doc comment is the option's title and has more than ")
            .whole(MAX_TITLE as i128)
            .text(" characters; give a shorter one with `title = \"…\"`")
            .fail();
    }
}

/// A doc comment that is a description does not say that the field is a secret.
#[track_caller]
pub const fn no_secret(pieces: &[&'static str]) {
    let mut at = 0;
    while at < pieces.len() {
        if let Some(word) = secret::said(pieces[at]) {
            Message::new()
                .text("the field's description says \"")
                .text(word)
                .text("\", and form mode must not collect secrets; ask in URL mode (`#[ask(url = …)]`), or say why it is none: `#[form(sensitive = \"reason\")]`")
                .fail();
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_pieces_are_joined_and_the_first_one_is_the_title() {
        let pieces = ["\n", " Why\r\n\r\n\tit goes.", "", "Bé brief.\n"];
        assert_eq!(
            description(&pieces).as_deref(),
            Some("Why it goes. Bé brief.")
        );
        assert_eq!(title(&pieces, "Why"), "Why");
        assert_eq!(title(&["", " \n"], "Low"), "Low");
        assert_eq!(description(&[" \n", ""]), None);
    }
}
