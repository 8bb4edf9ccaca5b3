//! Index of the site's pages for search engines: what is stored of each record beyond the content itself
//! (docs/decisions/0026-index-of-the-sites-pages.md).

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::content::Content;
use crate::term::Term;

/// What a record is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexObject {
    /// A post or page.
    Content(u64),
    /// A category or tag.
    Term(u64),
    /// The page of addresses without a page.
    NotFound,
    /// The search.
    Search,
    /// Archives of dates.
    Dates,
    /// The home page.
    Home,
}

impl IndexObject {
    /// The objects that are neither content nor terms.
    pub const GENERAL: [Self; 4] = [Self::NotFound, Self::Search, Self::Dates, Self::Home];

    /// Kind and identifier in the read model's tables.
    pub(crate) const fn columns(self) -> (i64, u64) {
        match self {
            Self::Content(id) => (0, id),
            Self::Term(id) => (1, id),
            Self::NotFound => (2, 1),
            Self::Search => (2, 2),
            Self::Dates => (2, 3),
            Self::Home => (2, 4),
        }
    }
}

/// What the index does with an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexTask {
    /// Its record is made.
    Record,
    /// Its links are counted as well.
    Links,
}

/// Scores of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct IndexScores {
    /// For search engines, 1 to 100; `None` without a focus keyword.
    pub seo: Option<u32>,
    /// For readers, 1 to 100; `None` when nothing could be measured.
    pub readability: Option<u32>,
    /// Whether search engines shall not show the page.
    pub noindex: bool,
}

/// Links of a text to pages of the site.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct IndexLinks {
    /// Number of all.
    pub count: u32,
    /// Number by target, for targets that have a record of their own.
    pub targets: Vec<(IndexObject, u32)>,
}

/// Version of an object that a record is made from.
#[derive(Debug, Clone, PartialEq)]
pub enum IndexBasis {
    /// The number of the last change of an item, [`crate::Content::seq`].
    Content(u64),
    /// The term.
    Term(Arc<Term>),
    /// Objects that do not change.
    Fixed,
}

/// A record to make, or to make again.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexDraft {
    /// What it is about.
    pub object: IndexObject,
    /// The version that was read.
    pub basis: IndexBasis,
    /// Scores of its text.
    pub scores: IndexScores,
    /// Its links; `None` leaves them as they are.
    pub links: Option<IndexLinks>,
}

/// What is stored of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// What it is about.
    pub object: IndexObject,
    /// Number of the record; a deleted one is not used again.
    pub number: u64,
    /// When it was first made.
    pub created: Timestamp,
    /// When it was last made.
    pub updated: Timestamp,
    /// Scores of the text.
    pub scores: IndexScores,
    /// Number of links to pages of the site; `None` before they are counted.
    #[serde(default)]
    pub link_count: Option<u32>,
    /// Number of links from pages of the site; `None` before its own links are counted.
    #[serde(default)]
    pub incoming_link_count: Option<u32>,
}

/// Score that texts are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexMeasure {
    /// For search engines.
    Seo,
    /// For readers.
    Readability,
}

/// Which published texts are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexScope {
    /// All of the kind.
    All,
    /// Posts of an author.
    Author(u64),
    /// Those with the category.
    Category(u64),
}

/// Published texts with the same score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexCount {
    /// Whether search engines shall not show them.
    pub noindex: bool,
    /// Their score.
    pub score: Option<u32>,
    /// Number of texts.
    pub texts: u64,
}

/// Scores what is written, so that its record is made in the transaction that writes it.
pub trait Rater: Send + Sync {
    /// Scores of a post or page.
    fn content(&self, content: &Content, now: Timestamp) -> IndexScores;

    /// Scores of a category or tag.
    fn term(&self, term: &Term) -> IndexScores;
}
