//! Checks that links and paths exist: links of pages, paths that pages name in backquotes, and the files and headings
//! below `docs/` that comments cite. Also checks that no text cites a document outside the repository.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use crate::workspace::root;

/// Folders that are searched for texts.
const FOLDERS: [&str; 8] = [
    ".cargo",
    ".ci",
    "docs",
    "events",
    "functions",
    "infra",
    "shared",
    "tests",
];

/// Extensions of files that are searched for links.
const TEXTS: [&str; 9] = ["html", "md", "mjs", "py", "rs", "sh", "toml", "yaml", "yml"];

/// Folders whose files pages name in backquotes.
const NAMED: [&str; 7] = [
    "docs/",
    "functions/",
    "infra/",
    "shared/",
    "src/",
    "templates/",
    "tests/",
];

/// Folders with generated files.
const TOOLS: [&str; 4] = ["__pycache__", "node_modules", "target", ".venv"];

/// Names of documents outside the repository, each in two halves, so that this file does not contain them. A
/// parameter called `spec` has no blank before its bracket.
const OUTSIDE: [[&str; 2]; 6] = [
    [" (sp", "ec:"],
    [" (sp", "ec/"],
    ["site-", "behaviour"],
    ["site-", "decisions"],
    ["platform-", "decisions"],
    ["extensions-", "observed"],
];

/// A text file of the repository.
struct Text {
    /// Path relative to the root.
    place: PathBuf,
    content: String,
}

fn collect(folder: &Path, texts: &mut Vec<Text>) {
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let place = folder.join(&name);
        let path = root().join(&place);
        if path.is_dir() {
            let is_listed = folder.as_os_str() != "" || FOLDERS.contains(&name.as_str());
            if is_listed && !TOOLS.contains(&name.as_str()) {
                collect(&place, texts);
            }
            continue;
        }
        let extension = place.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| TEXTS.contains(&extension)) || name == "run" {
            let content = std::fs::read_to_string(&path).unwrap();
            texts.push(Text { place, content });
        }
    }
}

fn texts() -> Vec<Text> {
    let mut texts = Vec::new();
    collect(Path::new(""), &mut texts);
    assert!(texts.len() > 500, "only {} texts were found", texts.len());
    texts
}

/// The targets of a page's links to other places of the repository, relative to the page.
fn links(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_code = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let targets = line.split("](").skip(1);
        found.extend(targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target)));
    }
    found.retain(|target| !target.contains("://") && !target.starts_with("mailto:"));
    found
}

/// The paths below [`NAMED`] that a page names in backquotes, each with its line. They are relative to the root or to
/// the page. A path with a wildcard or placeholder names no single file.
fn named_paths(page: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (number, line) in page.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let quoted = line.split('`').skip(1).step_by(2);
        let paths = quoted.filter_map(|text| text.split_whitespace().next());
        found.extend(paths.map(|path| (number + 1, path)));
    }
    found.retain(|(_, path)| {
        NAMED.iter().any(|folder| path.starts_with(folder)) && !path.contains(['*', '<', '{', '…'])
    });
    found
}

/// The paths below `docs/` that a text names, relative to the root.
fn mentions(text: &str) -> Vec<&str> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '#');
    text.match_indices("docs/")
        .filter(|(at, _)| {
            let before = &text[..*at];
            let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
            before.ends_with("../") || !before.ends_with(is_inner)
        })
        .map(|(at, _)| {
            let rest = &text[at..];
            let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
            rest[..end].trim_end_matches(['.', '-', '#'])
        })
        .collect()
}

/// The anchors that forges generate for a page's headings.
fn anchors(page: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut in_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        let title = line.trim_start_matches('#');
        if in_code || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let anchor: String = title
            .trim()
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let same = found.iter().filter(|known| **known == anchor).count();
        found.push(match same {
            0 => anchor,
            number => format!("{anchor}-{number}"),
        });
    }
    found
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Whether a link relative to `base` leads to an existing file or folder, and to an existing heading if it names one.
fn leads_somewhere(base: &Path, link: &str, headings: &mut HashMap<PathBuf, Vec<String>>) -> bool {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let place = plain(&base.join(path));
    let file = root().join(&place);
    if !file.exists() {
        return false;
    }
    if anchor.is_empty() {
        return true;
    }
    let known = headings.entry(place).or_insert_with(|| {
        std::fs::read_to_string(&file).map_or_else(|_| Vec::new(), |page| anchors(&page))
    });
    known.iter().any(|heading| heading == anchor)
}

#[test]
fn every_link_leads_somewhere() {
    let mut headings = HashMap::new();
    let mut dead = Vec::new();
    let mut followed = 0;
    for Text { place, content } in texts() {
        let folder = place.parent().unwrap();
        let file = place.file_name().unwrap().to_str().unwrap();
        let is_page = place.extension().is_some_and(|extension| extension == "md");
        let mut check = |base: &Path, link: &str| {
            followed += 1;
            if !leads_somewhere(base, link, &mut headings) {
                dead.push(format!("{}: {link}", place.display()));
            }
        };
        for link in links(&content).into_iter().filter(|_| is_page) {
            if link.starts_with('#') {
                check(folder, &format!("{file}{link}"));
            } else {
                check(folder, link);
            }
        }
        for mention in mentions(&content) {
            check(Path::new(""), mention);
        }
    }
    assert!(followed > 100, "only {followed} links were found");
    assert!(dead.is_empty(), "links that lead nowhere: {dead:#?}");
}

#[test]
fn every_path_in_backquotes_exists() {
    let mut missing = Vec::new();
    let mut checked = 0;
    let pages = texts();
    let is_page = |text: &&Text| text.place.extension().is_some_and(|ending| ending == "md");
    for Text { place, content } in pages.iter().filter(is_page) {
        for (line, path) in named_paths(content) {
            checked += 1;
            let file = path.split_once('#').map_or(path, |(file, _)| file);
            let bases = [Path::new(""), place.parent().unwrap()];
            if !bases
                .iter()
                .any(|base| root().join(base).join(file).exists())
            {
                missing.push(format!("{}:{line}: {path}", place.display()));
            }
        }
    }
    assert!(checked > 50, "only {checked} paths were found");
    assert!(missing.is_empty(), "paths that do not exist: {missing:#?}");
}

#[test]
fn nothing_cites_a_document_outside_the_repository() {
    for Text { place, content } in texts() {
        for [head, tail] in OUTSIDE {
            let name = format!("{head}{tail}");
            assert!(!content.contains(&name), "{} cites {name}", place.display());
        }
    }
}

#[test]
fn every_decision_is_in_the_index() {
    let folder = root().join("docs/decisions");
    let index = std::fs::read_to_string(folder.join("README.md")).unwrap();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_listed = index.contains(&format!("]({name})"));
        assert!(
            is_listed || name == "README.md",
            "{name} is not in the index"
        );
    }
}

#[test]
fn a_path_in_backquotes_is_found_with_its_line() {
    let page = "`src/lib.rs`, `x/y`\n```sh\n`tests/a`\n```\n`infra/setup.sh STACK` `functions/*` `shared/x/`\n";
    let expected = [(1, "src/lib.rs"), (5, "infra/setup.sh"), (5, "shared/x/")];
    assert_eq!(named_paths(page), expected);
}

#[test]
fn a_dead_link_is_found() {
    let page = "# One thing\n\n[a](#one-thing) [b](other.md#x)\n```sh\n[c](d)\n```\n## One thing\n";
    assert_eq!(links(page), ["#one-thing", "other.md#x"]);
    assert_eq!(anchors(page), ["one-thing", "one-thing-1"]);
    // Assembled here, so that this file itself mentions no missing page.
    let [page, heading] = ["no-page.md", "errors.md#x"].map(|name| format!("docs/{name}"));
    let comment = format!("see {page}, and ({heading}).");
    assert_eq!(mentions(&comment), [page, heading]);
    let mut headings = HashMap::new();
    let mut leads = |link: &str| leads_somewhere(Path::new("docs/interface"), link, &mut headings);
    assert!(leads("../errors.md#errors"));
    assert!(!leads("../errors.md#no-such-heading"));
    assert!(!leads("../no-such-page.md"));
}
