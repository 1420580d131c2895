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
mod tests;
