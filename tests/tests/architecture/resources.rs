//! The folders of the site's resources: the same files in each, and no circle among them.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::sources;
use crate::workspace::root;

/// Where the resources of the site live.
const PLACE: &str = "functions/site-core/src/";
/// What a resource may import of another one: what it looks like and who may do what, never its handlers.
const PUBLIC: [&str; 3] = ["view", "permissions", "labels"];
/// What is no resource: the list of routes and the index import all of them.
const ABOVE: [&str; 4] = ["routes", "index", "lib", "main"];

/// The modules of a file that it names through `crate::`, as paths without `crate`.
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

/// The resources: folders that bind routes.
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

/// Every file of the function with its place below `src` and its text.
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
    // Resources that import none of those left are taken away until none is left.
    while !arrows.is_empty() {
        let left: BTreeSet<String> = arrows.keys().cloned().collect();
        arrows.retain(|_, others| others.iter().any(|other| left.contains(other)));
        assert!(arrows.len() < left.len(), "circles among {arrows:?}");
    }
}
