//! The choices of a property given as JSON.

use std::collections::HashSet;

use serde_json::Value;

use super::{Inspection, Object, pointer};
use crate::form::schema::{ChoiceOption, Kind, MAX_CHOICES, MAX_TITLE, Options};

impl Inspection<'_> {
    pub(super) fn plain_single(&mut self, property: &Object, path: &str) -> Option<Kind> {
        let Some(values) = property.get("enum") else {
            self.report(&pointer(path, "enumNames"), "`enumNames` without `enum`");
            return None;
        };
        let mut list = self.values(values, &pointer(path, "enum"))?;
        let names = property.get("enumNames");
        if let Some(names) = names {
            let path = pointer(path, "enumNames");
            let names = names.as_array().map(Vec::as_slice).unwrap_or_default();
            if names.len() != list.len() {
                self.report(
                    &path,
                    format!(
                        "`enumNames` has to be a list of {} strings, as long as `enum`",
                        list.len()
                    ),
                );
                return None;
            }
            let mut titled = Vec::with_capacity(list.len());
            for (index, (option, name)) in list.iter().zip(names).enumerate() {
                let title = self.title(name, &pointer(&path, &index.to_string()))?;
                titled.push(ChoiceOption::titled(option.value().to_owned(), title));
            }
            list = titled;
        }
        Some(Kind::Single {
            options: self.options(list, names.is_some()),
        })
    }

    pub(super) fn titled_single(&mut self, property: &Object, path: &str) -> Option<Kind> {
        let list = self.titled(property.get("oneOf")?, &pointer(path, "oneOf"))?;
        Some(Kind::Single {
            options: self.options(list, false),
        })
    }

    /// The values of an `enum`.
    pub(super) fn values(&mut self, values: &Value, path: &str) -> Option<Vec<ChoiceOption>> {
        let values = self.choices(values, path)?;
        let mut seen = HashSet::new();
        let mut list = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            let path = pointer(path, &index.to_string());
            match value.as_str() {
                Some(value) if seen.insert(value) => list.push(ChoiceOption::new(value.to_owned())),
                Some(_) => self.report(&path, "the value stands there twice"),
                None => self.report(&path, "a value has to be a string"),
            }
        }
        Some(list)
    }

    /// The entries of a `oneOf` or `anyOf`.
    pub(super) fn titled(&mut self, entries: &Value, path: &str) -> Option<Vec<ChoiceOption>> {
        let entries = self.choices(entries, path)?;
        let mut seen = HashSet::new();
        let mut list = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let path = pointer(path, &index.to_string());
            let Some(entry) = entry.as_object() else {
                self.report(
                    &path,
                    "an entry has to be an object with `const` and `title`",
                );
                continue;
            };
            self.only(entry, &path, &["const", "title"]);
            let title = match entry.get("title") {
                Some(title) => self.title(title, &pointer(&path, "title")),
                None => {
                    self.report(
                        &path,
                        "`title` is missing; every entry has `const` and `title`",
                    );
                    None
                }
            };
            match entry.get("const").and_then(Value::as_str) {
                Some(value) if seen.insert(value) => {
                    list.extend(title.map(|title| ChoiceOption::titled(value.to_owned(), title)));
                }
                Some(_) => self.report(&pointer(&path, "const"), "the value stands there twice"),
                None => self.report(&path, "`const` has to be a string"),
            }
        }
        Some(list)
    }

    fn title(&mut self, title: &Value, path: &str) -> Option<String> {
        match title.as_str() {
            Some(title) if title.chars().count() <= MAX_TITLE => Some(title.to_owned()),
            Some(_) => {
                self.report(
                    path,
                    format!("a title has at most {MAX_TITLE} characters; shorten it"),
                );
                None
            }
            None => {
                self.report(path, "a title has to be a string");
                None
            }
        }
    }

    fn choices<'j>(&mut self, list: &'j Value, path: &str) -> Option<&'j [Value]> {
        match list.as_array() {
            Some(list) if (1..=MAX_CHOICES).contains(&list.len()) => Some(list),
            _ => {
                self.report(
                    path,
                    format!("has to be a list of 1 to {MAX_CHOICES} choices"),
                );
                None
            }
        }
    }

    /// The options, safe to show.
    pub(super) fn options(&self, list: Vec<ChoiceOption>, legacy: bool) -> Options {
        let list = match self.sensitive {
            Some(_) => list.into_iter().map(ChoiceOption::shown).collect(),
            None => list,
        };
        Options::new(list, legacy)
    }
}
