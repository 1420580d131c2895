//! What a person typed or chose, as a JSON value: the form's limits, checked while it is entered.

use std::fmt::Display;

use serde_json::{Number, Value, json};

use crate::{
    field::{Field, Input},
    limits::{counted, formatted},
};

/// A value, or nothing where an optional field was skipped; else what is wrong, in a sentence.
pub(crate) type Read = Result<Option<Value>, String>;

impl Field {
    /// The value of a field that is typed. Nothing typed skips an optional field.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, in a sentence for the person.
    pub fn read(&self, typed: &str) -> Read {
        if typed.is_empty() && !self.required {
            return Ok(None);
        }
        match &self.input {
            Input::Text {
                min, max, format, ..
            } => {
                within("character", typed.chars().count(), *min, *max)?;
                if let Some(format) = format {
                    formatted(typed, *format)?;
                }
                Ok(Some(json!(typed)))
            }
            Input::Integer { min, max, .. } => {
                let value: i64 = typed
                    .trim()
                    .parse()
                    .map_err(|_| "a whole number, like 42".to_owned())?;
                bounded(value, *min, *max)?;
                Ok(Some(json!(value)))
            }
            Input::Number { min, max, .. } => {
                let value: f64 = typed
                    .trim()
                    .parse()
                    .map_err(|_| "a number, like 19.95".to_owned())?;
                bounded(value, *min, *max)?;
                let number = Number::from_f64(value).ok_or("a finite number")?;
                Ok(Some(Value::Number(number)))
            }
            Input::YesNo { .. } | Input::One { .. } | Input::Many { .. } => {
                Err("chosen, not typed".to_owned())
            }
        }
    }

    /// The value of a multi-select, from the indices of what is chosen. Nothing chosen skips an
    /// optional field.
    ///
    /// # Errors
    ///
    /// What is wrong with the number of choices, in a sentence for the person.
    pub fn pick(&self, chosen: &[usize]) -> Read {
        let Input::Many {
            choices, min, max, ..
        } = &self.input
        else {
            return Err("this field takes one value".to_owned());
        };
        if chosen.is_empty() && !self.required {
            return Ok(None);
        }
        within("choice", chosen.len(), *min, *max)?;
        let values: Vec<_> = chosen
            .iter()
            .filter_map(|at| choices.get(*at))
            .map(|choice| &choice.value)
            .collect();
        Ok(Some(json!(values)))
    }
}

fn within(unit: &str, count: usize, min: usize, max: Option<usize>) -> Result<(), String> {
    if count < min {
        return Err(format!("at least {}, {count} so far", counted(min, unit)));
    }
    match max.filter(|max| count > *max) {
        Some(max) => Err(format!("at most {}, these are {count}", counted(max, unit))),
        None => Ok(()),
    }
}

fn bounded<T: PartialOrd + Display>(
    value: T,
    min: Option<T>,
    max: Option<T>,
) -> Result<(), String> {
    if let Some(min) = min.filter(|min| value < *min) {
        return Err(format!("{min} or more"));
    }
    match max.filter(|max| value > *max) {
        Some(max) => Err(format!("{max} or less")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::StringFormat;

    use super::*;
    use crate::choice::Choice;

    fn field(required: bool, input: Input) -> Field {
        Field {
            name: "x".into(),
            label: "x".into(),
            help: None,
            required,
            input,
        }
    }

    fn text(min: usize, max: Option<usize>, format: Option<StringFormat>) -> Field {
        field(
            true,
            Input::Text {
                min,
                max,
                format,
                default: None,
            },
        )
    }

    #[test]
    fn lengths_count_code_points() {
        let field = text(3, Some(4), None);
        assert_eq!(
            field.read("äö"),
            Err("at least 3 characters, 2 so far".into())
        );
        assert_eq!(field.read("äöü"), Ok(Some(json!("äöü"))));
        assert_eq!(field.read("𝒳𝒳𝒳𝒳"), Ok(Some(json!("𝒳𝒳𝒳𝒳"))));
        assert_eq!(
            field.read("abcde"),
            Err("at most 4 characters, these are 5".into())
        );
    }

    #[test]
    fn nothing_typed_skips_what_is_optional_and_only_that() {
        let input = || Input::Text {
            min: 3,
            max: None,
            format: None,
            default: None,
        };
        assert_eq!(field(false, input()).read(""), Ok(None));
        assert!(field(true, input()).read("").is_err());
        assert_eq!(text(0, None, None).read(""), Ok(Some(json!(""))));
        let number = Input::Integer {
            min: None,
            max: None,
            default: None,
        };
        assert_eq!(field(false, number.clone()).read(""), Ok(None));
        assert!(field(true, number).read("").is_err());
    }

    #[test]
    fn integers_stay_exact_and_within_their_bounds() {
        let input = |min, max| {
            field(
                true,
                Input::Integer {
                    min,
                    max,
                    default: None,
                },
            )
        };
        let exact = input(None, None);
        assert_eq!(
            exact.read("9007199254740993"),
            Ok(Some(json!(9_007_199_254_740_993_i64)))
        );
        assert_eq!(exact.read(" -0 "), Ok(Some(json!(0))));
        assert!(exact.read("1.5").is_err());
        assert!(exact.read("1e2").is_err());
        let port = input(Some(1), Some(65_535));
        assert_eq!(port.read("0"), Err("1 or more".into()));
        assert_eq!(port.read("65535"), Ok(Some(json!(65_535))));
        assert_eq!(port.read("65536"), Err("65535 or less".into()));
    }

    #[test]
    fn numbers_are_finite() {
        let field = field(
            true,
            Input::Number {
                min: Some(0.0),
                max: None,
                default: None,
            },
        );
        assert_eq!(field.read("19.95"), Ok(Some(json!(19.95))));
        assert_eq!(field.read("-0.5"), Err("0 or more".into()));
        for bad in ["inf", "NaN", "1e999", "twelve", "0x10"] {
            assert!(field.read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn choices_are_counted_and_sent_as_values() {
        let choice = |value: &str| Choice {
            value: value.into(),
            title: value.to_uppercase(),
        };
        let many = |required, min, max| {
            let choices = vec![choice("a"), choice("b"), choice("c")];
            field(
                required,
                Input::Many {
                    choices,
                    min,
                    max,
                    defaults: vec![],
                },
            )
        };
        assert_eq!(
            many(true, 1, Some(2)).pick(&[0, 2]),
            Ok(Some(json!(["a", "c"])))
        );
        assert_eq!(
            many(true, 1, None).pick(&[]),
            Err("at least 1 choice, 0 so far".into())
        );
        assert_eq!(
            many(false, 0, Some(2)).pick(&[0, 1, 2]),
            Err("at most 2 choices, these are 3".into())
        );
        assert_eq!(many(false, 2, None).pick(&[]), Ok(None));
        assert_eq!(many(true, 0, None).pick(&[]), Ok(Some(json!([]))));
        let one = field(
            true,
            Input::One {
                choices: vec![choice("a")],
                default: None,
            },
        );
        assert!(one.read("a").is_err());
        assert!(one.pick(&[0]).is_err());
    }
}
