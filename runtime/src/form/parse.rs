//! A field's value out of text, for hosts that have nothing else: a terminal, a chat, an e-mail.

use serde_json::{Number, Value};

use super::{
    ChoiceOption, Fault, FieldError, FieldSchema, Kind, MAX_CHOICES, Options, Rule, rules,
};

impl FieldSchema {
    /// The value that a text means for this field, checked as an answer is; `None` when it is left out.
    ///
    /// | the field holds | what is read |
    /// | --- | --- |
    /// | text | the text as it is |
    /// | a whole number, a number | a decimal number as JSON or Rust write it: `42`, `-7`, `19.95`, `1e3` |
    /// | yes or no | `yes`, `y`, `true`, `no`, `n`, `false` |
    /// | one choice | its value, else its title, else either of them in other case, else its place in the list from 1 |
    /// | several choices | these, separated by commas, each once |
    ///
    /// Nothing at all means that the field is left out, where it may be. White space around anything but text is ignored,
    /// and so is the case of yes and no. What two choices have in common chooses neither of them.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// use askback::{Choice, Form};
    /// use serde_json::json;
    ///
    /// #[derive(Choice)]
    /// enum Severity {
    ///     /// Low: can wait
    ///     Low,
    ///     /// High: now
    ///     High,
    /// }
    ///
    /// #[derive(Form)]
    /// struct Report {
    ///     urgent: bool,
    ///     rows: Option<u8>,
    ///     severity: Severity,
    /// }
    ///
    /// let [urgent, rows, severity] = Report::schema().fields() else { panic!("three fields") };
    /// assert_eq!(urgent.parse("yes")?, Some(json!(true)));
    /// assert_eq!((rows.parse("200")?, rows.parse("")?), (Some(json!(200)), None));
    /// for text in ["High", "high: now", "2"] {
    ///     assert_eq!(severity.parse(text)?, Some(json!("High")));
    /// }
    /// let error = rows.parse("300").err().map(|error| error.to_string());
    /// assert_eq!(error.as_deref(), Some("rows: This has to be at most 255."));
    /// # }
    /// # Ok::<(), askback::form::FieldError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first rule that the text breaks, with a sentence for the person that does not quote it.
    pub fn parse(&self, text: &str) -> Result<Option<Value>, FieldError> {
        let read = self.read(text).map_err(|fault| fault.of(self.name()))?;
        if let Some(value) = &read {
            rules::value(value, self).map_err(|fault| fault.of(self.name()))?;
        }
        Ok(read)
    }

    fn read(&self, text: &str) -> Result<Option<Value>, Fault> {
        let trimmed = text.trim();
        let nothing = match &self.kind {
            Kind::Text { .. } => text.is_empty(),
            _ => trimmed.is_empty(),
        };
        if nothing && !self.required {
            return Ok(None);
        }
        Ok(Some(match &self.kind {
            Kind::Text { .. } => text.into(),
            Kind::Integer { .. } => number(trimmed, "This has to be a whole number.")?,
            Kind::Number { .. } => number(trimmed, "This has to be a number.")?,
            Kind::Boolean => yes_or_no(trimmed)?.into(),
            Kind::Single { options } => chosen(options, trimmed)
                .ok_or_else(rules::not_offered)?
                .value()
                .into(),
            Kind::Multi { options, .. } => several(options, trimmed)?,
        }))
    }
}

fn number(text: &str, what: &'static str) -> Result<Value, Fault> {
    let whole = || text.parse::<i64>().map(Number::from);
    let unsigned = || text.parse::<u64>().map(Number::from);
    let read = whole().or_else(|_| unsigned()).ok();
    let read = read
        .or_else(|| serde_json::from_str(text).ok())
        .or_else(|| Number::from_f64(text.parse().ok()?));
    read.map(Value::Number)
        .ok_or_else(|| Fault::new(Rule::Type, what))
}

fn yes_or_no(text: &str) -> Result<bool, Fault> {
    let is = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["yes", "y", "true"]) {
        Ok(true)
    } else if is(["no", "n", "false"]) {
        Ok(false)
    } else {
        Err(Fault::new(Rule::Type, "This has to be yes or no."))
    }
}

/// The option that a text means, if it means one.
fn chosen<'a>(options: &'a Options, text: &str) -> Option<&'a ChoiceOption> {
    let lower = text.to_lowercase();
    let in_other_case = |option: &&ChoiceOption| {
        option.value().to_lowercase() == lower || option.label().to_lowercase() == lower
    };
    options
        .iter()
        .find(|option| option.value() == text)
        .or_else(|| only(options.iter().filter(|option| option.label() == text)))
        .or_else(|| only(options.iter().filter(in_other_case)))
        .or_else(|| {
            // Of two that have it in common, the place in the list chooses neither.
            if options.iter().any(|option| in_other_case(&option)) {
                return None;
            }
            let place: usize = text.parse().ok()?;
            options.iter().nth(place.checked_sub(1)?)
        })
}

fn only<'a>(mut all: impl Iterator<Item = &'a ChoiceOption>) -> Option<&'a ChoiceOption> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// The options that a list means. A value or title may have commas of its own: the longest run that is one is taken.
fn several(options: &Options, text: &str) -> Result<Value, Fault> {
    let commas = |text: &str| text.matches(',').count();
    let widest = options
        .iter()
        .map(|option| commas(option.value()).max(commas(option.label())))
        .max()
        .unwrap_or_default();
    let mut values: Vec<&str> = Vec::new();
    let (mut rest, mut items) = (text, 0);
    while !rest.trim().is_empty() {
        items += 1;
        if items > MAX_CHOICES {
            return Err(Fault::new(Rule::MaxItems, "These are too many choices."));
        }
        let ends = rest.match_indices(',').map(|(at, _)| at);
        let mut ends: Vec<usize> = ends.take(widest + 1).collect();
        if ends.len() <= widest {
            ends.push(rest.len());
        }
        let found = ends.iter().rev().find_map(|&end| {
            let (item, after) = rest.split_at_checked(end)?;
            Some((chosen(options, item.trim())?, after))
        });
        let (option, after) = found.ok_or_else(rules::not_offered)?;
        if !values.contains(&option.value()) {
            values.push(option.value());
        }
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    Ok(values.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::form::{Format, MAX_TEXT_LENGTH};

    fn field(kind: Kind) -> FieldSchema {
        FieldSchema::new("x", kind)
    }

    fn optional(kind: Kind) -> FieldSchema {
        field(kind).with_required(false)
    }

    fn options(list: &[(&str, &str)]) -> Options {
        let option = |(value, title): &(&str, &str)| match *title {
            "" => ChoiceOption::new((*value).to_owned()),
            title => ChoiceOption::titled((*value).to_owned(), title.to_owned()),
        };
        Options::new(list.iter().map(option).collect(), false)
    }

    fn one(list: &[(&str, &str)]) -> FieldSchema {
        field(Kind::Single {
            options: options(list),
        })
    }

    fn many(list: &[(&str, &str)], min: Option<u32>, max: Option<u32>) -> FieldSchema {
        field(Kind::Multi {
            options: options(list),
            min_items: min,
            max_items: max,
        })
    }

    #[track_caller]
    fn reads(field: &FieldSchema, text: &str, value: Value) {
        assert_eq!(field.parse(text).ok(), Some(Some(value)), "{text:?}");
    }

    #[track_caller]
    fn breaks(field: &FieldSchema, text: &str, rule: Rule) {
        let error = field.parse(text).unwrap_err();
        assert_eq!((error.field(), error.rule()), ("x", rule), "{text:?}");
        assert!(
            text.trim().len() < 2 || !error.to_string().contains(text.trim()),
            "{error}"
        );
    }

    #[test]
    fn text_stays_as_it_is() {
        let text = field(Kind::text());
        reads(&text, "  a ", json!("  a "));
        reads(&text, "", json!(""));
        assert_eq!(optional(Kind::text()).parse("").unwrap(), None);
        reads(&optional(Kind::text()), " ", json!(" "));
        breaks(
            &text,
            &"w".repeat(MAX_TEXT_LENGTH as usize + 1),
            Rule::MaxLength,
        );
        let email = field(Kind::formatted(Format::Email));
        reads(&email, "ada@example.com", json!("ada@example.com"));
        breaks(&email, "hunter2", Rule::Format);
    }

    #[test]
    fn whole_numbers_stay_exact() {
        let free = Kind::Integer {
            minimum: None,
            maximum: None,
        };
        let whole = field(free.clone());
        for (text, value) in [
            ("42", json!(42)),
            (" -0 ", json!(0)),
            ("+7", json!(7)),
            ("007", json!(7)),
            ("9007199254740993", json!(9_007_199_254_740_993_i64)),
            ("18446744073709551615", json!(u64::MAX)),
        ] {
            reads(&whole, text, value);
        }
        // As an answer may spell them.
        for text in ["3.0", "1e2"] {
            assert!(whole.parse(text).is_ok(), "{text}");
        }
        for text in ["1.5", "0x10", "ten", "", "1 000", "1,5", "--1"] {
            breaks(&whole, text, Rule::Type);
        }
        assert_eq!(optional(free).parse("  ").unwrap(), None);
        let port = field(Kind::Integer {
            minimum: Some(1),
            maximum: Some(65_535),
        });
        breaks(&port, "0", Rule::Minimum);
        breaks(&port, "65536", Rule::Maximum);
    }

    #[test]
    fn numbers_are_finite() {
        let number = field(Kind::Number {
            minimum: Some(-1.0),
            maximum: None,
        });
        reads(&number, "19.95", json!(19.95));
        reads(&number, ".5", json!(0.5));
        breaks(&number, "-1.5", Rule::Minimum);
        for text in ["inf", "NaN", "1e999", "19,95", "\"1\"", "[1]"] {
            breaks(&number, text, Rule::Type);
        }
    }

    #[test]
    fn yes_and_no() {
        let yes = field(Kind::Boolean);
        for text in ["yes", "Y", "TRUE", " y "] {
            reads(&yes, text, json!(true));
        }
        for text in ["no", "N", "false"] {
            reads(&yes, text, json!(false));
        }
        for text in ["1", "0", "ja", "yep", ""] {
            breaks(&yes, text, Rule::Type);
        }
        assert_eq!(optional(Kind::Boolean).parse("").unwrap(), None);
    }

    #[test]
    fn a_choice_by_value_title_or_place() {
        let severity = one(&[("low", "Can wait"), ("high", "Now"), ("max", "")]);
        for text in ["high", "Now", "now", "HIGH", "2", " 2 "] {
            reads(&severity, text, json!("high"));
        }
        reads(&severity, "MAX", json!("max"));
        for text in ["0", "4", "-1", "medium", "", "lo", "2.0"] {
            breaks(&severity, text, Rule::Enum);
        }
        // A value or a title goes before a place.
        let numbers = one(&[("3", ""), ("2", ""), ("x", "1")]);
        reads(&numbers, "3", json!("3"));
        reads(&numbers, "2", json!("2"));
        reads(&numbers, "1", json!("x"));
        // What two have in common chooses neither.
        let same = one(&[("a", "Same"), ("b", "Same"), ("c", "1"), ("d", "1")]);
        breaks(&same, "Same", Rule::Enum);
        breaks(&same, "1", Rule::Enum);
        reads(&same, "b", json!("b"));
    }

    #[test]
    fn choices_separated_by_commas() {
        let teams = many(
            &[("ops", "Operations"), ("dev", ""), ("a, b", "Both, really")],
            Some(1),
            Some(2),
        );
        reads(&teams, "dev, Operations", json!(["dev", "ops"]));
        reads(&teams, "2,1,", json!(["dev", "ops"]));
        reads(&teams, "ops,ops", json!(["ops"]));
        reads(&teams, "both, really,dev", json!(["a, b", "dev"]));
        reads(&teams, "dev,a, b", json!(["dev", "a, b"]));
        breaks(&teams, "", Rule::MinItems);
        breaks(&teams, "1,2,3", Rule::MaxItems);
        breaks(&teams, &"ops,".repeat(MAX_CHOICES + 1), Rule::MaxItems);
        for text in ["ops dev", "ops,,dev", "ops,qa", ",ops", "a"] {
            breaks(&teams, text, Rule::Enum);
        }
        let free = many(&[("a", "")], None, None);
        reads(&free, "", json!([]));
        assert_eq!(free.with_required(false).parse("").unwrap(), None);
    }

    #[test]
    fn a_long_list_is_read_once() {
        let list: Vec<(String, String)> = (0..512)
            .map(|at| (format!("v{at}"), format!("a,b,c,{at}")))
            .collect();
        let list: Vec<(&str, &str)> = list.iter().map(|(v, t)| (v.as_str(), t.as_str())).collect();
        let field = many(&list, None, None);
        let text = (0..512).map(|at| format!("a,b,c,{at}"));
        let text = text.collect::<Vec<_>>().join(",");
        let read = field.parse(&text).unwrap().unwrap();
        assert_eq!(read.as_array().map(Vec::len), Some(512));
    }
}
