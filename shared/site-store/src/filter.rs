//! Which content to list (docs/interface/site/posts.md#lists).

use domain::site::{Format, Kind, Status, Taxonomy};
use jiff::civil::DateTime;

/// Filter, order and window of a list of content, usually of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct ContentFilter {
    /// Kind of content.
    pub kind: Kind,
    /// Kinds that are listed with it, in one order.
    pub further_kinds: Vec<Kind>,
    /// States.
    pub status: StatusFilter,
    /// Full-text search.
    pub search: Option<Search>,
    /// Number of the newest published items whose texts a search compares, so that a word that is in every text costs no
    /// more on a large site; all items when none. Beyond that number older items are not found.
    pub search_newest: Option<u64>,
    /// Only published after this date, in the site's time zone.
    pub after: Option<DateTime>,
    /// Only published before.
    pub before: Option<DateTime>,
    /// Only modified after.
    pub modified_after: Option<DateTime>,
    /// Only modified before.
    pub modified_before: Option<DateTime>,
    /// Only these items; no restriction when empty.
    pub include: Vec<u64>,
    /// Without these items; ignored when `include` is not empty.
    pub exclude: Vec<u64>,
    /// Only by these authors; no restriction when empty; ignored when `author_exclude` is not empty.
    pub author: Vec<u64>,
    /// Not by these authors.
    pub author_exclude: Vec<u64>,
    /// Only children of these items; no restriction when empty; 0 for the top level.
    pub parent: Vec<u64>,
    /// No children of these items; ignored when `parent` is not empty.
    pub parent_exclude: Vec<u64>,
    /// Only with these slugs; no restriction when empty.
    pub slug: Vec<String>,
    /// Only with this sort order among siblings.
    pub menu_order: Option<i64>,
    /// Conditions on terms.
    pub terms: Vec<TermClause>,
    /// Whether one of `terms` suffices instead of all.
    pub any_term_clause: bool,
    /// Only of these post formats; no restriction when empty.
    pub format: Vec<Format>,
    /// Only of these MIME types; no restriction when empty.
    pub mime_types: Vec<String>,
    /// Only sticky items, or only others.
    pub sticky: Option<bool>,
    /// Sticky items come first, also those of other pages: for the first page of a list. Applies only while the filter sets
    /// nothing but state, `exclude`, `protected` and window.
    pub sticky_first: bool,
    /// Leaves out what this reader may not read, and from a search the items whose texts a password hides from the reader.
    pub reader: Option<Reader>,
    /// Only password-protected items, or only others.
    pub protected: Option<bool>,
    /// Sort order.
    pub order_by: OrderBy,
    /// Ascending instead of descending.
    pub ascending: bool,
    /// Number of items to skip.
    pub offset: u64,
    /// Page size; `None` for all.
    pub limit: Option<u64>,
}

impl ContentFilter {
    /// The navigation that shows where none is chosen: the one that was published last, without a password
    /// (docs/interface/site/navigation.md#what-a-navigation-shows).
    pub fn shown_navigation() -> Self {
        Self {
            protected: Some(false),
            limit: Some(1),
            ..Self::all(Kind::Navigation)
        }
    }

    /// All published items of a kind (for media, all whose parent is visible), newest first.
    pub const fn all(kind: Kind) -> Self {
        Self {
            kind,
            further_kinds: Vec::new(),
            status: StatusFilter::Public,
            search: None,
            search_newest: None,
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
            reader: None,
            protected: None,
            order_by: OrderBy::Date,
            ascending: false,
            offset: 0,
            limit: None,
        }
    }
}

/// What a reader may read of one kind. A search that compared other texts as well would tell of them by its total and its
/// order, although their items are not shown (docs/interface/site/access.md#what-a-search-finds).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// User, 0 for the public.
    pub user: u64,
    /// States in which the reader may read items of every author.
    pub statuses: Vec<Status>,
    /// States in which the reader may read own items.
    pub own_statuses: Vec<Status>,
    /// Whether the reader may read the texts of password-protected items of every author; own ones in any case.
    pub reads_protected: bool,
    /// Items that the reader may not read and that files are attached to.
    pub hidden_parents: Vec<u64>,
}

impl Reader {
    /// The public, as a reader of posts and pages.
    pub fn public() -> Self {
        Self {
            user: 0,
            statuses: vec![Status::Publish],
            own_statuses: Vec::new(),
            reads_protected: false,
            hidden_parents: Vec::new(),
        }
    }
}

/// States to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusFilter {
    /// `publish`; for media, `inherit`.
    Public,
    /// All except trash and auto-drafts.
    Any,
    /// These states; none at all when empty.
    Of(Vec<Status>),
}

/// Full-text search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// Search text as entered.
    pub text: String,
    /// Columns to search; all when empty.
    pub columns: Vec<SearchColumn>,
    /// A term must equal the whole text of a column.
    pub exact: bool,
}

/// Column of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchColumn {
    /// Titles.
    Title,
    /// Excerpts.
    Excerpt,
    /// Bodies.
    Content,
}

/// Condition on terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermClause {
    /// Taxonomy.
    pub taxonomy: Taxonomy,
    /// Terms; the condition is ignored when empty.
    pub terms: Vec<u64>,
    /// Descendants of the terms match as well.
    pub include_children: bool,
    /// How many of the terms an item needs.
    pub operator: TermOperator,
}

/// How many terms of a condition an item needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermOperator {
    /// At least one.
    AnyOf,
    /// All.
    AllOf,
    /// None.
    NoneOf,
}

/// Sort order. Ties are ordered by identifier in the same direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderBy {
    /// Date of publication.
    Date,
    /// Last modification.
    Modified,
    /// Title, ignoring case and accents.
    Title,
    /// Slug.
    Slug,
    /// Author.
    Author,
    /// Parent.
    Parent,
    /// Identifier.
    Id,
    /// Sort order among siblings.
    MenuOrder,
    /// Order of `include`.
    Include,
    /// Order of `slug`.
    IncludeSlugs,
    /// Relevance of the search, then date.
    Relevance,
}

/// Page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    /// Items of the page, in order.
    pub items: Vec<T>,
    /// Total number of matches.
    pub total: u64,
}
