//! How deep and how large a value may be.

use serde_json::{Map, Value};

use super::{Sink, write, write_members};

/// How many levels a value may have. A scalar is one level; an array or an object is one more than the deepest thing in
/// it, and at least two. It is what `serde_json` parses.
pub const MAX_DEPTH: usize = 128;

/// How many bytes the canonical form of a call's arguments may have, and how many bytes of text [`parse_raw`] takes.
///
/// [`parse_raw`]: super::parse_raw
pub const MAX_BYTES: usize = 1024 * 1024;

/// A value is too deep or too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundsError {
    /// More than [`MAX_DEPTH`] levels.
    Depth,
    /// More than [`MAX_BYTES`] bytes.
    Size,
}

impl std::fmt::Display for BoundsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Depth => write!(f, "more than {MAX_DEPTH} levels deep; nest less"),
            Self::Size => write!(f, "more than {MAX_BYTES} bytes; send less"),
        }
    }
}

impl std::error::Error for BoundsError {}

/// Checks that `value` has at most [`MAX_DEPTH`] levels and at most [`MAX_BYTES`] bytes of canonical form.
///
/// # Errors
/// Which of the two bounds it exceeds; depth is looked at first.
pub fn check_bounds(value: &Value) -> Result<(), BoundsError> {
    check_depth(value, MAX_DEPTH)?;
    let mut count = Count(0);
    write(value, &mut count);
    count.check()
}

/// [`check_bounds`] of an object.
///
/// # Errors
/// As [`check_bounds`].
pub fn check_object_bounds(object: &Map<String, Value>) -> Result<(), BoundsError> {
    object
        .values()
        .try_for_each(|value| check_depth(value, MAX_DEPTH - 1))?;
    let mut count = Count(0);
    write_members(object, &[], &mut count);
    count.check()
}

/// Goes no deeper than `levels`, whatever the value.
fn check_depth(value: &Value, levels: usize) -> Result<(), BoundsError> {
    let inside = match levels {
        0 => return Err(BoundsError::Depth),
        _ => levels - 1,
    };
    match value {
        Value::Array(_) | Value::Object(_) if inside == 0 => Err(BoundsError::Depth),
        Value::Array(items) => items.iter().try_for_each(|item| check_depth(item, inside)),
        Value::Object(members) => members
            .values()
            .try_for_each(|member| check_depth(member, inside)),
        _ => Ok(()),
    }
}

struct Count(usize);

impl Count {
    fn check(&self) -> Result<(), BoundsError> {
        if self.0 > MAX_BYTES {
            Err(BoundsError::Size)
        } else {
            Ok(())
        }
    }
}

impl Sink for Count {
    fn put(&mut self, bytes: &[u8]) {
        self.0 = self.0.saturating_add(bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn nested(levels: usize, innermost: Value) -> Value {
        (0..levels).fold(innermost, |inner, level| {
            if level % 2 == 0 {
                Value::Array(vec![inner])
            } else {
                json!({ "k": inner })
            }
        })
    }

    #[test]
    fn depth_is_what_serde_json_parses() {
        for (levels, innermost) in [(127, json!(1)), (126, json!([])), (126, json!({}))] {
            let value = nested(levels, innermost);
            assert_eq!(check_bounds(&value), Ok(()), "{levels}");
            assert!(serde_json::from_str::<Value>(&value.to_string()).is_ok());
        }
        for (levels, innermost) in [
            (128, json!(1)),
            (127, json!([])),
            (127, json!({})),
            (200, json!(1)),
        ] {
            let value = nested(levels, innermost);
            assert_eq!(check_bounds(&value), Err(BoundsError::Depth), "{levels}");
            assert!(serde_json::from_str::<Value>(&value.to_string()).is_err());
        }
    }

    #[test]
    fn an_object_counts_itself() {
        let members = |levels| Map::from_iter([("k".to_owned(), nested(levels, json!(1)))]);
        assert_eq!(check_object_bounds(&members(126)), Ok(()));
        assert_eq!(check_object_bounds(&members(127)), Err(BoundsError::Depth));
        assert_eq!(check_object_bounds(&Map::new()), Ok(()));
    }

    #[test]
    fn size_is_that_of_the_canonical_form() {
        let text = |length| Value::String("a".repeat(length));
        assert_eq!(check_bounds(&text(MAX_BYTES - 2)), Ok(()));
        assert_eq!(check_bounds(&text(MAX_BYTES - 1)), Err(BoundsError::Size));
        let members = Map::from_iter([("k".to_owned(), text(MAX_BYTES))]);
        assert_eq!(check_object_bounds(&members), Err(BoundsError::Size));
    }
}
