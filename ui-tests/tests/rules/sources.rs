//! Which messages the sources of a macro name: what it can say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{ExprPath, ItemMod, ItemUse, UseTree};

use crate::cases::MACROS;
use crate::catalogue::Item;

/// What is named in the folder of a macro, in the folders that it uses, and in the files beside these that they use.
pub(crate) fn named_by(name: &str) -> BTreeSet<Item> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../macros/src");
    let mut named = BTreeSet::new();
    let mut reached = BTreeSet::new();
    let mut next = vec![name.to_owned()];
    while let Some(module) = next.pop() {
        let folder = sources.join(&module);
        if !reached.insert(module.clone()) {
            continue;
        }
        if !folder.is_dir() {
            named.append(&mut read(&sources.join(module + ".rs")).named);
            continue;
        }
        for file in files(&folder) {
            let source = read(&file);
            named.extend(source.named);
            // Another macro is used by tests only.
            let uses = source.uses.into_iter();
            next.extend(uses.filter(|module| !MACROS.contains(&module.as_str())));
        }
    }
    named
}

/// What is no test in a folder, and in the folders of that.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    paths.filter(|path| !path.ends_with("tests.rs")).collect()
}

fn read(file: &Path) -> Source {
    let text = fs::read_to_string(file).unwrap();
    let mut source = Source::default();
    source.visit_file(&syn::parse_file(&text).unwrap());
    source
}

#[derive(Default)]
struct Source {
    /// What modules of the catalogue are called in this file.
    called: BTreeMap<String, String>,
    named: BTreeSet<Item>,
    /// The other modules of the crate.
    uses: BTreeSet<String>,
}

impl Source {
    fn imported(&mut self, path: &[String], called: &str) {
        match path {
            [first, module, .., last] if first == "crate" && module == "messages" => {
                self.called.insert(called.to_owned(), last.clone());
            }
            [first, module] if first == "crate" && module == "messages" => {
                self.called.insert(called.to_owned(), module.clone());
            }
            [first, module, ..] if first == "crate" => drop(self.uses.insert(module.clone())),
            _ => {}
        }
    }

    fn tree(&mut self, tree: &UseTree, path: &mut Vec<String>) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.tree(&step.tree, path);
                path.pop();
            }
            UseTree::Name(name) if name.ident == "self" => {
                let called = path.last().cloned().unwrap_or_default();
                self.imported(path, &called);
            }
            UseTree::Name(name) => {
                let called = name.ident.to_string();
                path.push(called.clone());
                self.imported(path, &called);
                path.pop();
            }
            UseTree::Rename(rename) => {
                path.push(rename.ident.to_string());
                self.imported(path, &rename.rename.to_string());
                path.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, path)),
            UseTree::Glob(_) => self.imported(path, ""),
        }
    }
}

impl<'a> Visit<'a> for Source {
    fn visit_item_use(&mut self, import: &'a ItemUse) {
        self.tree(&import.tree, &mut Vec::new());
    }

    fn visit_expr_path(&mut self, path: &'a ExprPath) {
        let segments = path.path.segments.iter();
        let segments: Vec<String> = segments.map(|step| step.ident.to_string()).collect();
        match &*segments {
            [first, module, ..] if first == "crate" => drop(self.uses.insert(module.clone())),
            [first, .., module, item] if first == "messages" => {
                self.named.insert((module.clone(), item.clone()));
            }
            [called, item] => {
                if let Some(module) = self.called.get(called) {
                    self.named.insert((module.clone(), item.clone()));
                }
            }
            _ => {}
        }
    }

    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }
}

#[test]
fn what_a_macro_names_is_found_under_any_name_of_its_module() {
    let file = syn::parse_quote! {
        use crate::{faults::{self, Faults}, limit as l, messages::{self, interactive as say}};
        const KEYS: &[&str] = messages::KEYS;
        fn check(faults: &mut Faults) {
            faults.on(say::NO_BODY, messages::operation::NAME);
            crate::depth::check(other::NOT_THIS);
        }
        mod tests {
            const NOR: &str = say::THIS;
        }
    };
    let mut source = Source::default();
    source.visit_file(&file);
    let named = source.named.iter();
    let named: Vec<String> = named
        .map(|(module, item)| format!("{module} {item}"))
        .collect();
    assert_eq!(
        named,
        ["interactive NO_BODY", "messages KEYS", "operation NAME"]
    );
    let uses: Vec<String> = source.uses.into_iter().collect();
    assert_eq!(uses, ["depth", "faults", "limit"]);
}
