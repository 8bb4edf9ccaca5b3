//! Which content to list (docs/interface/site/posts.md#lists).

use domain::site::{Format, Kind, Status, Taxonomy};
use jiff::civil::DateTime;

/// A question about content of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct ContentFilter {
    /// The kind.
    pub kind: Kind,
    /// The states.
    pub status: StatusFilter,
    /// Full text.
    pub search: Option<Search>,
    /// Published after this wall clock of the site.
    pub after: Option<DateTime>,
    /// Published before.
    pub before: Option<DateTime>,
    /// Changed after.
    pub modified_after: Option<DateTime>,
    /// Changed before.
    pub modified_before: Option<DateTime>,
    /// Only these, when not empty.
    pub include: Vec<u64>,
    /// Not these; ignored when `include` is not empty.
    pub exclude: Vec<u64>,
    /// Only by these authors, when not empty; ignored when `author_exclude` is not empty.
    pub author: Vec<u64>,
    /// Not by these authors.
    pub author_exclude: Vec<u64>,
    /// Only below these, when not empty; 0 is the top.
    pub parent: Vec<u64>,
    /// Not below these; ignored when `parent` is not empty.
    pub parent_exclude: Vec<u64>,
    /// Only with these slugs, when not empty.
    pub slug: Vec<String>,
    /// Only with this place among siblings.
    pub menu_order: Option<i64>,
    /// Conditions on terms and format.
    pub terms: Vec<TermClause>,
    /// Whether one of `terms` is enough.
    pub any_term_clause: bool,
    /// Only of these formats, when not empty.
    pub format: Vec<Format>,
    /// Only of these media types, when not empty.
    pub mime_types: Vec<String>,
    /// Only sticky or only others.
    pub sticky: Option<bool>,
    /// Sticky items come first on the first page, also those beyond the page, as long as nothing
    /// but state, `exclude` and window is asked for.
    pub sticky_first: bool,
    /// Leave items with a reader password out of a search.
    pub hide_protected: bool,
    /// Order.
    pub order_by: OrderBy,
    /// First first.
    pub ascending: bool,
    /// How many to skip.
    pub offset: u64,
    /// How many to answer; all when none.
    pub limit: Option<u64>,
}

impl ContentFilter {
    /// Everything published of a kind (media: everything that is as visible as its parent), newest
    /// first.
    pub const fn all(kind: Kind) -> Self {
        Self {
            kind,
            status: StatusFilter::Public,
            search: None,
            after: None,
            before: None,
            modified_after: None,
            modified_before: None,
            include: Vec::new(),
            exclude: Vec::new(),
            author: Vec::new(),
            author_exclude: Vec::new(),
            parent: Vec::new(),
            parent_exclude: Vec::new(),
            slug: Vec::new(),
            menu_order: None,
            terms: Vec::new(),
            any_term_clause: false,
            format: Vec::new(),
            mime_types: Vec::new(),
            sticky: None,
            sticky_first: false,
            hide_protected: false,
            order_by: OrderBy::Date,
            ascending: false,
            offset: 0,
            limit: None,
        }
    }
}

/// States to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusFilter {
    /// `publish`, for media `inherit`.
    Public,
    /// All but trash and auto-drafts.
    Any,
    /// These; none at all when empty.
    Of(Vec<Status>),
}

/// A search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// What is searched for, as typed.
    pub text: String,
    /// Where; everywhere when empty.
    pub columns: Vec<SearchColumn>,
    /// A term must be the whole text of a column.
    pub exact: bool,
}

/// Where a search looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchColumn {
    /// Titles.
    Title,
    /// Excerpts.
    Excerpt,
    /// Bodies.
    Content,
}

/// A condition on terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermClause {
    /// The taxonomy.
    pub taxonomy: Taxonomy,
    /// The terms; the clause is ignored when empty.
    pub terms: Vec<u64>,
    /// Terms below count as well.
    pub include_children: bool,
    /// How many of the terms are needed.
    pub operator: TermOperator,
}

/// How many terms of a clause an item needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermOperator {
    /// At least one.
    AnyOf,
    /// All.
    AllOf,
    /// None.
    NoneOf,
}

/// Order of a list. Ties are ordered by identifier, in the same direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderBy {
    /// Date of publication.
    Date,
    /// Last change.
    Modified,
    /// Title, without regard to case and accents.
    Title,
    /// Slug.
    Slug,
    /// Author.
    Author,
    /// Item above.
    Parent,
    /// Identifier.
    Id,
    /// Place among siblings.
    MenuOrder,
    /// The order of `include`.
    Include,
    /// The order of `slug`.
    IncludeSlugs,
    /// How well a search fits, then the date.
    Relevance,
}

/// Part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    /// The part asked for, in order.
    pub items: Vec<T>,
    /// How many there are in all.
    pub total: u64,
}
