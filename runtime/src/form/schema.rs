//! The profile as types: what a form may be on the wire, and nothing more.

mod choices;
mod default;
mod given;
mod json;
mod kind;
mod profile;

use std::borrow::Cow;
use std::fmt;

pub use choices::{ChoiceOption, Options};
pub use default::DefaultValue;
pub use given::Given;
pub use kind::{Format, Kind};

use super::{Field, Open, Presence, Shape, Violation};

/// Greatest size of a schema as JSON text, in bytes.
pub const MAX_SCHEMA_BYTES: usize = 64 * 1024;
/// Greatest number of fields in a form.
pub const MAX_FIELDS: usize = 256;
/// Greatest number of choices in a field.
pub const MAX_CHOICES: usize = 512;
/// Greatest length of a title, in Unicode code points.
pub const MAX_TITLE: usize = 256;
/// Greatest length of a description, in Unicode code points.
pub const MAX_DESCRIPTION: usize = 1024;
/// Greatest length of a string field without a `length` of its own, in Unicode code points.
pub const MAX_TEXT_LENGTH: u32 = 4096;

/// A form's schema in the protocol's flat grammar (MCP 2026-07-28, `ElicitRequestFormParams.requestedSchema`).
///
/// Immutable: [`Schema::with`] and [`Schema::with_defaults_from`] make another one. The JSON text is made once, when the
/// schema is.
#[derive(Clone)]
pub struct Schema {
    dollar_schema: Option<Box<str>>,
    fields: Vec<FieldSchema>,
    text: Box<str>,
    faults: Vec<Violation>,
}

impl Schema {
    /// A schema of these fields, in this order.
    ///
    /// For generated code, which has checked names and bounds at compile time; a schema from elsewhere comes through
    /// [`Schema::from_json`].
    pub fn new(fields: Vec<FieldSchema>) -> Self {
        Self::assemble(None, fields)
    }

    fn assemble(dollar_schema: Option<Box<str>>, fields: Vec<FieldSchema>) -> Self {
        let mut schema = Self {
            dollar_schema,
            fields,
            text: Box::default(),
            faults: Vec::new(),
        };
        schema.text = json::text(&schema).into();
        schema
    }

    pub(crate) fn with_faults(mut self, faults: Vec<Violation>) -> Self {
        self.faults = faults;
        self
    }

    /// What is wrong with a derived form that its compile could not see: defaults that are expressions and that their
    /// own field refuses. Such a default is left out of the schema.
    ///
    /// Empty for most forms, and a test of the author's can say so: `assert!(Deletion::schema().faults().is_empty())`.
    pub fn faults(&self) -> &[Violation] {
        &self.faults
    }

    /// The fields, in declaration order.
    pub fn fields(&self) -> &[FieldSchema] {
        &self.fields
    }

    /// The field with this wire name.
    pub fn field(&self, name: &str) -> Option<&FieldSchema> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The `$schema` member of a schema given as JSON, byte for byte.
    pub fn dollar_schema(&self) -> Option<&str> {
        self.dollar_schema.as_deref()
    }

    /// Whether a field still waits for choices that only the call knows. Such a schema cannot be sent.
    pub fn is_open(&self) -> bool {
        self.fields
            .iter()
            .any(|field| field.open && field.kind.options().is_some_and(Options::is_empty))
    }

    /// The schema as JSON text: properties in declaration order, one spelling for one schema, whatever features of
    /// `serde_json` are on. Digests are taken over this.
    pub fn json_text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// Names and kinds only: a default may be what a person answered before.
impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(
                self.fields
                    .iter()
                    .map(|field| (&field.name, field.kind.name())),
            )
            .finish()
    }
}

/// One field of a form.
#[derive(Clone, PartialEq)]
pub struct FieldSchema {
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) required: bool,
    pub(crate) kind: Kind,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) open: bool,
}

impl FieldSchema {
    /// A required field without title, description or default.
    pub fn new(name: impl Into<Cow<'static, str>>, kind: Kind) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            required: true,
            kind,
            default: None,
            open: false,
        }
    }

    /// The field that a [`Field`] type makes: its kind, required unless it is an `Option` or a list without a minimum.
    pub fn of<T: Field>(name: impl Into<Cow<'static, str>>) -> Self {
        let mut field = Self::new(name, T::kind());
        field.required = !T::Presence::OPTIONAL && T::SHAPE != Shape::Multi;
        field
    }

    /// The field that an [`Open`] type makes: its choices are given at run time.
    pub fn open<T: Open>(name: impl Into<Cow<'static, str>>) -> Self {
        let mut field = Self::new(name, T::kind());
        field.required = !T::Presence::OPTIONAL && T::SHAPE != Shape::Multi;
        field.open = true;
        field
    }

    /// With a title (at most 256 code points).
    #[must_use]
    pub fn with_title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// With a description (at most 1,024 code points).
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Required or not.
    #[must_use]
    pub fn with_required(mut self, required: bool) -> Self {
        self.required = required;
        self
    }

    /// With another kind.
    #[must_use]
    pub fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// With a default: data for the client, never filled in here.
    #[must_use]
    pub fn with_default(mut self, default: impl Into<DefaultValue>) -> Self {
        self.default = Some(default.into());
        self
    }

    /// The wire name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What to call it before a person: its title, else its description, else its name.
    pub fn label(&self) -> &str {
        self.title().or(self.description()).unwrap_or(&self.name)
    }

    /// What can be chosen, if it is a choice; none where the call gives the choices and has not.
    pub fn options(&self) -> Option<&Options> {
        self.kind.options()
    }

    /// The title, if there is one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The description, if there is one.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Whether the field has to be in the answer.
    pub const fn required(&self) -> bool {
        self.required
    }

    /// What the field holds, with its bounds.
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The default that the client may show.
    pub const fn default_value(&self) -> Option<&DefaultValue> {
        self.default.as_ref()
    }

    /// Whether the choices are given at run time.
    pub const fn is_open(&self) -> bool {
        self.open
    }
}

/// Shows no default, which may be what a person answered before.
impl fmt::Debug for FieldSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FieldSchema")
            .field("name", &self.name)
            .field("kind", &self.kind.name())
            .field("required", &self.required)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
