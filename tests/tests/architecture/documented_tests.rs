//! Tests that pages name beside a promise exist.

use std::collections::BTreeSet;
use std::path::Path;

use crate::workspace::root;

/// Pages that name tests, in backquotes, and whether the name of a test follows that of its file.
const PAGES: [(&str, bool); 2] = [
    ("docs/interface/platform/generation-faults.md", true),
    ("docs/interface/platform/writing-help.md", false),
];

/// Folders with tests.
const FOLDERS: [&str; 4] = ["functions", "infra", "shared", "tests"];

fn functions_below(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_dir() {
            if !matches!(name, Some("target" | "node_modules" | ".venv")) {
                functions_below(&path, names);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = std::fs::read_to_string(&path).unwrap();
            let declared = source.split("fn ").skip(1);
            names.extend(declared.filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())));
        }
    }
}

/// The names of tests in a page: words in backquotes of at least three parts joined by underscores.
fn named(page: &str, behind_file: bool) -> BTreeSet<&str> {
    let quoted = page.split('`').skip(1).step_by(2);
    quoted
        .filter_map(|word| match word.rsplit_once("::") {
            Some((_, name)) => Some(name),
            None => (!behind_file).then_some(word),
        })
        .filter(|word| {
            let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            word.chars().all(is_name) && word.matches('_').count() >= 2
        })
        .collect()
}

#[test]
fn tests_that_pages_name_exist() {
    let mut functions = BTreeSet::new();
    for folder in FOLDERS {
        functions_below(&root().join(folder), &mut functions);
    }
    for (page, behind_file) in PAGES {
        let content = std::fs::read_to_string(root().join(page)).unwrap();
        let names = named(&content, behind_file);
        assert!(names.len() > 30, "{page}: {}", names.len());
        let missing: Vec<_> = names
            .into_iter()
            .filter(|name| !functions.contains(*name))
            .collect();
        assert!(missing.is_empty(), "{page}: {missing:?}");
    }
}
