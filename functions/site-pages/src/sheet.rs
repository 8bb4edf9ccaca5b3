//! Style sheets with only the rules that a page uses: a rule stays when the page has the elements and the classes that one of
//! its selectors names. Rules for classes that a script adds must not be asked for here.

use std::collections::HashSet;

use markup::lexer::{Lexer, Piece};

use crate::style::source_of;

/// What a page has that selectors name.
#[derive(Debug, Default)]
struct Page {
    elements: HashSet<String>,
    classes: HashSet<String>,
}

impl Page {
    fn of(html: &str) -> Self {
        let mut page = Self::default();
        for piece in Lexer::new(html) {
            let Piece::Start(tag) = piece else {
                continue;
            };
            let classes = tag.attribute("class").unwrap_or_default();
            let classes = classes.split_ascii_whitespace().map(str::to_owned);
            page.classes.extend(classes);
            page.elements.insert(tag.name);
        }
        page
    }

    /// Whether a selector can match. What stands in parentheses and brackets is not asked.
    fn may_match(&self, selector: &str) -> bool {
        let mut rest = selector.trim();
        while let Some(first) = rest.chars().next() {
            let behind = rest.get(first.len_utf8()..).unwrap_or_default();
            let (name, after) = name(behind);
            rest = match first {
                '.' if !self.classes.contains(name) => return false,
                '.' | '#' => after,
                ':' => skipped(self::name(behind.trim_start_matches(':')).1, '(', ')'),
                '[' => skipped(rest, '[', ']'),
                letter if letter.is_ascii_alphabetic() => {
                    let (name, after) = self::name(rest);
                    // The root elements have end tags of their own and are in every page.
                    if !matches!(name, "html" | "body") && !self.elements.contains(name) {
                        return false;
                    }
                    after
                }
                _ => behind,
            };
        }
        true
    }
}

/// The name at the beginning of a text, and what follows it.
fn name(text: &str) -> (&str, &str) {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let end = text.find(|letter| !is_name(letter)).unwrap_or(text.len());
    text.split_at(end)
}

/// The text behind what stands between `open` and `close` at its beginning.
fn skipped(text: &str, open: char, close: char) -> &str {
    if !text.starts_with(open) {
        return text;
    }
    let end = end_of(text, open, close);
    text.get(end..).unwrap_or_default()
}

/// Where the first part between `open` and `close` ends, which may hold others.
fn end_of(text: &str, open: char, close: char) -> usize {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + close.len_utf8();
            }
        }
    }
    text.len()
}

/// The selectors of a list; commas in parentheses separate none.
fn selectors(list: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.extend(list.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(list.get(start..));
    found
}

/// The rules of a sheet that a page uses. Rules inside others are judged alone.
fn used(sheet: &str, page: &Page) -> String {
    let mut css = String::new();
    let mut rest = sheet.trim_start();
    while let Some(at) = rest.find('{') {
        let (prelude, block) = rest.split_at(at);
        let end = end_of(block, '{', '}');
        let (block, behind) = block.split_at(end);
        rest = behind.trim_start();
        let kept = if prelude.starts_with('@') {
            prelude.trim().to_owned()
        } else {
            let all = selectors(prelude).into_iter();
            let kept: Vec<&str> = all.filter(|one| page.may_match(one)).collect();
            kept.join(",").trim().to_owned()
        };
        if kept.is_empty() {
            continue;
        }
        let inner = block
            .strip_prefix('{')
            .and_then(|one| one.strip_suffix('}'));
        let inner = inner.unwrap_or_default();
        let inner = if inner.contains('{') {
            used(inner, page)
        } else {
            inner.to_owned()
        };
        if !inner.is_empty() {
            css.push_str(&format!("{kept}{{{inner}}}"));
        }
    }
    css
}

/// The classes that a sheet names. A number such as `.5rem` is none.
pub fn classes(sheet: &str) -> impl Iterator<Item = &str> {
    let parts = sheet.split('.').skip(1);
    let names = parts.map(|part| name(part).0);
    names.filter(|name| name.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

/// Puts the rules that a page uses in place of a sheet that it holds, and returns their source expression in a
/// Content-Security-Policy.
pub fn trim(html: &mut String, sheet: &str) -> String {
    let Some(at) = html.find(sheet).filter(|_| !sheet.is_empty()) else {
        return source_of(sheet);
    };
    let end = at + sheet.len();
    let css = used(sheet, &Page::of(html));
    html.replace_range(at..end, &css);
    source_of(&css)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str =
        "<html><body><main class=\"a b\"><p id=x>t</p><a class=c href=/>t</a></main>";

    #[test]
    fn rules_stay_when_one_of_their_selectors_can_match() {
        for (sheet, kept) in [
            ("p{x:1}", "p{x:1}"),
            ("h1{x:1}", ""),
            (".a{x:1}\n.z{x:2}\n", ".a{x:1}"),
            (".a .z,.b>p:first-child,h2{x:1}", ".b>p:first-child{x:1}"),
            (".a:is(.y,.z){x:1}", ".a:is(.y,.z){x:1}"),
            (".c:not(.z,.y):hover{x:1}", ".c:not(.z,.y):hover{x:1}"),
            (
                "a[href^=\"/\"]::after{content:\"›\"}",
                "a[href^=\"/\"]::after{content:\"›\"}",
            ),
            ("*,*::before{x:1}", "*,*::before{x:1}"),
            (":root{--a:1}body{x:1}", ":root{--a:1}body{x:1}"),
            ("@media print{.z{x:1}.a{x:2}}", "@media print{.a{x:2}}"),
            ("@media print{.z{x:1}}", ""),
            (".a{.b{x:1}.z{x:2}}", ".a{.b{x:1}}"),
            (".z{.b{x:1}}", ""),
            ("@supports (x:y){p{x:1}}", "@supports (x:y){p{x:1}}"),
            ("#conteudo .a{x:1}", "#conteudo .a{x:1}"),
            ("", ""),
        ] {
            assert_eq!(used(sheet, &Page::of(HTML)), kept, "{sheet}");
        }
    }

    #[test]
    fn the_sheet_in_a_page_is_replaced_and_named_by_its_hash() {
        let mut html = format!("<style>p{{x:1}}h1{{x:2}}</style>{HTML}");
        let source = trim(&mut html, "p{x:1}h1{x:2}");
        assert!(html.starts_with("<style>p{x:1}</style><html>"));
        assert_eq!(source, source_of("p{x:1}"));
        let mut other = HTML.to_owned();
        assert_eq!(trim(&mut other, "p{x:1}"), source_of("p{x:1}"));
        assert_eq!(other, HTML);
    }

    #[test]
    fn the_sheets_of_pages_are_read_whole() {
        let all = [
            include_str!("../templates/page.css"),
            include_str!("../templates/article.css"),
            include_str!("../templates/comments.css"),
            include_str!("../templates/blocks.css"),
        ];
        for sheet in all {
            assert_eq!(sheet.matches('{').count(), sheet.matches('}').count());
            assert!(!sheet.contains("/*"), "comments would be read as selectors");
        }
    }
}
