//! One answer of a script, and which questions it fits.

use serde_json::{Map, Value, json};

use crate::{
    field::{Field, Input},
    question::Ask,
};

#[derive(Debug, Clone)]
pub(crate) enum Part {
    /// The values of a form.
    Form(Map<String, Value>),
    /// Yes, to a confirmation.
    Yes,
    /// The text that a confirmation wants typed.
    Typed(String),
    /// Consent to a visit.
    Visit { goes: bool },
}

impl Part {
    /// A client of 2025-06-18 is asked for a list by one yes/no field for each choice: the list becomes their answers.
    pub(crate) fn spread(&mut self, ask: &Ask) {
        let (Self::Form(values), Ask::Form(fields)) = (self, ask) else {
            return;
        };
        let lists: Vec<String> = values
            .iter()
            .filter(|(name, value)| {
                value.is_array() && fields.iter().all(|field| field.name != **name)
            })
            .map(|(name, _)| name.clone())
            .collect();
        for list in lists {
            let chosen = values.remove(&list).unwrap_or_default();
            let of_list = |field: &&Field| {
                let number = field
                    .name
                    .strip_prefix(&*list)
                    .and_then(|rest| rest.strip_prefix('_'));
                number.is_some_and(|number| number.parse::<u32>().is_ok())
                    && matches!(field.input, Input::YesNo { .. })
            };
            for field in fields.iter().filter(of_list) {
                let yes = chosen
                    .as_array()
                    .is_some_and(|chosen| chosen.contains(&json!(field.label)));
                values.insert(field.name.clone(), json!(yes));
            }
        }
    }

    pub(crate) fn fits(&self, ask: &Ask) -> bool {
        match (self, ask) {
            (Self::Visit { .. }, Ask::Visit(_)) => true,
            (Self::Yes, Ask::Form(fields)) => match fields.as_slice() {
                [] => true,
                [field] => matches!(field.input, Input::YesNo { .. }),
                _ => false,
            },
            (Self::Typed(_), Ask::Form(fields)) => match fields.as_slice() {
                [field] => field.required && matches!(field.input, Input::Text { .. }),
                _ => false,
            },
            (Self::Form(values), Ask::Form(fields)) => {
                let declared = |name: &String| fields.iter().any(|field| field.name == *name);
                let given = |field: &Field| !field.required || values.contains_key(&field.name);
                values.keys().all(declared) && fields.iter().all(given)
            }
            _ => false,
        }
    }

    /// The content of an accepted answer.
    pub(crate) fn content(self, ask: &Ask) -> Option<Map<String, Value>> {
        let each = |value: Value| match ask {
            Ask::Form(fields) => Some(
                fields
                    .iter()
                    .map(|field| (field.name.clone(), value.clone()))
                    .collect(),
            ),
            Ask::Visit(_) => None,
        };
        match self {
            Self::Form(values) => Some(values),
            Self::Yes => each(json!(true)),
            Self::Typed(text) => each(json!(text)),
            Self::Visit { .. } => None,
        }
    }
}
