//! What was wrong: with an answer ([`FieldErrors`]), with a schema ([`Violations`]).

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use super::escape::bounded;

/// The rule that a value broke, named as JSON Schema names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The field has to be there.
    Missing,
    /// Another JSON type was expected. Nothing is coerced.
    Type,
    /// Fewer Unicode code points than allowed.
    MinLength,
    /// More Unicode code points than allowed.
    MaxLength,
    /// Below the least value.
    Minimum,
    /// Above the greatest value.
    Maximum,
    /// Fewer items than allowed.
    MinItems,
    /// More items than allowed.
    MaxItems,
    /// Not one of the choices.
    Enum,
    /// Not of the string format.
    Format,
    /// A rule of the server's own was broken.
    Check,
    /// The form has no such field (policy `strict`).
    Unexpected,
}

impl Rule {
    /// The name on the wire: `missing`, `type`, `minLength`, …
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Type => "type",
            Self::MinLength => "minLength",
            Self::MaxLength => "maxLength",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::MinItems => "minItems",
            Self::MaxItems => "maxItems",
            Self::Enum => "enum",
            Self::Format => "format",
            Self::Check => "check",
            Self::Unexpected => "unexpected",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What is wrong with one value, before it is known which field it belongs to.
///
/// The sentence is for the person. It says what is wanted and never quotes the value.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault(Box<Broken>);

/// Boxed, so that a result which is not faulty stays small.
#[derive(Clone, PartialEq, Eq)]
struct Broken {
    rule: Rule,
    message: Cow<'static, str>,
}

impl Fault {
    /// A fault with a sentence of the caller's, which must not quote the value.
    #[cold]
    pub fn new(rule: Rule, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Broken {
            rule,
            message: message.into(),
        }))
    }

    /// A fault under rule `check`. What `reason` displays is escaped and cut at 256 Unicode code points, so that one check
    /// cannot fill or forge the message in which it is shown.
    pub fn check(reason: impl fmt::Display) -> Self {
        let message = bounded(&reason);
        let message = if message.is_empty() {
            Cow::Borrowed("This is not accepted.")
        } else {
            Cow::Owned(message)
        };
        Self::new(Rule::Check, message)
    }

    /// The broken rule.
    pub fn rule(&self) -> Rule {
        self.0.rule
    }

    /// The sentence for the person.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The same fault, of the field with this wire name.
    pub(crate) fn of(self, field: &str) -> FieldError {
        let Broken { rule, message } = *self.0;
        FieldError {
            field: field.into(),
            rule,
            message,
        }
    }
}

/// Shows the rule only: a check's sentence is the author's and may say more than a log should.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fault")
            .field("rule", &self.rule())
            .finish_non_exhaustive()
    }
}

/// What is wrong with one field of an answer.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct FieldError {
    field: Box<str>,
    rule: Rule,
    message: Cow<'static, str>,
}

impl FieldError {
    /// The field's wire name; empty when the fault is the whole form's.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// The broken rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// A sentence for the person. Never quotes the value.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.field {
            "" => f.write_str(&self.message),
            field => write!(f, "{field}: {}", self.message),
        }
    }
}

impl fmt::Debug for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.rule)
    }
}

/// Everything that is wrong with an answer, in the order of the form's fields. Serializes as
/// `[{"field": …, "rule": …, "message": …}]`; displays one sentence a field; `Debug` shows fields and rules only.
#[derive(Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    pub(crate) fn push(&mut self, error: FieldError) {
        self.0.push(error);
    }

    /// The errors, in the order of the form's fields; undeclared fields and the whole form's come last.
    pub fn iter(&self) -> std::slice::Iter<'_, FieldError> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a fault of the field with this wire name, or of the whole form when `field` is empty.
    ///
    /// For rules that are checked after decoding, such as a `check` of the call that may await.
    pub fn add(&mut self, field: &str, fault: Fault) {
        self.0.push(fault.of(field));
    }
}

impl From<FieldError> for FieldErrors {
    fn from(error: FieldError) -> Self {
        Self(vec![error])
    }
}

impl<'a> IntoIterator for &'a FieldErrors {
    type Item = &'a FieldError;
    type IntoIter = std::slice::Iter<'a, FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        lines(f, &self.0)
    }
}

impl fmt::Debug for FieldErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}

impl std::error::Error for FieldErrors {}

impl std::error::Error for FieldError {}

/// One way in which a schema leaves the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    path: String,
    problem: String,
}

impl Violation {
    pub(crate) fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            problem: problem.into(),
        }
    }

    /// Where, as a JSON pointer (RFC 6901); empty for the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong there and what to do about it.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.problem),
            path => write!(f, "{}: {}", bounded(&path), self.problem),
        }
    }
}

/// Every way in which a schema leaves the profile; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// `None` when there is nothing to report.
    pub(crate) fn of(list: Vec<Violation>) -> Option<Self> {
        if list.is_empty() {
            None
        } else {
            Some(Self(list))
        }
    }

    /// A single one.
    pub(crate) fn one(path: &str, problem: &str) -> Self {
        Self(vec![Violation::new(path, problem)])
    }

    /// The violations, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        lines(f, &self.0)
    }
}

impl std::error::Error for Violations {}

/// One in each line.
pub(crate) fn lines(f: &mut fmt::Formatter<'_>, all: &[impl fmt::Display]) -> fmt::Result {
    for (index, one) in all.iter().enumerate() {
        if index > 0 {
            f.write_str("\n")?;
        }
        write!(f, "{one}")?;
    }
    Ok(())
}
