//! The cases, and what the compiler says of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const MACROS: [&str; 5] = ["form", "choice", "field", "interactive", "operation"];

/// A file that must not compile.
pub(crate) struct Fail {
    /// `<macro>/fail/<topic>.rs`
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) errors: Vec<Reported>,
    /// Errors whose first caret is in another file, and warnings.
    pub(crate) elsewhere: Vec<String>,
}

/// An error, where its first caret stands; both count from 1.
pub(crate) struct Reported {
    pub(crate) text: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The files of a folder with this ending, in the order of their names.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    files
}

fn all(kind: &str, ending: &str) -> Vec<PathBuf> {
    let folders = MACROS.iter().map(|name| root().join(name).join(kind));
    folders.flat_map(|folder| files(&folder, ending)).collect()
}

pub(crate) fn passes() -> Vec<PathBuf> {
    all("pass", "rs")
}

pub(crate) fn fails() -> Vec<Fail> {
    let files = all("fail", "rs");
    let fails = files.iter().map(|file| {
        let name = file.strip_prefix(root()).unwrap();
        let name = name.to_str().unwrap().to_owned();
        let said = fs::read_to_string(file.with_extension("stderr")).unwrap_or_default();
        let (errors, elsewhere) = reported(&said, &name);
        Fail {
            source: read(file),
            name,
            errors,
            elsewhere,
        }
    });
    fails.collect()
}

/// Each `.stderr` that has lost its file.
pub(crate) fn orphans() -> Vec<String> {
    let files = all("fail", "stderr");
    let orphans = files
        .iter()
        .filter(|file| !file.with_extension("rs").exists());
    orphans.map(|file| file.display().to_string()).collect()
}

fn reported(said: &str, name: &str) -> (Vec<Reported>, Vec<String>) {
    let (mut errors, mut elsewhere) = (Vec::new(), Vec::new());
    let mut lines = said.lines();
    while let Some(line) = lines.next() {
        let header = match line.split_once(": ") {
            Some((kind, text)) if kind == "error" || kind.starts_with("error[") => text,
            Some((kind, _)) if kind == "warning" || kind.starts_with("warning[") => {
                elsewhere.push(line.to_owned());
                continue;
            }
            _ => continue,
        };
        let place = lines
            .clone()
            .take_while(|line| !line.is_empty())
            .find_map(|line| line.trim_start().strip_prefix("--> "));
        match place.and_then(|place| numbers(place, name)) {
            Some((line, column)) => errors.push(Reported {
                text: header.to_owned(),
                line,
                column,
            }),
            None => elsewhere.push(line.to_owned()),
        }
    }
    (errors, elsewhere)
}

/// Line and column of `name:line:column`.
fn numbers(place: &str, name: &str) -> Option<(usize, usize)> {
    let numbers = place.strip_prefix(name)?.strip_prefix(':')?;
    let (line, column) = numbers.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

impl Fail {
    /// Whether the first caret is on `#[derive(…)]`, or on the name of `#[interactive]` or `#[operation]`.
    pub(crate) fn is_at_our_attribute(&self, error: &Reported) -> bool {
        let Some(line) = self.source.lines().nth(error.line - 1) else {
            return false;
        };
        let caret = error.column - 1;
        let mut begun = 0;
        for attribute in line.split_inclusive(']') {
            let length = attribute.chars().count();
            if (begun..begun + length).contains(&caret) {
                return is_ours_until(attribute).is_some_and(|end| caret < begun + end);
            }
            begun += length;
        }
        false
    }

    /// How many errors the marks of each line announce: `//~`, or `//~ 2` for two.
    pub(crate) fn marked(&self) -> BTreeMap<usize, usize> {
        let lines = self.source.lines().enumerate();
        let marked = lines.filter_map(|(at, line)| {
            let (_, mark) = line.split_once("//~")?;
            let count = mark.split_whitespace().next();
            Some((
                at + 1,
                count.and_then(|count| count.parse().ok()).unwrap_or(1),
            ))
        });
        marked.collect()
    }

    pub(crate) fn lines_of_errors(&self) -> BTreeMap<usize, usize> {
        let mut lines = BTreeMap::new();
        for error in &self.errors {
            *lines.entry(error.line).or_default() += 1;
        }
        lines
    }
}

/// For text up to and with an attribute of ours: where it ends, if it is a derive, and its name elsewhere.
fn is_ours_until(text: &str) -> Option<usize> {
    let (before, attribute) = text.rsplit_once("#[")?;
    let path = attribute.split(['(', ']']).next()?;
    let end = match path.rsplit("::").next()?.trim() {
        "derive" => text.len(),
        "interactive" | "operation" => before.len() + 2 + path.len(),
        _ => return None,
    };
    Some(text.get(..end)?.chars().count())
}

/// Everything in which a test can name the case that it is about.
pub(crate) fn named_cases() -> Vec<String> {
    let root = root();
    let workspace = root.parent().unwrap();
    let mut named = Vec::new();
    for folder in [
        "ui-tests",
        "tests",
        "macros/src",
        "runtime/src",
        "runtime/tests",
    ] {
        gather(&workspace.join(folder), &mut named);
    }
    named
}

fn gather(folder: &Path, named: &mut Vec<String>) {
    for ending in ["rs", "snap", "toml"] {
        named.extend(files(folder, ending).iter().map(|file| read(file)));
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            gather(&path, named);
        }
    }
}

#[test]
fn what_the_compiler_says_is_read() {
    let name = "form/fail/f.rs";
    let said = "\
error: `x` is wrong; say y
 --> form/fail/f.rs:2:10

error[E0277]: elsewhere
 --> $WORKSPACE/runtime/src/lib.rs
  |
note: not this
 --> form/fail/f.rs:1:1

warning: unused
 --> form/fail/f.rs:1:1
";
    let (errors, elsewhere) = reported(said, name);
    let errors: Vec<_> = errors
        .iter()
        .map(|error| (error.text.as_str(), error.line, error.column))
        .collect();
    assert_eq!(errors, [("`x` is wrong; say y", 2, 10)]);
    assert_eq!(elsewhere, ["error[E0277]: elsewhere", "warning: unused"]);
}

#[test]
fn our_attributes_are_known_by_their_names_and_not_by_what_is_in_them() {
    let source = "\
#[derive(Clone, askback::Form)] //~
#[form(check = derive)] //~ 2
#[askback::interactive(ttl = 1)]
#[step(x)] #[operation] fn f(#[ask(\"[]\")] a: u8) {}
";
    let fail = Fail {
        name: String::new(),
        source: source.to_owned(),
        errors: Vec::new(),
        elsewhere: Vec::new(),
    };
    let is_ours = |line, column| {
        let text = String::new();
        fail.is_at_our_attribute(&Reported { text, line, column })
    };
    for (line, column) in [(1, 1), (1, 3), (1, 17), (3, 1), (3, 12), (4, 12), (4, 14)] {
        assert!(is_ours(line, column), "{line}:{column}");
    }
    for (line, column) in [
        (1, 33),
        (2, 1),
        (2, 16),
        (3, 24),
        (4, 1),
        (4, 8),
        (4, 28),
        (4, 43),
    ] {
        assert!(!is_ours(line, column), "{line}:{column}");
    }
    assert_eq!(fail.marked(), [(1, 1), (2, 2)].into());
}
