//! The person at the terminal.

use std::{
    fmt,
    io::{IsTerminal as _, stdin, stdout},
    str::FromStr as _,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::bail;
use chrono::{NaiveDate, Weekday};
use inquire::{
    Autocomplete, Confirm, CustomUserError, DateSelect, InquireError, MultiSelect, Select, Text,
    autocompletion::Replacement, list_option::ListOption, validator::Validation,
};
use rmcp::model::StringFormat;
use serde_json::{Map, Value, json};

use crate::{
    browser::Browser,
    choice::Choice,
    field::{Field, Input},
    person::{Person, Reply},
    question::{Ask, Question},
};

/// How long after the consent a page is opened that the example plays.
const VISIT: Duration = Duration::from_millis(500);

/// The person at the terminal of this process. Esc cancels a question, Ctrl-C gives the call up.
#[derive(Debug)]
pub struct Terminal {
    browser: Option<Browser>,
}

impl Terminal {
    /// The person at the terminal.
    ///
    /// # Errors
    ///
    /// Standard input or output is no terminal.
    pub fn new() -> anyhow::Result<Self> {
        if !(stdin().is_terminal() && stdout().is_terminal()) {
            bail!("there is no terminal to ask the person at; run it in one, or with `--scripted`");
        }
        Ok(Self { browser: None })
    }

    /// Opens with this what the person agrees to visit.
    #[must_use]
    pub fn browser(mut self, browser: Option<Browser>) -> Self {
        self.browser = browser;
        self
    }

    /// Whether the person goes to a page. One that the example plays may be left unfinished.
    fn visit(&self, url: &str) -> Asked<Option<Option<Content>>> {
        println!("  {url}");
        if !gate("Go there?")? {
            return Ok(None);
        }
        if let Some(browser) = &self.browser {
            let finish = Confirm::new("The example plays this page. Finish what it asks for?")
                .with_default(true)
                .with_help_message("n leaves it unfinished · Esc cancels");
            if finish.prompt()? {
                browser.open(url, VISIT);
            }
        }
        Ok(Some(None))
    }
}

impl Person for Terminal {
    fn answer(&mut self, question: &Question) -> anyhow::Result<Reply> {
        println!("\n{}", question.message);
        let reply = match &question.ask {
            Ask::Visit(url) => self.visit(url),
            Ask::Form(fields) => fill(fields),
        };
        match reply {
            Ok(Some(content)) => Ok(Reply::Accept(content)),
            Ok(None) => Ok(Reply::Decline),
            Err(InquireError::OperationCanceled) => Ok(Reply::Cancel),
            Err(InquireError::OperationInterrupted) => {
                bail!("interrupted: the call is given up")
            }
            Err(error) => Err(error.into()),
        }
    }
}

type Asked<T> = Result<T, InquireError>;
type Content = Map<String, Value>;

/// The values of a form, or nothing when it was declined.
fn fill(fields: &[Field]) -> Asked<Option<Option<Content>>> {
    let willing = match fields {
        [] => gate("Accept?")?,
        // Yes or no is the whole answer: to ask first whether to answer would ask twice.
        [
            Field {
                input: Input::YesNo { .. },
                ..
            },
        ] => true,
        _ => gate("Answer?")?,
    };
    if !willing {
        return Ok(None);
    }
    let mut content = Content::new();
    for field in fields {
        if let Some(value) = enter(field)? {
            content.insert(field.name.clone(), value);
        }
    }
    Ok(Some(Some(content)))
}

fn gate(message: &str) -> Asked<bool> {
    Confirm::new(message)
        .with_default(true)
        .with_help_message("n declines · Esc cancels")
        .prompt()
}

/// The value of one field, or nothing when it was skipped.
fn enter(field: &Field) -> Asked<Option<Value>> {
    let help = help(field);
    match &field.input {
        Input::Text {
            format: Some(StringFormat::Date),
            default,
            ..
        } => date(field, default.as_deref(), &help),
        Input::Text { default, .. } => typed(field, default.as_deref().unwrap_or_default(), &help),
        Input::Integer { default, .. } => typed(field, &shown(*default), &help),
        Input::Number { default, .. } => typed(field, &shown(*default), &help),
        Input::YesNo { default } if field.required => {
            let mut prompt = Confirm::new(&field.label)
                .with_placeholder("y/n")
                .with_help_message(&help);
            prompt.default = *default;
            Ok(Some(json!(prompt.prompt()?)))
        }
        Input::YesNo { default } => {
            let choices = vec![(json!(true), "yes"), (json!(false), "no")];
            select(field, choices, default.map(|yes| usize::from(!yes)), &help)
        }
        Input::One { choices, default } => {
            let choices = choices
                .iter()
                .map(|c| (json!(c.value), c.title.as_str()))
                .collect();
            select(field, choices, *default, &help)
        }
        Input::Many {
            choices, defaults, ..
        } => many(field, choices, defaults, &help),
    }
}

fn help(field: &Field) -> String {
    let skip = match field.input {
        _ if field.required => None,
        Input::Text {
            format: Some(StringFormat::Date),
            ..
        } => None,
        Input::One { .. } | Input::YesNo { .. } => None,
        Input::Many { .. } => Some("choose none to skip".to_owned()),
        _ => Some("leave empty to skip".to_owned()),
    };
    let keys = matches!(field.input, Input::Many { .. }).then(|| "space chooses".to_owned());
    [
        field.help.clone(),
        field.limits(),
        keys,
        skip,
        Some("Esc cancels".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(" · ")
}

/// A label that is no question leads to its input with a colon.
fn caption(field: &Field) -> String {
    let ends = field.label.ends_with(['?', '.', ':', '!']);
    format!("{}{}", field.label, if ends { "" } else { ":" })
}

fn shown(default: Option<impl fmt::Display>) -> String {
    default.map_or_else(String::new, |default| default.to_string())
}

fn typed(field: &Field, default: &str, help: &str) -> Asked<Option<Value>> {
    let remarks = Remarks {
        field: field.clone(),
        shown: Arc::default(),
    };
    let checks = remarks.clone();
    let label = caption(field);
    let text = Text::new(&label)
        .with_help_message(help)
        .with_initial_value(default)
        .with_autocomplete(remarks)
        .with_validator(move |text: &str| Ok(checks.judge(text)))
        .prompt()?;
    field
        .read(&text)
        .map_err(InquireError::InvalidConfiguration)
}

/// What is wrong so far, under the input while it is typed. The library shows suggestions there,
/// and would take a remark for the answer when one is marked: `judge` refuses it.
#[derive(Clone)]
struct Remarks {
    field: Field,
    shown: Arc<Mutex<Option<String>>>,
}

impl Remarks {
    fn judge(&self, text: &str) -> Validation {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.as_deref() == Some(text) {
            return Validation::Invalid("that is a remark; ↑ leads back to your text".into());
        }
        match self.field.read(text) {
            Ok(_) => Validation::Valid,
            Err(problem) => Validation::Invalid(problem.into()),
        }
    }
}

impl Autocomplete for Remarks {
    fn get_suggestions(&mut self, typed: &str) -> Result<Vec<String>, CustomUserError> {
        let problem = if typed.is_empty() {
            None
        } else {
            self.field.read(typed).err()
        };
        let remark = problem.map(|problem| format!("… {problem}"));
        self.shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone_from(&remark);
        Ok(remark.into_iter().collect())
    }

    fn get_completion(
        &mut self,
        _typed: &str,
        _marked: Option<String>,
    ) -> Result<Replacement, CustomUserError> {
        Ok(None)
    }
}

fn date(field: &Field, default: Option<&str>, help: &str) -> Asked<Option<Value>> {
    if !field.required {
        let message = format!("{} (y to give a date)", caption(field));
        let given = Confirm::new(&message).with_default(default.is_some());
        if !given.with_help_message(help).prompt()? {
            return Ok(None);
        }
    }
    let label = caption(field);
    let mut prompt =
        DateSelect::new(&label).with_help_message("arrows move · Enter takes it · Esc cancels");
    prompt = prompt
        .with_week_start(Weekday::Mon)
        .with_formatter(&|day| day.to_string());
    if let Some(day) = default.and_then(|day| NaiveDate::from_str(day).ok()) {
        prompt = prompt.with_starting_date(day);
    }
    Ok(Some(json!(prompt.prompt()?.to_string())))
}

/// A line of a list: the value that it stands for, or nothing where it skips the field.
struct Line<'a>(Option<Value>, &'a str);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }
}

fn select(
    field: &Field,
    choices: Vec<(Value, &str)>,
    default: Option<usize>,
    help: &str,
) -> Asked<Option<Value>> {
    let mut lines: Vec<_> = choices
        .into_iter()
        .map(|(value, title)| Line(Some(value), title))
        .collect();
    if !field.required {
        lines.push(Line(None, "(skip)"));
    }
    let label = caption(field);
    let start = default.unwrap_or(0);
    Ok(Select::new(&label, lines)
        .with_starting_cursor(start)
        .with_help_message(help)
        .prompt()?
        .0)
}

fn many(field: &Field, choices: &[Choice], defaults: &[usize], help: &str) -> Asked<Option<Value>> {
    let label = caption(field);
    let counted = field.clone();
    let chosen = MultiSelect::new(&label, choices.iter().collect())
        .with_default(defaults)
        .with_help_message(help)
        .with_validator(move |chosen: &[ListOption<&&Choice>]| {
            Ok(match counted.pick(&indices(chosen)) {
                Ok(_) => Validation::Valid,
                Err(problem) => Validation::Invalid(problem.into()),
            })
        })
        .raw_prompt()?;
    field
        .pick(&indices(&chosen))
        .map_err(InquireError::InvalidConfiguration)
}

fn indices<T>(chosen: &[ListOption<T>]) -> Vec<usize> {
    chosen.iter().map(|option| option.index).collect()
}
