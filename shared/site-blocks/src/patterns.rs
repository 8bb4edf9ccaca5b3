//! Patterns: blocks with sample texts that an editor offers as a beginning. `data/patterns/` has a file for each: its names,
//! a line of dashes, and its blocks. `{{a||b}}` stands for `a` in Portuguese and `b` in English.

use std::sync::LazyLock;

/// One line per category: name, title and description in Portuguese, title and description in English.
const CATEGORIES: &str = include_str!("../data/pattern-categories.txt");

macro_rules! sources {
    ($($name:literal)+) => {
        /// The files, by name of the pattern.
        const SOURCES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../data/patterns/", $name, ".html")))),+];
    };
}

sources! {
    "author-box"
    "banner"
    "before-and-after"
    "call-to-action"
    "checklist"
    "comparison"
    "contact"
    "contents"
    "definition"
    "faq"
    "hero-with-picture"
    "how-to"
    "interview"
    "key-takeaways"
    "newsletter"
    "note"
    "picture-gallery"
    "price-table"
    "pros-and-cons"
    "pull-quote"
    "related-posts"
    "services"
    "sources"
    "stats"
    "steps"
    "team"
    "testimonials"
    "timeline"
}

/// A category of patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternCategory {
    /// Unique name.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// Description.
    pub description: &'static str,
}

/// A pattern in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Unique name, without a namespace.
    pub name: &'static str,
    /// Title.
    pub title: String,
    /// What it looks like.
    pub description: String,
    /// Names of its categories.
    pub categories: Vec<String>,
    /// Words to search it by.
    pub keywords: Vec<String>,
    /// Width of its preview, in pixels.
    pub width: u32,
    /// Block types that it can stand in for; any place when empty.
    pub block_types: Vec<String>,
    /// Its blocks.
    pub content: String,
}

static PORTUGUESE: LazyLock<Vec<Pattern>> = LazyLock::new(|| all_in(true));
static ENGLISH: LazyLock<Vec<Pattern>> = LazyLock::new(|| all_in(false));

/// The patterns in Portuguese, otherwise in English.
pub fn patterns(portuguese: bool) -> &'static [Pattern] {
    if portuguese { &PORTUGUESE } else { &ENGLISH }
}

/// The categories with titles in Portuguese, otherwise in English.
pub fn pattern_categories(portuguese: bool) -> impl Iterator<Item = PatternCategory> {
    CATEGORIES.lines().filter_map(move |line| {
        let parts: Vec<&str> = line.split('|').collect();
        let [name, title_pt, about_pt, title_en, about_en] = parts.try_into().ok()?;
        let (title, description) = if portuguese {
            (title_pt, about_pt)
        } else {
            (title_en, about_en)
        };
        Some(PatternCategory {
            name,
            title,
            description,
        })
    })
}

fn all_in(portuguese: bool) -> Vec<Pattern> {
    SOURCES
        .iter()
        .filter_map(|(name, source)| read(name, &in_language(source, portuguese)))
        .collect()
}

/// A text with one language of each `{{a||b}}`.
fn in_language(text: &str, portuguese: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((both, behind)) = after.split_once("}}") else {
            break;
        };
        let (pt, en) = both.split_once("||").unwrap_or((both, both));
        out.push_str(before);
        out.push_str(if portuguese { pt } else { en });
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The pattern that a file in one language describes.
fn read(name: &'static str, source: &str) -> Option<Pattern> {
    let (head, content) = source.split_once("\n---\n")?;
    let value = |name: &str| {
        head.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    };
    let list = |name: &str| -> Vec<String> {
        let items = value(name).unwrap_or_default().split(", ");
        items
            .filter(|item| !item.is_empty())
            .map(str::to_owned)
            .collect()
    };
    Some(Pattern {
        name,
        title: value("title")?.to_owned(),
        description: value("description")?.to_owned(),
        categories: list("categories"),
        keywords: list("keywords"),
        width: value("width")?.parse().ok()?,
        block_types: list("block_types"),
        content: content.trim_end().to_owned(),
    })
}

#[cfg(test)]
mod tests;
