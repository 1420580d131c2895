//! Reading an answer in one pass: typed by [`decode`], untyped by [`check`].

use std::fmt::Display;

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
    let nothing = Map::new();
    let mut reader = Reader::new(object(content, &nothing, policy)?, schema, policy);
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
    let nothing = Map::new();
    let mut reader = Reader::new(object(content, &nothing, policy)?, schema, policy);
    let mut answered = Map::new();
    for field in schema.fields() {
        match reader.value(field) {
            Ok(Some(value)) => match rules::value(value, field) {
                Ok(()) => {
                    answered.insert(field.name.to_string(), value.clone());
                }
                Err(fault) => reader.fault(field, fault),
            },
            Ok(None) if field.required => reader.fault(field, missing()),
            Ok(None) => {}
            Err(fault) => reader.fault(field, fault),
        }
    }
    reader.finish(Some(Value::Object(answered)))
}

fn object<'a>(
    content: Option<&'a Value>,
    nothing: &'a Map<String, Value>,
    policy: Policy,
) -> Result<&'a Map<String, Value>, FieldError> {
    match (content, policy) {
        (Some(Value::Object(map)), _) => Ok(map),
        (None | Some(Value::Null), Policy::Portable) => Ok(nothing),
        (None, Policy::Strict) => {
            Err(Fault::new(Rule::Missing, "The answer has no content; send an object.").of(""))
        }
        (Some(_), _) => {
            Err(Fault::new(Rule::Type, "The answer's content has to be an object.").of(""))
        }
    }
}

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
    pub fn field<T: Field>(&mut self, index: usize) -> Option<T> {
        self.read(index, T::decode, T::absent)
    }

    /// Reads the open field with this index in the schema; `None` when it is faulty.
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

    #[inline]
    pub(super) fn read<T>(
        &mut self,
        index: usize,
        decode: impl FnOnce(&Value, &FieldSchema) -> Result<T, Fault>,
        absent: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        let schema = self.schema;
        let Some(field) = schema.fields().get(index) else {
            self.errors.push(
                Fault::new(
                    Rule::Unexpected,
                    "The form and its schema do not belong together.",
                )
                .of(""),
            );
            return None;
        };
        let read = match self.value(field) {
            Ok(Some(value)) => decode(value, field),
            Ok(None) if field.required => Err(missing()),
            Ok(None) => absent().ok_or_else(missing),
            Err(fault) => Err(fault),
        };
        match read {
            Ok(value) => Some(value),
            Err(fault) => {
                self.fault(field, fault);
                None
            }
        }
    }

    /// The field's value; `None` when it is absent, or `null` where that means absent.
    fn value(&mut self, field: &FieldSchema) -> Result<Option<&'a Value>, Fault> {
        // Clients send the fields in the order of the schema, as a rule: then no look-up is needed.
        let value = match self.ahead {
            Some((name, value)) if *name == field.name => {
                self.ahead = self.rest.next();
                value
            }
            _ => match self.content.get(&*field.name) {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        self.declared += 1;
        match value {
            Value::Null if !field.required && self.policy == Policy::Portable => Ok(None),
            Value::Null => Err(Fault::new(
                Rule::Type,
                if field.required {
                    "This is needed; null is no value."
                } else {
                    "Leave this out instead of sending null."
                },
            )),
            value => Ok(Some(value)),
        }
    }

    fn fault(&mut self, field: &FieldSchema, fault: Fault) {
        self.errors.push(fault.of(&field.name));
    }

    fn finish<T>(mut self, read: Option<T>) -> Result<T, FieldErrors> {
        if self.policy == Policy::Strict && self.declared != self.content.len() {
            let undeclared = self
                .content
                .keys()
                .filter(|name| self.schema.field(name).is_none());
            for name in undeclared.take(MAX_UNEXPECTED) {
                let fault = Fault::new(Rule::Unexpected, "The form has no such field.");
                self.errors.push(fault.of(&bounded_to(name, MAX_NAME)));
            }
        }
        match read {
            Some(read) if self.errors.is_empty() => Ok(read),
            _ => Err(self.errors),
        }
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
