//! Expansions as they are read: of a feature, what it adds to the declaration without it.

use std::{collections::BTreeSet, fs, path::Path};

use proc_macro2::TokenStream;

use super::{corpus::Case, difference::difference};

/// The expansion as a program would be written.
fn shown(case: &Case, expansion: &TokenStream) -> String {
    let faulty = expansion.to_string().contains("compile_error");
    assert_eq!(faulty, case.name == "faults", "{}: {expansion}", case.name);
    let program = case.entry.program(expansion);
    let program = program.unwrap_or_else(|fault| panic!("{}: {fault}\n{expansion}", case.name));
    prettyplease::unparse(&program)
}

#[test]
fn expansions_are_those_that_were_read() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut written = BTreeSet::new();
    for case in Case::all() {
        let with = shown(&case, &case.expand(case.with()));
        let expansion = match case.without() {
            Some(source) => difference(&shown(&case, &case.expand(source)), &with),
            None => with,
        };
        let text = format!("{}\n\n=>\n\n{expansion}", case.source);
        let name = case.name.replace([' ', '\'', ','], "_");
        let folder = format!("snapshots/{:?}", case.entry).to_lowercase();
        written.insert(format!("{folder}/{name}.snap"));
        settings.set_snapshot_path(folder);
        settings.bind(|| insta::assert_snapshot!(name, text));
    }
    assert_eq!(stored(), written, "snapshots of what is there no more");
}

/// The snapshots that there are.
fn stored() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/expansion");
    let folders = fs::read_dir(root.join("snapshots")).unwrap();
    let files = folders.flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    let own = paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "snap")
    });
    own.map(|path| {
        let path = path.strip_prefix(&root).unwrap();
        path.to_str().unwrap().replace('\\', "/")
    })
    .collect()
}
