//! The tables of the pages, as data.

/// A row: a key, and what is said of it.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) key: String,
    /// Where it stands, in words.
    pub(super) place: String,
    /// What it needs beside it.
    pub(super) beside: Option<String>,
    /// How it may be written: everything in code among its values that has the key in it.
    pub(super) samples: Vec<String>,
    pub(super) absent: String,
    pub(super) excludes: Vec<String>,
}

impl Row {
    fn read(line: &str) -> Self {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [key, place, value, absent, excludes] = cells[..] else {
            panic!("a row of five cells: {line}");
        };
        let key = one(code(key), line);
        let word = key.trim_start_matches("#[").trim_end_matches(']');
        let samples = code(value)
            .into_iter()
            .filter(|sample| words(sample).any(|it| it == word))
            .collect();
        let (place, beside) = match place.split_once(", beside ") {
            Some((place, beside)) => (place, Some(one(code(beside), line))),
            None => (place, None),
        };
        Self {
            key,
            place: place.to_owned(),
            beside,
            samples,
            absent: absent.to_owned(),
            excludes: code(excludes),
        }
    }
}

/// The rows of the table below `heading`.
pub(super) fn rows(page: &str, heading: &str) -> Vec<Row> {
    let (_, below) = page
        .split_once(&format!("# {heading}\n"))
        .unwrap_or_else(|| panic!("no heading {heading:?}"));
    let mut lines = below
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    assert_eq!(
        lines.next(),
        Some("| key | where | value | when absent | excludes |")
    );
    assert_eq!(lines.next(), Some("| --- | --- | --- | --- | --- |"));
    lines.map(Row::read).collect()
}

/// What stands in backticks.
pub(super) fn code(text: &str) -> Vec<String> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The words of a piece of code.
pub(super) fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| letter != '_' && !letter.is_alphanumeric())
}

fn one(found: Vec<String>, line: &str) -> String {
    match &found[..] {
        [one] => one.clone(),
        _ => panic!("one piece of code in the first cell, and after \"beside\": {line}"),
    }
}
