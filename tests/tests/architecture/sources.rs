//! Rules for all source files.

use std::path::{Path, PathBuf};

use crate::workspace::{Layer, Workspace, root};

/// Largest number of lines in a function's `main.rs`, which only wires.
const MAIN_LINES: usize = 40;
/// Largest number of lines in a source file.
const FILE_LINES: usize = 500;
/// Largest number of lines of code in a function. Clippy counts them, also in tests and in functions with attributes such as
/// `#[tokio::test]`.
const FUNCTION_LINES: usize = 80;
/// Module names without meaning.
const EMPTY_NAMES: [&str; 7] = [
    "utils", "util", "helpers", "helper", "common", "manager", "misc",
];

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The path and text of every Rust file in the repository.
pub fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in ["functions", "shared", "infra", "tests"] {
        collect(&root().join(folder), &mut files);
    }
    files
        .into_iter()
        .map(|file| {
            let place = file.strip_prefix(root()).unwrap();
            let place = place.to_str().unwrap().replace('\\', "/");
            (place, std::fs::read_to_string(&file).unwrap())
        })
        .collect()
}

#[test]
fn a_functions_main_is_wiring() {
    let workspace = Workspace::read();
    for package in workspace.of(Layer::Function) {
        let main = package.manifest_path.parent().unwrap().join("src/main.rs");
        let lines = std::fs::read_to_string(&main).unwrap().lines().count();
        assert!(lines <= MAIN_LINES, "{main} has {lines} lines");
    }
}

#[test]
fn no_file_is_too_long_or_named_emptily() {
    let sources = sources();
    assert!(
        sources.len() > 100,
        "only {} files were found",
        sources.len()
    );
    for (place, text) in sources {
        let lines = text.lines().count();
        assert!(lines <= FILE_LINES, "{place} has {lines} lines");
        let parts = place.trim_end_matches(".rs").split('/');
        for part in parts {
            assert!(
                !EMPTY_NAMES.contains(&part),
                "{place}: a name that says nothing"
            );
        }
    }
}

/// Words that no source file may contain, each written in two halves, so that this file does not contain them.
#[test]
fn forbidden_words_are_absent() {
    let everywhere = [
        ["#[ig", "nore"],
        ["thread::sl", "eep"],
        ["std::net::TcpStream::conn", "ect"],
    ];
    let clients = [
        ["reqwest::Cli", "ent::new"],
        ["reqwest::Cli", "ent::builder"],
        ["reqwest::Cli", "entBuilder"],
        ["reqwest::g", "et("],
        ["reqwest::block", "ing"],
        ["hyper_util::cli", "ent"],
    ];
    for (place, text) in sources() {
        for [head, tail] in everywhere {
            let word = format!("{head}{tail}");
            assert!(!text.contains(&word), "{place} contains {word}");
        }
        if place.starts_with("shared/outbound/src/") {
            continue;
        }
        for [head, tail] in clients {
            let word = format!("{head}{tail}");
            assert!(
                !text.contains(&word),
                "{place} builds an HTTP client of its own"
            );
        }
    }
}

#[test]
fn clippy_forbids_ways_around_the_ports() {
    let rules = std::fs::read_to_string(root().join("clippy.toml")).unwrap();
    for method in [
        "jiff::Timestamp::now",
        "jiff::Zoned::now",
        "std::time::SystemTime::now",
        "uuid::Uuid::new_v4",
        "getrandom::fill",
    ] {
        assert!(
            rules.contains(&format!("\"{method}\"")),
            "{method} is not forbidden"
        );
    }
    for method in ["Client::new", "Client::builder", "get"] {
        assert!(
            rules.contains(&format!("\"reqwest::{method}\"")),
            "{method} is not forbidden"
        );
    }
}

#[test]
fn clippy_limits_the_length_of_functions() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let limit = format!("\ntoo-many-lines-threshold = {FUNCTION_LINES}\n");
    assert!(read("clippy.toml").contains(&limit), "no {limit}");
    for manifest in ["Cargo.toml", "tests/Cargo.toml"] {
        assert!(
            read(manifest).contains("\ntoo_many_lines = \"deny\"\n"),
            "{manifest} does not forbid long functions"
        );
    }
}

#[test]
fn every_crate_takes_the_workspaces_lints() {
    let workspace = Workspace::read();
    for (name, (layer, package)) in &workspace.crates {
        let manifest = std::fs::read_to_string(&package.manifest_path).unwrap();
        let takes = manifest.contains("[lints]\nworkspace = true");
        assert!(
            takes || *layer == Layer::Tests,
            "{name} has lints of its own"
        );
    }
}
