//! One property of a schema given as JSON.

use serde_json::Value;

use super::{Inspection, Object, pointer};
use crate::form::number::{Whole, whole};
use crate::form::schema::{DefaultValue, FieldSchema, Format, Kind};
use crate::form::{Policy, rules};

/// The integers that a JSON peer may hold in 64 bits.
const WIDEST: (i128, i128) = (i64::MIN as i128, u64::MAX as i128);

impl Inspection<'_> {
    /// The kind of a property; `None` when it was reported.
    pub(super) fn kind(&mut self, property: &Object, path: &str) -> Option<Kind> {
        let found = self.violations.len();
        let has = |key| property.contains_key(key);
        let (keys, kind): (&[&str], _) = match property.get("type").map(Value::as_str) {
            Some(Some("string")) if has("oneOf") => {
                (&["oneOf"], self.titled_single(property, path))
            }
            Some(Some("string")) if has("enum") || has("enumNames") => {
                (&["enum", "enumNames"], self.plain_single(property, path))
            }
            Some(Some("string")) => (
                &["minLength", "maxLength", "format"],
                self.text(property, path),
            ),
            Some(Some("integer")) => (&["minimum", "maximum"], self.integer(property, path)),
            Some(Some("number")) => (&["minimum", "maximum"], self.number(property, path)),
            Some(Some("boolean")) => (&[], Some(Kind::Boolean)),
            Some(Some("array")) => (
                &["minItems", "maxItems", "items"],
                self.multi(property, path),
            ),
            Some(Some("object")) => {
                self.report(
                    &pointer(path, "type"),
                    "a form is flat; write the nested fields into the form itself",
                );
                return None;
            }
            Some(_) => {
                let known =
                    "`type` has to be one of `string`, `integer`, `number`, `boolean`, `array`";
                self.report(&pointer(path, "type"), known);
                return None;
            }
            None => {
                self.report(path, "`type` is missing; a property has one of `string`, `integer`, `number`, `boolean`, `array`");
                return None;
            }
        };
        let keys = [&["type", "title", "description", "default"], keys].concat();
        self.only(property, path, &keys);
        kind.filter(|_| self.violations.len() == found)
    }

    fn text(&mut self, property: &Object, path: &str) -> Option<Kind> {
        let min_length = self.count(property, path, "minLength");
        let max_length = self.count(property, path, "maxLength");
        self.ordered(path, ("minLength", min_length), ("maxLength", max_length));
        let format = match property.get("format") {
            Some(name) => {
                let format = name.as_str().and_then(Format::from_name);
                if format.is_none() {
                    let known = "`format` has to be one of `email`, `uri`, `date`, `date-time`";
                    self.report(&pointer(path, "format"), known);
                }
                format
            }
            None => None,
        };
        Some(Kind::Text {
            min_length,
            max_length,
            format,
        })
    }

    fn integer(&mut self, property: &Object, path: &str) -> Option<Kind> {
        let minimum = self.whole_bound(property, path, "minimum", f64::ceil);
        let maximum = self.whole_bound(property, path, "maximum", f64::floor);
        self.ordered(path, ("minimum", minimum), ("maximum", maximum));
        Some(Kind::Integer { minimum, maximum })
    }

    fn number(&mut self, property: &Object, path: &str) -> Option<Kind> {
        let minimum = self.bound(property, path, "minimum");
        let maximum = self.bound(property, path, "maximum");
        self.ordered(path, ("minimum", minimum), ("maximum", maximum));
        Some(Kind::Number { minimum, maximum })
    }

    fn multi(&mut self, property: &Object, path: &str) -> Option<Kind> {
        let min_items = self.count(property, path, "minItems");
        let max_items = self.count(property, path, "maxItems");
        self.ordered(path, ("minItems", min_items), ("maxItems", max_items));
        if self.policy == Policy::Strict && !property.contains_key("maxItems") {
            self.report(path, "`maxItems` is missing; say how many may be chosen");
        }
        let at = pointer(path, "items");
        let Some(items) = property.get("items").and_then(Value::as_object) else {
            self.report(
                &at,
                "`items` has to be an object with `enum` or `anyOf`; a form has no free lists",
            );
            return None;
        };
        let list = if let Some(options) = items.get("anyOf") {
            self.only(items, &at, &["anyOf"]);
            self.titled(options, &pointer(&at, "anyOf"))
        } else if let Some(values) = items.get("enum") {
            self.only(items, &at, &["type", "enum"]);
            if items.get("type").and_then(Value::as_str) != Some("string") {
                self.report(
                    &pointer(&at, "type"),
                    "`type` of the items has to be `string`",
                );
            }
            self.values(values, &pointer(&at, "enum"))
        } else {
            self.report(
                &at,
                "`items` has neither `enum` nor `anyOf`; a form has no free lists",
            );
            None
        };
        Some(Kind::Multi {
            options: self.options(list?, false),
            min_items,
            max_items,
        })
    }

    fn count(&mut self, property: &Object, path: &str, key: &str) -> Option<u32> {
        let value = property.get(key)?;
        let count = match value {
            Value::Number(number) => whole(number),
            _ => None,
        };
        let count = match count {
            Some(Whole::Exact(count)) => u32::try_from(count).ok(),
            _ => None,
        };
        if count.is_none() {
            self.report(
                &pointer(path, key),
                format!("`{key}` has to be a whole number from 0 to {}", u32::MAX),
            );
        }
        count
    }

    /// A bound of an integer. One with a fraction is moved inwards, which allows the same integers.
    fn whole_bound(
        &mut self,
        property: &Object,
        path: &str,
        key: &str,
        inwards: fn(f64) -> f64,
    ) -> Option<i128> {
        let bound = match property.get(key)? {
            Value::Number(number) => match whole(number) {
                Some(Whole::Exact(bound)) => Some(bound),
                Some(_) => None,
                None => number.as_f64().map(|bound| inwards(bound) as i128),
            },
            _ => None,
        };
        let bound = bound.filter(|bound| (WIDEST.0..=WIDEST.1).contains(bound));
        if bound.is_none() {
            self.report(
                &pointer(path, key),
                format!(
                    "`{key}` has to be a number from {} to {}",
                    WIDEST.0, WIDEST.1
                ),
            );
        }
        bound
    }

    fn bound(&mut self, property: &Object, path: &str, key: &str) -> Option<f64> {
        let bound = property
            .get(key)?
            .as_f64()
            .filter(|bound| bound.is_finite());
        if bound.is_none() {
            self.report(&pointer(path, key), format!("`{key}` has to be a number"));
        }
        bound
    }

    fn ordered<B: PartialOrd>(
        &mut self,
        path: &str,
        low: (&str, Option<B>),
        high: (&str, Option<B>),
    ) {
        if let (Some(least), Some(greatest)) = (low.1, high.1)
            && least > greatest
        {
            self.report(
                path,
                format!(
                    "`{}` is greater than `{}`; no answer would fit",
                    low.0, high.0
                ),
            );
        }
    }

    /// Reads the default into the field, if it fits.
    pub(super) fn default(&mut self, property: &Object, path: &str, field: &mut FieldSchema) {
        let Some(default) = property.get("default") else {
            return;
        };
        match rules::value(default, field) {
            Ok(()) => field.default = DefaultValue::of(default),
            Err(fault) => {
                self.report(
                    &pointer(path, "default"),
                    format!("the default does not fit the field: {}", fault.message()),
                );
            }
        }
    }
}
