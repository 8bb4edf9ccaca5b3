//! The folders of the site's resources: each has the same files, and they do not import each other in a cycle.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::sources;
use crate::workspace::root;

/// Folder of the site's resources.
const PLACE: &str = "functions/site-core/src/";
/// Modules of a resource that others may import: its representation and permission checks, never its handlers.
const PUBLIC: [&str; 3] = ["view", "permissions", "labels"];
/// Files that may import all resources.
const ABOVE: [&str; 4] = ["routes", "index", "lib", "main"];

/// The modules that a file names through `crate::`, as paths without `crate`.
fn imports(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let path: String = text[at + "crate::".len()..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':'))
            .collect();
        found.insert(path.trim_end_matches(':').to_owned());
    }
    found
}

/// The resources: folders with a `routes` module.
fn resources() -> BTreeSet<String> {
    let folders = std::fs::read_dir(root().join(PLACE)).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    let names: BTreeSet<String> = folders
        .filter(|folder| folder.join("routes.rs").is_file())
        .map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(names.len() >= 12, "only {names:?} were found");
    names
}

/// The path below `src` and the text of each file of the function.
fn files() -> Vec<(String, String)> {
    let files = sources().into_iter().filter_map(|(place, text)| {
        let place = place.strip_prefix(PLACE)?.trim_end_matches(".rs");
        Some((place.to_owned(), text))
    });
    files.collect()
}

#[test]
fn a_resource_imports_only_views_and_permissions_of_another() {
    let resources = resources();
    let mut wrong = Vec::new();
    for (place, text) in files() {
        let own = place.split('/').next().unwrap();
        if ABOVE.contains(&own) {
            continue;
        }
        for path in imports(&text) {
            let mut parts = path.split("::");
            let other = parts.next().unwrap();
            let inner = parts.next().unwrap_or_default();
            let is_plain_import =
                inner.is_empty() && text.contains(&format!("{other}::permissions::"));
            if other != own
                && resources.contains(other)
                && !PUBLIC.contains(&inner)
                && !is_plain_import
            {
                wrong.push(format!("{place} → {path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "imports of handlers: {wrong:?}");
}

#[test]
fn what_resources_share_imports_no_resource() {
    let resources = resources();
    for (place, text) in files() {
        let own = place.split('/').next().unwrap();
        if ABOVE.contains(&own) || resources.contains(own) {
            continue;
        }
        for path in imports(&text) {
            let other = path.split("::").next().unwrap();
            assert!(!resources.contains(other), "{place} imports {path}");
        }
    }
}

#[test]
fn no_circle_of_resources() {
    let resources = resources();
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (place, text) in files() {
        let own = place.split('/').next().unwrap();
        if !resources.contains(own) {
            continue;
        }
        let others = imports(&text)
            .into_iter()
            .map(|path| path.split("::").next().unwrap().to_owned())
            .filter(|other| other != own && resources.contains(other));
        arrows.entry(own.to_owned()).or_default().extend(others);
    }
    // Repeatedly removes resources that import none of the remaining ones; a cycle would remain.
    while !arrows.is_empty() {
        let left: BTreeSet<String> = arrows.keys().cloned().collect();
        arrows.retain(|_, others| others.iter().any(|other| left.contains(other)));
        assert!(arrows.len() < left.len(), "circles among {arrows:?}");
    }
}
