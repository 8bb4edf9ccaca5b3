//! The top level of the repository contains only the listed files and folders.

use std::collections::BTreeSet;

use crate::workspace::root;

const MUST: [&str; 8] = [
    "Cargo.toml",
    "functions",
    "shared",
    "infra",
    "events",
    "tests",
    "samconfig.toml",
    "README.md",
];

const MAY: [&str; 12] = [
    "docs",
    ".ci",
    ".cargo",
    "LICENSE",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "Cargo.lock",
    "clippy.toml",
    "rust-toolchain.toml",
    "deny.toml",
    ".gitignore",
    ".gitattributes",
];

#[test]
fn nothing_else_stands_at_the_top_level() {
    let ignored = std::fs::read_to_string(root().join(".gitignore")).unwrap();
    let ignored: BTreeSet<_> = ignored
        .lines()
        .filter_map(|line| line.strip_prefix('/'))
        .map(|name| name.trim_end_matches('/').to_owned())
        .collect();
    let found: BTreeSet<_> = std::fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != ".git" && !ignored.contains(name))
        .collect();
    for name in &found {
        let known = MUST.contains(&name.as_str()) || MAY.contains(&name.as_str());
        assert!(known, "{name} stands at the top level");
    }
    for name in MUST {
        assert!(found.contains(name), "{name} is missing at the top level");
    }
}
