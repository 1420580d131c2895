//! How large an answer may be, before anything of it is kept.

use serde_json::Value;

use crate::canonical::{BoundsError, check_bounds, parse_raw};
use crate::conversation::fits_answer;

/// The most bytes of an answer, as text and as a value.
const ANSWER_LIMIT: usize = 64 * 1024;

const TOO_LARGE: &str = "the answer is larger than 64 KiB; send less";
const TOO_DEEP: &str = "the answer is more than 128 levels deep; nest less";

/// An answer that was given as JSON text.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    if text.len() > ANSWER_LIMIT {
        return Err(TOO_LARGE.to_owned());
    }
    parse_raw(text).map_err(|error| format!("the answer cannot be read: {error}"))
}

/// What is too much about an answer, if anything.
pub(super) fn check(answer: &Value) -> Result<(), String> {
    // Its depth first: counting goes down as deep as the value does.
    match check_bounds(answer) {
        Err(BoundsError::Depth) => Err(TOO_DEEP.to_owned()),
        Ok(()) if fits_answer(answer) => Ok(()),
        _ => Err(TOO_LARGE.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_is_bounded_before_it_is_read() {
        assert_eq!(parse("{}"), Ok(json!({})));
        let long = format!("{{}}{}", " ".repeat(ANSWER_LIMIT - 2));
        assert!(parse(&long).is_ok());
        assert_eq!(parse(&format!("{long} ")), Err(TOO_LARGE.to_owned()));
        let twice = parse(r#"{"a":1,"\u0061":2}"#).unwrap_err();
        assert!(twice.contains("same key twice"), "{twice}");
        assert!(parse("{").is_err() && parse("{} {}").is_err());
        assert!(parse(&"[".repeat(200)).unwrap_err().contains("128 levels"));
    }

    #[test]
    fn a_value_is_bounded_too() {
        let text = |length| json!({ "a": "w".repeat(length) });
        // `{"a":""}` has eight bytes of its own.
        assert_eq!(check(&text(ANSWER_LIMIT - 8)), Ok(()));
        assert_eq!(check(&text(ANSWER_LIMIT - 7)), Err(TOO_LARGE.to_owned()));
        let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
        assert_eq!(check(&deep), Err(TOO_DEEP.to_owned()));
    }
}
