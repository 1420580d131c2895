//! Choices and defaults that only the call knows.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use super::profile::pointer;
use super::{
    ChoiceOption, DefaultValue, Kind, MAX_CHOICES, MAX_SCHEMA_BYTES, MAX_TITLE, Options, Schema,
};
use crate::form::{FieldErrors, Violation, Violations, rules};

/// What a call gives to a form: choices of its open fields, and defaults.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub(super) choices: Vec<(Cow<'static, str>, Vec<ChoiceOption>)>,
    pub(super) defaults: Vec<(Cow<'static, str>, DefaultValue)>,
}

impl Given {
    /// Nothing given.
    pub const fn new() -> Self {
        Self {
            choices: Vec::new(),
            defaults: Vec::new(),
        }
    }

    /// Whether nothing is given.
    pub const fn is_empty(&self) -> bool {
        self.choices.is_empty() && self.defaults.is_empty()
    }

    /// The choices of an open field: values, or pairs of value and title.
    #[must_use]
    pub fn choices<I>(mut self, field: impl Into<Cow<'static, str>>, choices: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<ChoiceOption>,
    {
        self.choices
            .push((field.into(), choices.into_iter().map(Into::into).collect()));
        self
    }

    /// The default of a field.
    #[must_use]
    pub fn default(
        mut self,
        field: impl Into<Cow<'static, str>>,
        value: impl Into<DefaultValue>,
    ) -> Self {
        self.defaults.push((field.into(), value.into()));
        self
    }
}

impl Schema {
    /// The effective schema of one call: this one with the choices and defaults that were given. What could mislead in a
    /// choice's title is escaped; a value that could mislead gets a title.
    ///
    /// ```
    /// use askback::form::{FieldSchema, Given, Schema};
    ///
    /// // What `#[form(choices)] offer: String` makes.
    /// let form = Schema::new(vec![FieldSchema::open::<String>("offer")]);
    /// let schema = form.with(Given::new().choices("offer", [("LH1", "Lufthansa 1")]).default("offer", "LH1"))?;
    /// assert_eq!(schema.fields()[0].kind().options().map(|options| options.len()), Some(1));
    ///
    /// let problem = form.with(Given::new()).err().map(|violations| violations.to_string());
    /// assert_eq!(
    ///     problem.as_deref(),
    ///     Some("/properties/offer: its choices are given at run time, and none were given")
    /// );
    /// # Ok::<(), askback::form::Violations>(())
    /// ```
    ///
    /// # Errors
    /// All of these, each with the field: a field that is not in the form; choices for a field that is not open, none,
    /// more than 512, two with the same value, a title over 256 code points, fewer than have to be chosen; an open field
    /// that was given no choices; a default that does not fit its field; a schema over 64 KiB.
    pub fn with(&self, given: Given) -> Result<Self, Violations> {
        let mut fields = self.fields.clone();
        let mut violations = Vec::new();
        let mut chosen = HashSet::new();
        for (name, choices) in given.choices {
            let path = pointer("/properties", &name);
            if !chosen.insert(name.clone()) {
                violations.push(Violation::new(
                    path,
                    "choices were given twice; give them once",
                ));
                continue;
            }
            match fields.iter_mut().find(|field| field.name == name) {
                Some(field) if field.open => {
                    let problems = problems(&choices, &field.kind);
                    violations.extend(
                        problems
                            .into_iter()
                            .map(|problem| Violation::new(&path, problem)),
                    );
                    field
                        .kind
                        .offer(choices.into_iter().map(ChoiceOption::shown).collect());
                }
                Some(_) => violations.push(Violation::new(
                    path,
                    "the choices of this field are fixed; mark it `#[form(choices)]`",
                )),
                None => violations.push(unknown(path)),
            }
        }
        for field in fields
            .iter()
            .filter(|field| field.open && !chosen.contains(&field.name))
        {
            if field.kind.options().is_some_and(Options::is_empty) {
                let path = pointer("/properties", &field.name);
                violations.push(Violation::new(
                    path,
                    "its choices are given at run time, and none were given",
                ));
            }
        }
        for (name, default) in given.defaults {
            let path = pointer("/properties", &name);
            match fields.iter_mut().find(|field| field.name == name) {
                Some(field) => match rules::value(&default.to_json(), field) {
                    Ok(()) => field.default = Some(default),
                    Err(fault) => {
                        let problem =
                            format!("the default does not fit the field: {}", fault.message());
                        violations.push(Violation::new(path, problem));
                    }
                },
                None => violations.push(unknown(path)),
            }
        }
        let schema = Self::assemble(self.dollar_schema.clone(), fields);
        if schema.text.len() > MAX_SCHEMA_BYTES {
            let problem = format!(
                "the schema is larger than {MAX_SCHEMA_BYTES} bytes; offer fewer or shorter choices"
            );
            violations.push(Violation::new("", problem));
        }
        Violations::of(violations).map_or(Ok(schema), Err)
    }

    /// The schema for reading an answer once more that was checked when it came: what its open fields offered then is not
    /// known any more, so that they offer what was chosen.
    #[must_use]
    pub(crate) fn as_answered(&self, content: &Value) -> Self {
        let mut fields = self.fields.clone();
        for field in fields.iter_mut().filter(|field| field.open) {
            let chosen = match content.get(&*field.name) {
                Some(Value::Array(items)) => items.as_slice(),
                Some(one) => std::slice::from_ref(one),
                None => &[],
            };
            let chosen = chosen.iter().filter_map(Value::as_str);
            field.kind.offer(chosen.map(ChoiceOption::from).collect());
        }
        Self::assemble(self.dollar_schema.clone(), fields)
    }

    /// The schema for asking again: what the person answered well is the default now, so that only the rest has to be
    /// typed. Fields that `errors` names, and values that do not fit, keep the default that they had. A schema that would
    /// grow beyond 64 KiB stays as it is.
    #[must_use]
    pub fn with_defaults_from(&self, content: Option<&Value>, errors: &FieldErrors) -> Self {
        let Some(Value::Object(content)) = content else {
            return self.clone();
        };
        let mut fields = self.fields.clone();
        for field in &mut fields {
            let faulty = errors.iter().any(|error| error.field() == field.name);
            if let Some(value) = content.get(&*field.name)
                && !faulty
                && rules::value(value, field).is_ok()
                && let Some(default) = DefaultValue::of(value)
            {
                field.default = Some(default);
            }
        }
        let schema = Self::assemble(self.dollar_schema.clone(), fields);
        if schema.text.len() > MAX_SCHEMA_BYTES {
            self.clone()
        } else {
            schema
        }
    }
}

impl Kind {
    /// Fills in the choices; at most as many may be chosen as there are, unless the author said otherwise.
    fn offer(&mut self, choices: Vec<ChoiceOption>) {
        match self {
            Self::Single { options } => *options = Options::new(choices, false),
            Self::Multi {
                options, max_items, ..
            } => {
                *max_items = max_items.or(u32::try_from(choices.len()).ok());
                *options = Options::new(choices, false);
            }
            _ => {}
        }
    }
}

fn unknown(path: String) -> Violation {
    Violation::new(path, "the form has no such field; its wire name is meant")
}

fn problems(choices: &[ChoiceOption], kind: &Kind) -> Vec<String> {
    let mut problems = Vec::new();
    if choices.is_empty() {
        problems.push(
            "there is nothing to choose from; give at least one choice, or do not ask".to_owned(),
        );
    }
    if choices.len() > MAX_CHOICES {
        problems.push(format!(
            "more than {MAX_CHOICES} choices; let the person narrow them down first"
        ));
    }
    let mut seen = HashSet::new();
    if !choices.iter().all(|choice| seen.insert(choice.value())) {
        problems.push("two choices have the same value; values have to differ".to_owned());
    }
    if choices
        .iter()
        .filter_map(ChoiceOption::title)
        .any(|title| title.chars().count() > MAX_TITLE)
    {
        problems.push(format!(
            "a choice's title has more than {MAX_TITLE} characters; shorten it"
        ));
    }
    if let Kind::Multi {
        min_items: Some(min),
        ..
    } = kind
        && !choices.is_empty()
        && u32::try_from(seen.len()).is_ok_and(|count| count < *min)
    {
        problems.push(format!(
            "fewer choices than the {min} that have to be chosen"
        ));
    }
    problems
}
