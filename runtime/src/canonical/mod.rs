//! One canonical form of JSON, for every digest and every comparison in this crate.
//!
//! Two JSON texts that mean the same value have one form, whatever their key order, white space, escapes or spelling of
//! numbers. It is the form of [RFC 8785] with one exception: a number is written by its exact decimal value and not by
//! the nearest double, so that 2^53 + 1 and 2^53 stay two numbers (as doubles they would be one, and two different
//! accounts would share one digest). For every number that a double holds exactly as it was spelled, the two forms agree.
//!
//! The outcome does not depend on which features of `serde_json` are on: neither on `preserve_order`, nor on
//! `arbitrary_precision` (without the latter, digits that `serde_json` itself dropped while parsing are of course gone
//! from the value, for the handler as well as here).
//!
//! [RFC 8785]: https://www.rfc-editor.org/rfc/rfc8785

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};

mod bounds;
pub(crate) mod decimal;
mod framed;
mod parse;

pub use bounds::{BoundsError, MAX_BYTES, MAX_DEPTH, check_bounds, check_object_bounds};
pub use framed::Framed;
pub use parse::{ParseError, ParseProblem, parse_raw};

use decimal::Decimal;

/// A SHA-256 digest.
pub type Sha256Digest = [u8; 32];

/// Where canonical bytes go.
pub trait Sink {
    /// Takes the next bytes.
    fn put(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

impl Sink for Sha256 {
    fn put(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

/// Writes the canonical form of `value` to `sink`.
///
/// It recurses once a level: check values of unknown origin with [`check_bounds`] first. (`serde_json` parses no text
/// that is deeper than [`MAX_DEPTH`], so what came in as text is safe.)
pub fn write<S: Sink>(value: &Value, sink: &mut S) {
    match value {
        Value::Null => sink.put(b"null"),
        Value::Bool(true) => sink.put(b"true"),
        Value::Bool(false) => sink.put(b"false"),
        Value::Number(number) => write_number(number, sink),
        Value::String(text) => write_string(text, sink),
        Value::Array(items) => {
            sink.put(b"[");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    sink.put(b",");
                }
                write(item, sink);
            }
            sink.put(b"]");
        }
        Value::Object(members) => write_members(members, &[], sink),
    }
}

/// The canonical form of `value`, as UTF-8 text that is JSON itself. See [`write()`] for its one precondition.
#[must_use]
pub fn to_vec(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    bytes
}

/// The SHA-256 of the canonical form, taken without holding the form in memory. See [`write()`] for its one precondition.
#[must_use]
pub fn digest(value: &Value) -> Sha256Digest {
    digest_of(|sink| write(value, sink))
}

/// The digest of an object; one that is absent counts as `{}`, since clients send either.
#[must_use]
pub fn digest_object(object: Option<&Map<String, Value>>) -> Sha256Digest {
    digest_object_without(object, &[])
}

/// The digest of an object as if its members named in `without` were not there. Members of inner objects stay, whatever
/// their names. An object that is absent counts as `{}`.
#[must_use]
pub fn digest_object_without(
    object: Option<&Map<String, Value>>,
    without: &[&str],
) -> Sha256Digest {
    digest_of(|sink| match object {
        Some(members) => write_members(members, without, sink),
        None => sink.put(b"{}"),
    })
}

/// Whether two values have one canonical form.
#[must_use]
pub fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => Decimal::of(one) == Decimal::of(other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => one == other,
    }
}

fn digest_of(write: impl FnOnce(&mut Buffered)) -> Sha256Digest {
    let mut sink = Buffered::default();
    write(&mut sink);
    sink.finish()
}

/// Gathers the many tiny pieces of a form into blocks: hashing them one by one costs several times as much.
struct Buffered {
    block: [u8; 256],
    held: usize,
    hash: Sha256,
}

impl Default for Buffered {
    fn default() -> Self {
        Self {
            block: [0; 256],
            held: 0,
            hash: Sha256::new(),
        }
    }
}

impl Buffered {
    fn flush(&mut self) {
        if let Some(held) = self.block.get(..self.held) {
            self.hash.update(held);
        }
        self.held = 0;
    }

    fn finish(mut self) -> Sha256Digest {
        self.flush();
        self.hash.finalize().into()
    }
}

impl Sink for Buffered {
    fn put(&mut self, bytes: &[u8]) {
        if self.held + bytes.len() > self.block.len() {
            self.flush();
        }
        match self.block.get_mut(self.held..self.held + bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.held += bytes.len();
            }
            None => self.hash.update(bytes),
        }
    }
}

fn write_members<S: Sink>(members: &Map<String, Value>, without: &[&str], sink: &mut S) {
    let mut sorted: Vec<(&String, &Value)> = members
        .iter()
        .filter(|(key, _)| !without.contains(&key.as_str()))
        .collect();
    sorted.sort_unstable_by(|(one, _), (other, _)| utf16_order(one, other));
    sink.put(b"{");
    for (index, (key, value)) in sorted.into_iter().enumerate() {
        if index > 0 {
            sink.put(b",");
        }
        write_string(key, sink);
        sink.put(b":");
        write(value, sink);
    }
    sink.put(b"}");
}

/// RFC 8785, section 3.2.3: by UTF-16 code units. It differs from the order of UTF-8 only where one of two characters is
/// above U+FFFF, whose surrogates sort before U+E000 to U+FFFF.
fn utf16_order(one: &str, other: &str) -> Ordering {
    let same = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    match (one.as_bytes().get(same), other.as_bytes().get(same)) {
        (Some(one), Some(other)) if *one < 0x80 || *other < 0x80 => one.cmp(other),
        (Some(_), Some(_)) => one.encode_utf16().cmp(other.encode_utf16()),
        (one, other) => one.cmp(&other),
    }
}

/// RFC 8785, section 3.2.2.2.
fn write_string<S: Sink>(text: &str, sink: &mut S) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    sink.put(b"\"");
    let mut rest = text.as_bytes();
    while let Some(at) = rest
        .iter()
        .position(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\'))
    {
        let (plain, special) = rest.split_at(at);
        sink.put(plain);
        let Some((byte, after)) = special.split_first() else {
            break;
        };
        match byte {
            b'"' => sink.put(b"\\\""),
            b'\\' => sink.put(b"\\\\"),
            0x08 => sink.put(b"\\b"),
            b'\t' => sink.put(b"\\t"),
            b'\n' => sink.put(b"\\n"),
            0x0c => sink.put(b"\\f"),
            b'\r' => sink.put(b"\\r"),
            other => {
                let digits = [HEX[usize::from(other >> 4)], HEX[usize::from(other & 0xf)]];
                sink.put(b"\\u00");
                sink.put(&digits);
            }
        }
        rest = after;
    }
    sink.put(rest);
    sink.put(b"\"");
}

fn write_number<S: Sink>(number: &Number, sink: &mut S) {
    match Decimal::of(number) {
        // Fewer than 22 digits are written out, as `canonical_text` has it; without a detour over the heap.
        Decimal::Integer(value) if value.unsigned_abs() <= u128::from(u64::MAX) => {
            let _ = write!(Text(sink), "{value}");
        }
        other => sink.put(other.canonical_text().as_bytes()),
    }
}

struct Text<'a, S>(&'a mut S);

impl<S: Sink> fmt::Write for Text<'_, S> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.put(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
