//! What the expansions of the derives call. No part of the public interface.
//!
//! An expansion is a table of [`Entry`]s and a few calls. Everything that a field's type decides comes through one
//! function, [`spec`] (or [`open`]): a type that is no field then gives one error, however often it is needed.
#![doc(hidden)]

mod constant;
mod docs;
mod fit;
mod narrow;

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{OnceLock, PoisonError, RwLock};

use serde_json::Value;

use super::{
    Counts, DefaultValue, Fault, Field, FieldSchema, Format, Kind, Open, Presence, Reader, Rule,
    Schema, Violation,
};

pub use super::types::choice::{choice_decode, choice_kind};
pub(crate) use constant::message;
pub use constant::{
    Bound, Wire, default_boolean, default_fraction, default_text, default_texts, default_whole,
    format_fits, items_fits, items_within, length_fits, length_within, narrow_counts, narrow_shape,
    range_fits, range_within,
};
pub use docs::{description_within, no_secret, title, title_within};
pub use fit::{Holds, Takes};
pub use narrow::narrow;

/// What a field type brings along.
#[derive(Debug)]
pub struct Spec<T> {
    /// For the checks at compile time.
    pub wire: Wire,
    open: bool,
    optional: bool,
    kind: fn() -> Kind,
    decode: fn(&Value, &FieldSchema) -> Result<T, Fault>,
    absent: fn() -> Option<T>,
    accepts: fn(&Value, &FieldSchema) -> Result<(), Fault>,
}

impl<T> Clone for Spec<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Spec<T> {}

/// The specification of a field type.
pub const fn spec<T: Field>() -> Spec<T> {
    Spec {
        wire: Wire {
            shape: T::SHAPE,
            values: T::CHOICES,
            counts: T::COUNTS,
        },
        open: false,
        optional: T::Presence::OPTIONAL,
        kind: T::kind,
        decode: T::decode,
        absent: T::absent,
        accepts: |value, field| T::decode(value, field).map(drop),
    }
}

/// The specification of a type whose choices the call gives.
pub const fn open<T: Open>() -> Spec<T> {
    Spec {
        wire: Wire {
            shape: T::SHAPE,
            values: &[],
            counts: Counts::ANY,
        },
        open: true,
        optional: T::Presence::OPTIONAL,
        kind: T::kind,
        decode: T::decode,
        absent: T::absent,
        accepts: |value, field| T::decode(value, field).map(drop),
    }
}

impl<T> Spec<T> {
    /// The line of the table for a field of this type.
    pub const fn entry(self, name: &'static str) -> Entry {
        Entry {
            name,
            title: None,
            description: None,
            docs: &[],
            min: None,
            max: None,
            format: None,
            default: None,
            open: self.open,
            optional: self.optional,
            kind: self.kind,
            accepts: self.accepts,
        }
    }

    /// Reads the field with this index.
    #[inline]
    pub fn read(self, reader: &mut Reader<'_>, index: usize) -> Option<T> {
        reader.read(index, self.decode, self.absent)
    }

    /// The kind of the type.
    pub fn kind(self) -> Kind {
        (self.kind)()
    }

    /// Reads a value that is there.
    ///
    /// # Errors
    /// As the type has them.
    #[inline]
    pub fn decode(self, value: &Value, field: &FieldSchema) -> Result<T, Fault> {
        (self.decode)(value, field)
    }

    /// What an absent value means.
    pub fn absent(self) -> Option<T> {
        (self.absent)()
    }
}

/// A field of a form as its attributes have it.
#[derive(Debug)]
pub struct Entry {
    name: &'static str,
    title: Option<&'static str>,
    description: Option<&'static str>,
    docs: &'static [&'static str],
    min: Option<Bound>,
    max: Option<Bound>,
    format: Option<Format>,
    default: Option<fn() -> DefaultValue>,
    open: bool,
    optional: bool,
    kind: fn() -> Kind,
    accepts: fn(&Value, &FieldSchema) -> Result<(), Fault>,
}

impl Entry {
    /// With a title.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// With a description.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// With a doc comment as its description.
    #[must_use]
    pub const fn docs(mut self, pieces: &'static [&'static str]) -> Self {
        self.docs = pieces;
        self
    }

    /// With the bounds of `length`, `range` or `items`.
    #[must_use]
    pub const fn limit(mut self, min: Option<Bound>, max: Option<Bound>) -> Self {
        self.min = min;
        self.max = max;
        self
    }

    /// With a format.
    #[must_use]
    pub const fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// With a default.
    #[must_use]
    pub const fn default(mut self, default: fn() -> DefaultValue) -> Self {
        self.default = Some(default);
        self
    }

    /// The field; and what is wrong with its default, which is then left out.
    fn field(&self) -> (FieldSchema, Option<Fault>) {
        let kind = narrow((self.kind)(), self.min, self.max, self.format);
        let needed = match &kind {
            Kind::Multi { min_items, .. } => min_items.is_some_and(|min| min > 0),
            _ => true,
        };
        let mut field = FieldSchema::new(self.name, kind).with_required(needed && !self.optional);
        field.title = self.title.map(Into::into);
        field.description = match self.description {
            Some(description) => Some(description.into()),
            None => docs::description(self.docs).map(Into::into),
        };
        field.open = self.open;
        let Some(default) = self.default.map(|default| default()) else {
            return (field, None);
        };
        let checked = serde_json::to_value(&default)
            .map_err(|_| Fault::new(Rule::Type, "This is no value."))
            .and_then(|value| (self.accepts)(&value, &field));
        match checked {
            Ok(()) => (field.with_default(default), None),
            Err(fault) => (field, Some(fault)),
        }
    }
}

/// The schema of a form that is not generic.
pub type SchemaCell = OnceLock<Schema>;

/// The schema in `cell`, built the first time.
pub fn schema(cell: &'static SchemaCell, entries: &[Entry]) -> &'static Schema {
    cell.get_or_init(|| build(entries))
}

/// The schema of one instance of a generic form, built the first time and kept for good: there are as many as the
/// program has types.
pub fn schema_of<T: 'static>(entries: &[Entry]) -> &'static Schema {
    static BUILT: OnceLock<RwLock<HashMap<TypeId, &'static Schema>>> = OnceLock::new();
    let built = BUILT.get_or_init(RwLock::default);
    let known = built
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&TypeId::of::<T>())
        .copied();
    known.unwrap_or_else(|| {
        let mut built = built.write().unwrap_or_else(PoisonError::into_inner);
        built
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::leak(Box::new(build(entries))))
    })
}

fn build(entries: &[Entry]) -> Schema {
    let mut faults = Vec::new();
    let fields = entries
        .iter()
        .map(|entry| {
            let (field, fault) = entry.field();
            faults.extend(fault.map(|fault| {
                let path = format!(
                    "/properties/{}/default",
                    entry.name.replace('~', "~0").replace('/', "~1")
                );
                Violation::new(
                    path,
                    format!("the field refuses its own default: {}", fault.message()),
                )
            }));
            field
        })
        .collect();
    for fault in &faults {
        tracing::error!(
            path = fault.path(),
            problem = fault.problem(),
            "a default is left out of a form's schema"
        );
    }
    Schema::new(fields).with_faults(faults)
}

/// A default text.
pub const fn text(text: &'static str) -> DefaultValue {
    DefaultValue::Text(std::borrow::Cow::Borrowed(text))
}

/// A default list.
pub fn texts(texts: &[&'static str]) -> DefaultValue {
    DefaultValue::Items(texts.iter().map(|&text| text.into()).collect())
}

/// A default that is an expression.
pub fn default_of<T, V>(value: V) -> DefaultValue
where
    T: Takes<V>,
    V: Into<DefaultValue>,
{
    value.into()
}

/// Runs a `check` on what a field holds; an absent value is not checked.
pub fn check<T, V, E>(
    reader: &mut Reader<'_>,
    index: usize,
    value: Option<T>,
    rule: impl FnOnce(&V) -> Result<(), E>,
) -> Option<T>
where
    T: Holds<V>,
    V: ?Sized,
    E: Display,
{
    reader.check(index, value, |value| value.held().map_or(Ok(()), rule))
}

/// Runs the `check` of a newtype on what it holds; an absent value is not checked.
///
/// # Errors
/// What the rule says, under rule `check`.
pub fn check_value<T, V, E>(value: T, rule: impl FnOnce(&V) -> Result<(), E>) -> Result<T, Fault>
where
    T: Holds<V>,
    V: ?Sized,
    E: Display,
{
    match value.held().map_or(Ok(()), rule) {
        Ok(()) => Ok(value),
        Err(reason) => Err(Fault::check(reason)),
    }
}

/// Runs a form's `check`.
pub fn check_form<T, E: Display>(
    reader: &mut Reader<'_>,
    form: T,
    rule: impl FnOnce(&T) -> Result<(), E>,
) -> Option<T> {
    reader.check_form(form, rule)
}

/// The schema of a form that did not compile.
pub fn rejected_schema() -> &'static Schema {
    static EMPTY: OnceLock<Schema> = OnceLock::new();
    EMPTY.get_or_init(|| Schema::new(Vec::new()))
}

/// The reading of a newtype that did not compile.
pub fn rejected_fault() -> Fault {
    Fault::new(Rule::Type, "This type did not compile.")
}
