//! The head of a page: titles, robots, canonical address, Open Graph, card and structured data, as HTML and as JSON.

pub mod address;
mod entries;
mod render;

use serde_json::{Value, json};

use crate::graph::{graph, has_article};
use crate::page::Page;
use crate::page::robots::Robots;
use crate::page::texts::Texts;
use crate::site::Site;
use entries::{Content, Entry, entries};

/// The head of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    entries: Vec<Entry>,
    graph: Value,
    found: bool,
    has_article: bool,
}

impl Head {
    /// The head of `page`.
    pub fn of(page: &Page, site: &Site) -> Self {
        let texts = Texts::of(page, site);
        let robots = Robots::of(page);
        Self {
            entries: entries(page, site, &texts, robots),
            graph: graph(page, site, &texts),
            found: page.kind != crate::page::PageKind::NotFound,
            has_article: has_article(page, site),
        }
    }

    /// The tags, one per line; every value is escaped.
    pub fn html(&self) -> String {
        render::html(&self.entries, &self.graph)
    }

    /// The values by name; `:` and `.` of a name become `_`, and what is empty is left out.
    pub fn json(&self) -> Value {
        render::json(&self.entries, &self.graph)
    }

    /// The text of a tag by its name, such as `description` or `og:title`; `None` where the head has none.
    pub fn text(&self, name: &str) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        match &entry.content {
            Content::Title(text)
            | Content::Name(text)
            | Content::Property(text)
            | Content::Link(text) => Some(text),
            Content::Image(image) => Some(&image.url),
            Content::Robots(_) | Content::Labels(_) => None,
        }
    }

    /// Whether the graph describes an article.
    pub const fn has_article(&self) -> bool {
        self.has_article
    }

    /// The HTTP status of `get_head` for the address: 200, or 404 for one without a page.
    pub const fn status(&self) -> u16 {
        if self.found { 200 } else { 404 }
    }

    /// The body of `get_head`.
    pub fn body(&self) -> Value {
        json!({ "html": self.html(), "json": self.json(), "status": self.status() })
    }
}

#[cfg(test)]
mod tests;
