//! Collections of a host that are imported, and the parameters with which they are requested.

use std::borrow::Cow;

use domain::site::{Kind, Taxonomy};

use crate::map::content::{HISTORY_LINKS, fields};
use crate::source::Source;

/// Items per page: the interface's maximum.
const PER_PAGE: usize = 100;
/// Revisions per page; fewer, because hosts render the body of each revision.
const REVISIONS_PER_PAGE: usize = 25;

/// Collection of a host.
#[derive(Debug, Clone)]
pub struct Collection {
    /// Route below the namespace.
    pub route: Cow<'static, str>,
    /// Additional parameters.
    pub query: Vec<(&'static str, String)>,
    /// Requested members (`_fields`); all when empty.
    pub members: Vec<&'static str>,
    /// Links requested in addition to the members.
    pub links: &'static [&'static str],
    /// Items per page.
    pub per_page: usize,
    /// Whether older releases of hosts lack the collection.
    pub is_recent: bool,
}

impl Collection {
    fn new(route: impl Into<Cow<'static, str>>, query: &[(&'static str, &str)]) -> Self {
        // Ordered by identifier, pages do not shift while the host creates new items.
        let mut all = vec![
            ("context", "edit".to_owned()),
            ("orderby", "id".to_owned()),
            ("order", "asc".to_owned()),
        ];
        for (name, value) in query {
            all.retain(|(known, _)| known != name);
            all.push((name, (*value).to_owned()));
        }
        Self {
            route: route.into(),
            query: all,
            members: Vec::new(),
            links: &[],
            per_page: PER_PAGE,
            is_recent: false,
        }
    }

    /// The same collection with the identifiers only.
    pub fn ids_only(&self) -> Self {
        Self {
            members: vec!["id"],
            links: &[],
            ..self.clone()
        }
    }

    /// The same collection with all members.
    pub fn whole(&self) -> Self {
        Self {
            members: Vec::new(),
            ..self.clone()
        }
    }

    /// Parameters for a page of the collection.
    pub fn of_page(&self) -> Vec<(&'static str, String)> {
        let mut query = self.query.clone();
        if !self.members.is_empty() {
            let all: Vec<&str> = [self.members.as_slice(), self.links].concat();
            query.push(("_fields", all.join(",")));
        }
        query
    }

    /// Parameters for a single item.
    pub fn of_item(&self) -> Vec<(&'static str, String)> {
        let mut query = self.of_page();
        query.retain(|(name, _)| matches!(*name, "context" | "_fields"));
        query
    }
}

/// All users.
pub fn users() -> Collection {
    Collection::new("users", &[])
}

/// Terms of a taxonomy.
pub fn terms(taxonomy: Taxonomy, source: &Source) -> Collection {
    let route = match taxonomy {
        Taxonomy::Category => "categories",
        Taxonomy::PostTag => "tags",
        Taxonomy::NavMenu => "menus",
        Taxonomy::PatternCategory if source.has_vendor_names() => "wp_pattern_category",
        Taxonomy::PatternCategory => "pattern_category",
    };
    Collection {
        is_recent: taxonomy == Taxonomy::PatternCategory,
        ..Collection::new(route, &[])
    }
}

/// Items of a kind in every state that users set.
pub fn content(kind: Kind, source: &Source) -> Collection {
    let status = match kind {
        Kind::Attachment => "inherit,private,trash",
        Kind::NavMenuItem => "publish,draft",
        _ => STATUSES,
    };
    let members = fields(kind, source);
    Collection {
        links: if members.is_empty() {
            &[]
        } else {
            &HISTORY_LINKS
        },
        members,
        ..Collection::new(route(kind), &[("status", status)])
    }
}

/// Revisions of an item, newest first.
pub fn revisions(kind: Kind, item: u64) -> Collection {
    let route = format!("{}/{item}/revisions", route(kind));
    Collection {
        per_page: REVISIONS_PER_PAGE,
        ..Collection::new(route, &[("order", "desc")])
    }
}

/// Route of a kind.
pub const fn route(kind: Kind) -> &'static str {
    match kind {
        Kind::Attachment => "media",
        Kind::NavMenuItem => "menu-items",
        Kind::Post => "posts",
        Kind::Page => "pages",
        Kind::Block => "blocks",
        Kind::Navigation => "navigation",
        // What depends on the theme of a host is not copied.
        Kind::Template | Kind::TemplatePart => "templates",
        Kind::GlobalStyles => "global-styles",
        Kind::FontFamily | Kind::FontFace => "font-families",
    }
}

const STATUSES: &str = "publish,future,draft,pending,private,trash";

/// Comments of each state; a request returns the comments of one state only.
pub fn comments() -> impl Iterator<Item = Collection> {
    ["approve", "hold", "spam", "trash", "post-trashed"]
        .into_iter()
        .map(|status| Collection::new("comments", &[("status", status), ("type", "all")]))
}

/// Whether a type or taxonomy with this route needs no entry in the report: it is imported, or it holds
/// theme data (templates, navigation, styles) rather than content.
pub fn is_known(route: &str) -> bool {
    matches!(
        route,
        "posts"
            | "pages"
            | "media"
            | "menu-items"
            | "blocks"
            | "categories"
            | "tags"
            | "menus"
            | "pattern_category"
            | "wp_pattern_category"
            | "templates"
            | "template-parts"
            | "global-styles"
            | "navigation"
            | "font-families"
            | "font-families/(?P<font_family_id>[\\d]+)/font-faces"
    )
}
