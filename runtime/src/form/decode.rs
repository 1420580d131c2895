//! Reading an answer in one pass: typed by [`decode`], untyped by [`check`].

use std::fmt::Display;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::escape::bounded_to;
use super::{Fault, Field, FieldError, FieldErrors, FieldSchema, Form, Open, Rule, Schema, rules};

/// How tolerant the reading of an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// For answers of MCP clients as they are: undeclared fields are dropped, no content is `{}`, `null` for an optional
    /// field is absent.
    #[default]
    Portable,
    /// For hosts of one's own: each of these is an error.
    Strict,
}

/// Most undeclared fields that are reported one by one.
const MAX_UNEXPECTED: usize = 32;
/// Most code points of an undeclared field's name that are reported.
const MAX_NAME: usize = 64;

/// The content of an answer without any.
static NOTHING: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

/// Reads the content of an accepted answer into a form.
///
/// `content` is the `content` member of the response, `schema` the form's own or one made from it by [`Schema::with`].
/// Every value is checked against the schema that was sent, then against the rules of the type and the author's `check`s.
/// Nothing is coerced and no default is filled in.
///
/// # Errors
/// Every fault of every field, in the order of the fields.
pub fn decode<T: Form>(
    content: Option<&Value>,
    schema: &Schema,
    policy: Policy,
) -> Result<T, FieldErrors> {
    let mut reader = Reader::new(object(content, policy)?, schema, policy);
    let form = T::decode(&mut reader);
    reader.finish(form)
}

/// Checks the content of an accepted answer against a schema known only at run time.
///
/// Returns an object of the declared fields that were answered, each as it came, in the order of the schema.
///
/// # Errors
/// Every fault of every field, in the order of the fields.
pub fn check(
    content: Option<&Value>,
    schema: &Schema,
    policy: Policy,
) -> Result<Value, FieldErrors> {
    let mut reader = Reader::new(object(content, policy)?, schema, policy);
    let mut answered = Map::new();
    for field in schema.fields() {
        let fault = match reader.find(&field.name) {
            Some(value) if !value.is_null() => match rules::value(value, field) {
                Ok(()) => {
                    answered.insert(field.name.to_string(), value.clone());
                    None
                }
                Err(fault) => Some(fault),
            },
            nothing => reader.refuse_nothing(field, nothing.is_some()),
        };
        if let Some(fault) = fault {
            reader.fault(field, fault);
        }
    }
    reader.finish(Some(Value::Object(answered)))
}

#[inline]
fn object(content: Option<&Value>, policy: Policy) -> Result<&Map<String, Value>, FieldError> {
    match (content, policy) {
        (Some(Value::Object(map)), _) => Ok(map),
        (None | Some(Value::Null), Policy::Portable) => Ok(&NOTHING),
        (None, Policy::Strict) => {
            Err(Fault::new(Rule::Missing, "The answer has no content; send an object.").of(""))
        }
        (Some(_), _) => {
            Err(Fault::new(Rule::Type, "The answer's content has to be an object.").of(""))
        }
    }
}

#[cold]
fn missing() -> Fault {
    Fault::new(Rule::Missing, "This is needed.")
}

/// An answer while it is being read, field by field. Collects every fault.
pub struct Reader<'a> {
    content: &'a Map<String, Value>,
    ahead: Option<(&'a String, &'a Value)>,
    rest: serde_json::map::Iter<'a>,
    schema: &'a Schema,
    policy: Policy,
    declared: usize,
    errors: FieldErrors,
}

impl<'a> Reader<'a> {
    #[inline]
    fn new(content: &'a Map<String, Value>, schema: &'a Schema, policy: Policy) -> Self {
        let mut rest = content.iter();
        let ahead = rest.next();
        Self {
            content,
            ahead,
            rest,
            schema,
            policy,
            declared: 0,
            errors: FieldErrors::default(),
        }
    }

    /// Reads the field with this index in the schema; `None` when it is faulty.
    #[inline]
    pub fn field<T: Field>(&mut self, index: usize) -> Option<T> {
        self.read(index, T::decode, T::absent)
    }

    /// Reads the open field with this index in the schema; `None` when it is faulty.
    #[inline]
    pub fn open<T: Open>(&mut self, index: usize) -> Option<T> {
        self.read(index, T::decode, T::absent)
    }

    /// Runs a server-side rule on the value of a field. Passes on a value that was faulty already.
    pub fn check<T, E: Display>(
        &mut self,
        index: usize,
        value: Option<T>,
        check: impl FnOnce(&T) -> Result<(), E>,
    ) -> Option<T> {
        let value = value?;
        match check(&value) {
            Ok(()) => Some(value),
            Err(reason) => {
                let name = self
                    .schema
                    .fields()
                    .get(index)
                    .map_or("", FieldSchema::name);
                self.errors.push(Fault::check(reason).of(name));
                None
            }
        }
    }

    /// Runs a server-side rule on the whole form.
    pub fn check_form<T, E: Display>(
        &mut self,
        form: T,
        check: impl FnOnce(&T) -> Result<(), E>,
    ) -> Option<T> {
        match check(&form) {
            Ok(()) => Some(form),
            Err(reason) => {
                self.errors.push(Fault::check(reason).of(""));
                None
            }
        }
    }

    // Measured: one call less for each field is what keeps this as fast as reading without any check.
    #[inline(always)]
    pub(super) fn read<T>(
        &mut self,
        index: usize,
        decode: impl FnOnce(&Value, &FieldSchema) -> Result<T, Fault>,
        absent: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        let schema = self.schema;
        let Some(field) = schema.fields().get(index) else {
            self.mismatch();
            return None;
        };
        let fault = match self.find(&field.name) {
            Some(value) if !value.is_null() => match decode(value, field) {
                Ok(value) => return Some(value),
                Err(fault) => fault,
            },
            nothing => match self.refuse_nothing(field, nothing.is_some()) {
                Some(fault) => fault,
                None => match absent() {
                    Some(value) => return Some(value),
                    None => missing(),
                },
            },
        };
        self.fault(field, fault);
        None
    }

    /// The value under this name.
    #[inline]
    fn find(&mut self, name: &str) -> Option<&'a Value> {
        // Clients send the fields in the order of the schema, as a rule: then nothing has to be looked up.
        let value = match self.ahead {
            Some((next, value)) if same(next, name) => {
                self.ahead = self.rest.next();
                value
            }
            _ => self.look_up(name)?,
        };
        self.declared += 1;
        Some(value)
    }

    fn look_up(&self, name: &str) -> Option<&'a Value> {
        /// Up to here comparing names is faster than hashing one.
        const FEW: usize = 8;
        if self.content.len() > FEW {
            self.content.get(name)
        } else {
            self.content
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value)
        }
    }

    /// What is wrong with no value, or with `null`; nothing when it means absent.
    fn refuse_nothing(&self, field: &FieldSchema, null: bool) -> Option<Fault> {
        let problem = match (null, field.required, self.policy) {
            (false, true, _) => return Some(missing()),
            (true, true, _) => "This is needed; null is no value.",
            (true, false, Policy::Strict) => "Leave this out instead of sending null.",
            (false, false, _) | (true, false, Policy::Portable) => return None,
        };
        Some(Fault::new(Rule::Type, problem))
    }

    #[cold]
    fn fault(&mut self, field: &FieldSchema, fault: Fault) {
        self.errors.push(fault.of(&field.name));
    }

    #[cold]
    fn mismatch(&mut self) {
        let problem = "The form and its schema do not belong together.";
        self.errors
            .push(Fault::new(Rule::Unexpected, problem).of(""));
    }

    #[inline]
    fn finish<T>(mut self, read: Option<T>) -> Result<T, FieldErrors> {
        if self.policy == Policy::Strict && self.declared != self.content.len() {
            self.undeclared();
        }
        match read {
            Some(read) if self.errors.is_empty() => Ok(read),
            _ => Err(self.errors),
        }
    }

    #[cold]
    fn undeclared(&mut self) {
        let undeclared = self
            .content
            .keys()
            .filter(|name| self.schema.field(name).is_none());
        for name in undeclared.take(MAX_UNEXPECTED) {
            let fault = Fault::new(Rule::Unexpected, "The form has no such field.");
            self.errors.push(fault.of(&bounded_to(name, MAX_NAME)));
        }
    }
}

/// Whether two names are the same. They are short: a call to compare memory costs more than comparing.
#[inline]
fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    one.len() == other.len()
        && match one.len() {
            8..=16 => {
                one.first_chunk::<8>() == other.first_chunk()
                    && one.last_chunk::<8>() == other.last_chunk()
            }
            4..=7 => {
                one.first_chunk::<4>() == other.first_chunk()
                    && one.last_chunk::<4>() == other.last_chunk()
            }
            _ => one == other,
        }
}

/// Shows the state of the reading, not the answer.
impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("policy", &self.policy)
            .field("errors", &self.errors)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(super) mod tests;
