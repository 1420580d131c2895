//! Forms for a peer of MCP 2025-06-18, and its answers back in the form's own shape.
//!
//! That revision knows text, numbers, yes/no with a default, and `enum` with `enumNames`: no titles beside the values
//! (`oneOf`), no lists, no other defaults (MCP 2025-06-18, client/elicitation, "Requested Schema").

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::form::{ChoiceOption, DefaultValue, FieldSchema, Kind, MAX_FIELDS, Options, Schema};

/// A form as this revision can show it.
pub(super) struct Downgraded {
    /// What goes out.
    pub(super) schema: Schema,
    lists: Vec<List>,
}

/// A list of choices that goes out as one yes/no field for each choice.
struct List {
    name: String,
    required: bool,
    /// The field's name, and the choice that it stands for, in declaration order.
    choices: Vec<(String, String)>,
}

/// Rewrites a form; `None` when that makes more than [`MAX_FIELDS`] fields.
pub(super) fn downgrade(schema: &Schema) -> Option<Downgraded> {
    let mut names: HashSet<String> = schema
        .fields()
        .iter()
        .map(|field| field.name().to_owned())
        .collect();
    let (mut fields, mut lists) = (Vec::new(), Vec::new());
    for field in schema.fields() {
        match field.kind() {
            Kind::Multi { options, .. } if !options.is_empty() => {
                if fields.len() + options.len() > MAX_FIELDS {
                    return None;
                }
                let (list, flags) = spread(field, options, &mut names);
                lists.push(list);
                fields.extend(flags);
            }
            _ => fields.push(plain(field)),
        }
    }
    (fields.len() <= MAX_FIELDS).then(|| Downgraded {
        schema: Schema::new(fields),
        lists,
    })
}

/// A field without what the revision does not know.
fn plain(field: &FieldSchema) -> FieldSchema {
    let mut field = field.clone();
    if !matches!(field.default, Some(DefaultValue::Boolean(_))) {
        field.default = None;
    }
    if let Kind::Single { options } = &mut field.kind {
        *options = Options::new(options.iter().cloned().collect(), true);
    }
    field
}

/// One yes/no field for each choice: the choice is its title, and what the list is for its description.
fn spread(
    field: &FieldSchema,
    options: &Options,
    names: &mut HashSet<String>,
) -> (List, Vec<FieldSchema>) {
    let about = field
        .description
        .clone()
        .or_else(|| field.title.clone())
        .unwrap_or_else(|| field.name.clone());
    let chosen = |option: &ChoiceOption| match &field.default {
        Some(DefaultValue::Items(items)) => Some(items.iter().any(|item| *item == option.value())),
        _ => None,
    };
    let (mut choices, mut flags) = (Vec::new(), Vec::new());
    for (at, option) in options.iter().enumerate() {
        let name = unused(format!("{}_{}", field.name(), at + 1), names);
        let mut flag = FieldSchema::new(name.clone(), Kind::Boolean)
            .with_title(option.label().to_owned())
            .with_description(about.clone())
            .with_required(false);
        flag.default = chosen(option).map(DefaultValue::Boolean);
        choices.push((name, option.value().to_owned()));
        flags.push(flag);
    }
    let list = List {
        name: field.name().to_owned(),
        required: field.required(),
        choices,
    };
    (list, flags)
}

/// A name that no field has yet.
fn unused(mut name: String, names: &mut HashSet<String>) -> String {
    while !names.insert(name.clone()) {
        name.push('_');
    }
    name
}

impl Downgraded {
    /// The content of an accepted answer, as the form's own schema has it. What was of the wrong type stays so.
    pub(super) fn fold(&self, content: Value) -> Value {
        let Value::Object(mut content) = content else {
            return content;
        };
        for list in &self.lists {
            // Not a field of what went out.
            content.remove(&list.name);
            if let Some(value) = list.fold(&mut content) {
                content.insert(list.name.clone(), value);
            }
        }
        Value::Object(content)
    }
}

/// The content of an answer as a client of this revision gives it, from one in the form's own shape.
#[cfg(feature = "testing")]
pub(crate) fn unfold(schema: &Schema, content: Value) -> Value {
    match (downgrade(schema), content) {
        (Some(Downgraded { lists, .. }), Value::Object(mut content)) => {
            for list in &lists {
                list.unfold(&mut content);
            }
            Value::Object(content)
        }
        (_, content) => content,
    }
}

impl List {
    /// What is no list of its choices becomes a flag that is no yes or no, so that it is as wrong here as there.
    #[cfg(feature = "testing")]
    fn unfold(&self, content: &mut Map<String, Value>) {
        let given = match content.remove(&self.name) {
            None | Some(Value::Null) => return,
            Some(given) => given,
        };
        let items = given.as_array().map_or(&[][..], Vec::as_slice);
        let knows = |item: &Value| self.choices.iter().any(|(_, choice)| item == choice);
        let wrong = !given.is_array() || !items.iter().all(knows);
        for (name, choice) in &self.choices {
            let flag = match wrong {
                true => Value::String("wrong".to_owned()),
                false => Value::Bool(items.iter().any(|item| item == choice)),
            };
            content.insert(name.clone(), flag);
        }
    }

    fn fold(&self, content: &mut Map<String, Value>) -> Option<Value> {
        let (mut chosen, mut answered, mut wrong) = (Vec::new(), false, false);
        for (name, choice) in &self.choices {
            match content.remove(name) {
                None | Some(Value::Null) => {}
                Some(Value::Bool(yes)) => {
                    answered = true;
                    if yes {
                        chosen.push(Value::String(choice.clone()));
                    }
                }
                Some(_) => wrong = true,
            }
        }
        if wrong {
            // The value itself might be a valid list, or a valid choice; this is neither.
            return Some(Value::Bool(false));
        }
        (answered || self.required).then_some(Value::Array(chosen))
    }
}

#[cfg(test)]
mod tests;
