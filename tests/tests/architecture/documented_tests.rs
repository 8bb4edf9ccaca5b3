//! Tables of the interface's pages whose last column names tests: each row names one, and each one exists.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::workspace::root;

/// Headings of a column that names tests.
const COLUMNS: [&str; 3] = ["Test", "Tests", "Held by"];

/// What a cell says when the tests of the row above hold it too.
const AS_ABOVE: &str = "the same";

/// Folders with tests.
const FOLDERS: [&str; 4] = ["functions", "infra", "shared", "tests"];

fn files_below(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_dir() {
            if !matches!(name, Some("target" | "node_modules" | ".venv")) {
                files_below(&path, extension, files);
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
}

fn functions() -> BTreeSet<String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files_below(&root().join(folder), "rs", &mut files);
    }
    let mut names = BTreeSet::new();
    for file in files {
        let source = std::fs::read_to_string(file).unwrap();
        let declared = source.split("fn ").skip(1);
        names.extend(declared.filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())));
    }
    names
}

/// The cells of a row of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// The last cells of the rows of all tables whose last column names tests.
fn cells_with_tests(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        let Some(last) = cells(line).and_then(|cells| cells.last().copied()) else {
            inside = false;
            continue;
        };
        if COLUMNS.contains(&last) {
            inside = true;
        } else if inside && (last.is_empty() || !last.chars().all(|c| c == '-')) {
            found.push(last);
        }
    }
    found
}

/// The names of tests in a cell: words in backquotes joined by underscores, also behind the name of their file.
fn named(cell: &str) -> impl Iterator<Item = &str> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted
        .map(|word| word.rsplit_once("::").map_or(word, |(_, name)| name))
        .filter(|word| {
            let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            word.contains('_') && word.chars().all(is_name)
        })
}

#[test]
fn every_promise_names_its_tests_and_each_of_them_exists() {
    let functions = functions();
    let mut pages = Vec::new();
    files_below(&root().join("docs/interface"), "md", &mut pages);
    let mut faults = Vec::new();
    let mut rows = 0;
    for path in pages {
        let page = std::fs::read_to_string(&path).unwrap();
        for cell in cells_with_tests(&page) {
            rows += 1;
            if named(cell).next().is_none() && !cell.starts_with(AS_ABOVE) {
                faults.push(format!("{}: no test in {cell:?}", path.display()));
            }
            let missing = named(cell).filter(|name| !functions.contains(*name));
            faults.extend(missing.map(|name| format!("{}: no {name}", path.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(rows > 180, "{rows} rows with tests");
}

#[test]
fn an_empty_cell_and_the_name_of_a_test_are_told_apart() {
    let page = "| Promise | Tests |\n|---|---|\n| a | `file::a_test` |\n| b | |\n\n| No | Column |\n| c | d |\n";
    assert_eq!(cells_with_tests(page), ["`file::a_test`", ""]);
    assert_eq!(
        named("`file::a_test`, `GET /x`").collect::<Vec<_>>(),
        ["a_test"]
    );
}
