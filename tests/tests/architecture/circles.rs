//! The files of a crate do not import each other in a cycle. A module and the modules inside it count as one place: they
//! declare for each other what both use.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::sources;

/// The engine of the site's REST interface, whose files describe one state machine.
const ENGINE: &str = "shared/site-rest";

/// A path within a crate, without `crate`.
type Path = Vec<String>;

/// A module with the paths that its file names.
#[derive(Default)]
struct Module {
    /// Imported names with the paths that they stand for.
    names: BTreeMap<String, Path>,
    /// Every named path.
    paths: BTreeSet<Path>,
}

fn segments(path: &str) -> Path {
    path.split("::")
        .map(|part| part.trim().to_owned())
        .collect()
}

/// Expands the braces of an import: `a::{b, c::{d}}` names `a::b` and `a::c::d`.
fn expanded(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let Some((head, rest)) = tree.split_once('{') else {
        found.push(format!("{prefix}{}", tree.trim()));
        return;
    };
    let inner = rest.trim_end();
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let prefix = format!("{prefix}{}", head.trim());
    let mut depth = 0;
    let mut start = 0;
    for (at, character) in inner.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expanded(&prefix, inner.get(start..at).unwrap(), found);
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = inner.get(start..).unwrap();
    if !last.trim().is_empty() {
        expanded(&prefix, last, found);
    }
}

/// The paths of all imports, and those that are written in full where they are used.
fn written(text: &str) -> (Vec<String>, Vec<String>) {
    let mut imports = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let (before, after) = rest.split_at(at);
        rest = after.get("use ".len()..).unwrap();
        let line = before.rsplit('\n').next().unwrap().trim_start();
        if !matches!(line, "" | "pub " | "pub(crate) " | "pub(super) ") {
            continue;
        }
        let (tree, after) = rest.split_once(';').unwrap();
        expanded("", tree, &mut imports);
        rest = after;
    }
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut full = Vec::new();
    for line in code {
        for start in ["crate::", "super::"] {
            for (at, _) in line.match_indices(start) {
                let path = line.get(at..).unwrap();
                let end = path.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
                full.push(path.get(..end.unwrap_or(path.len())).unwrap().to_owned());
            }
        }
    }
    (imports, full)
}

/// The path within the crate that `path` names in `module`; `None` outside the crate.
fn absolute(module: &[String], path: &str, modules: &BTreeSet<Path>) -> Option<Path> {
    let path = segments(path);
    let mut base = module.to_vec();
    let mut rest = path.as_slice();
    while let Some((first, others)) = rest.split_first() {
        match first.as_str() {
            "crate" => base.clear(),
            "super" => {
                base.pop();
            }
            "self" => {}
            child if rest.len() == path.len() => {
                let is_child = modules.contains(&[module, &[child.to_owned()]].concat());
                return is_child.then(|| [module, rest].concat());
            }
            _ => break,
        }
        rest = others;
    }
    Some([base.as_slice(), rest].concat())
}

/// The modules of the crate in `folder`.
fn modules(folder: &str, files: &BTreeMap<String, String>) -> BTreeMap<Path, Module> {
    let place = format!("{folder}/src/");
    let texts: BTreeMap<Path, &str> = files
        .iter()
        .filter_map(|(file, text)| {
            let path = file.strip_prefix(&place)?.trim_end_matches(".rs");
            let path = path.trim_end_matches("/mod");
            let path = match path {
                "lib" | "mod" => Path::new(),
                "main" => return None,
                path => path.split('/').map(str::to_owned).collect(),
            };
            let is_test = path.last().is_some_and(|name| name == "tests");
            (!is_test).then_some((path, text.split("#[cfg(test)]\nmod ").next().unwrap()))
        })
        .collect();
    let names: BTreeSet<Path> = texts.keys().cloned().collect();
    let read = |(path, text): (&Path, &&str)| {
        let mut module = Module::default();
        let (imports, full) = written(text);
        for import in imports {
            let (target, name) = match import.split_once(" as ") {
                Some((target, name)) => (target.to_owned(), name.to_owned()),
                None => (
                    import.clone(),
                    import.rsplit("::").next().unwrap().to_owned(),
                ),
            };
            if let Some(target) = absolute(path, &target, &names) {
                module.paths.insert(target.clone());
                module.names.insert(name, target);
            }
        }
        module
            .paths
            .extend(full.iter().filter_map(|one| absolute(path, one, &names)));
        (path.clone(), module)
    };
    texts.iter().map(read).collect()
}

/// The module that declares what `path` names; imports that pass a name on are followed.
fn declaring(path: &[String], modules: &BTreeMap<Path, Module>, depth: usize) -> Option<Path> {
    let length = (0..=path.len()).rfind(|length| modules.contains_key(&path[..*length]))?;
    let (module, rest) = path.split_at(length);
    let passed = rest
        .first()
        .and_then(|name| modules[module].names.get(name));
    match passed {
        Some(next) if depth < 8 => {
            declaring(&[next.as_slice(), &rest[1..]].concat(), modules, depth + 1)
        }
        _ => Some(module.to_vec()),
    }
}

#[test]
fn no_circle_of_files() {
    let files: BTreeMap<String, String> = sources().into_iter().collect();
    let crates: BTreeSet<&str> = files
        .keys()
        .filter_map(|file| file.strip_suffix("/src/lib.rs"))
        .filter(|folder| *folder != ENGINE && !folder.starts_with("tests"))
        .collect();
    assert!(crates.len() > 30, "only {crates:?} were found");
    let mut circles = Vec::new();
    for folder in crates {
        let modules = modules(folder, &files);
        let mut arrows: BTreeMap<Path, BTreeSet<Path>> = BTreeMap::new();
        for (path, module) in &modules {
            let targets = module
                .paths
                .iter()
                .filter_map(|one| declaring(one, &modules, 0));
            let apart = |target: &Path| !target.starts_with(path) && !path.starts_with(target);
            arrows.insert(path.clone(), targets.filter(apart).collect());
        }
        // Repeatedly removes files that import none of the remaining ones; a cycle would remain.
        loop {
            let left: BTreeSet<Path> = arrows.keys().cloned().collect();
            arrows.retain(|_, targets| targets.iter().any(|target| left.contains(target)));
            if arrows.len() == left.len() {
                break;
            }
        }
        let left: BTreeSet<Path> = arrows.keys().cloned().collect();
        for (path, targets) in &arrows {
            let targets: Vec<_> = targets
                .intersection(&left)
                .map(|one| one.join("/"))
                .collect();
            circles.push(format!(
                "{folder}: {} → {}",
                path.join("/"),
                targets.join(", ")
            ));
        }
    }
    assert!(
        circles.is_empty(),
        "circles of files:\n{}",
        circles.join("\n")
    );
}
