//! Attributes of a menu item that its editors chose: window, link relations, CSS classes
//! (docs/interface/site/menus.md#menus-and-locations). Only plain tokens reach the page.

use std::collections::HashSet;
use std::sync::LazyLock;

use site_store::MenuItem;

use crate::{sheet, style};

/// Most classes or relations of an item that a page shows.
const TOKENS: usize = 16;

/// Longest class or relation, in characters.
const LONGEST: usize = 64;

/// Classes of the style sheets of the pages. An item with one of them would take the form of another part of the page.
static OWN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let sheets = [
        style::PAGE.text,
        style::FORM.text,
        style::ARTICLE,
        style::COMMENTS,
        style::BLOCKS,
    ];
    sheets.into_iter().flat_map(sheet::classes).collect()
});

/// Attributes of a menu item, as far as pages show them.
#[derive(Debug, Clone, Default)]
pub struct Attributes {
    opens_window: bool,
    relations: Vec<String>,
    classes: Vec<String>,
}

impl Attributes {
    /// The attributes of an item that are safe in a page.
    pub fn of(item: &MenuItem) -> Self {
        Self {
            opens_window: item.target == "_blank",
            relations: tokens(&item.xfn).map(str::to_ascii_lowercase).collect(),
            classes: tokens(&item.classes)
                .filter(|class| !OWN.contains(class))
                .map(str::to_owned)
                .collect(),
        }
    }

    /// The `class` attribute of the list item with a space before it; empty without classes.
    pub fn class(&self) -> String {
        attribute("class", &self.classes)
    }

    /// The `target` and `rel` attributes of the link, each with a space before it. A page that opens in a window of its
    /// own gets no access to the one that it was opened from (`noopener`).
    pub fn target(&self) -> String {
        let mut relations = self.relations.clone();
        let mut html = String::new();
        if self.opens_window {
            html.push_str(" target=\"_blank\"");
            if !relations.iter().any(|one| one == "noopener") {
                relations.push("noopener".to_owned());
            }
            // `opener` would take `noopener` back.
            relations.retain(|one| one != "opener");
        }
        html.push_str(&attribute("rel", &relations));
        html
    }
}

fn attribute(name: &str, tokens: &[String]) -> String {
    if tokens.is_empty() {
        return String::new();
    }
    format!(" {name}=\"{}\"", tokens.join(" "))
}

/// The tokens of letters, digits, `-` and `_` that begin with a letter.
fn tokens(all: &[String]) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let mut seen = HashSet::new();
    all.iter()
        .flat_map(|one| one.split_ascii_whitespace())
        .filter(move |token| {
            token.len() <= LONGEST
                && token.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && token.chars().all(is_part)
        })
        .filter(move |token| seen.insert(*token))
        .take(TOKENS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(target: &str, classes: &[&str], xfn: &[&str]) -> MenuItem {
        let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        MenuItem {
            target: target.to_owned(),
            classes: owned(classes),
            xfn: owned(xfn),
            ..MenuItem::default()
        }
    }

    #[test]
    fn a_window_of_its_own_gets_no_opener() {
        for (target, xfn, html) in [
            ("", &[][..], ""),
            ("", &["me", "Friend"], " rel=\"me friend\""),
            ("_blank", &[], " target=\"_blank\" rel=\"noopener\""),
            (
                "_blank",
                &["opener", "me"],
                " target=\"_blank\" rel=\"me noopener\"",
            ),
            (
                "_blank",
                &["noopener"],
                " target=\"_blank\" rel=\"noopener\"",
            ),
            ("_top\" onclick=\"x", &["\"><b>"], ""),
        ] {
            assert_eq!(Attributes::of(&item(target, &[], xfn)).target(), html);
        }
    }

    #[test]
    fn classes_are_plain_tokens_that_no_sheet_of_the_pages_uses() {
        for (classes, html) in [
            (
                &["destaque", "a_1-b", "destaque"][..],
                " class=\"destaque a_1-b\"",
            ),
            (&["x\" onclick=\"y", "9a", "", "-b", "ção"], ""),
            (&["card", "sub", "find", "button"], ""),
        ] {
            assert_eq!(Attributes::of(&item("", classes, &[])).class(), html);
        }
        assert!(!OWN.contains("9375rem"));
    }
}
