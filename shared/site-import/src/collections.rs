//! Which collections of a host are copied, and how they are asked for.

use std::borrow::Cow;

use domain::site::{Kind, Taxonomy};

use crate::map::content::{HISTORY_LINKS, fields};
use crate::source::Source;

/// Items of a page: the most that the interface allows.
const PER_PAGE: usize = 100;
/// Revisions of a page: hosts render the body of each.
const REVISIONS_PER_PAGE: usize = 25;

/// A collection of a host.
#[derive(Debug, Clone)]
pub struct Collection {
    /// Its route below the namespace.
    pub route: Cow<'static, str>,
    /// Further parameters.
    pub query: Vec<(&'static str, String)>,
    /// The members that are asked for; all when empty.
    pub members: Vec<&'static str>,
    /// Links that are asked for beside the members.
    pub links: &'static [&'static str],
    /// Items of a page.
    pub per_page: usize,
    /// Whether hosts of an older version do not have it.
    pub is_recent: bool,
}

impl Collection {
    fn new(route: impl Into<Cow<'static, str>>, query: &[(&'static str, &str)]) -> Self {
        // In the order of identifiers pages stay what they are while the host goes on working.
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

    /// The same with an item's identifier alone.
    pub fn ids_only(&self) -> Self {
        Self {
            members: vec!["id"],
            links: &[],
            ..self.clone()
        }
    }

    /// The same with whole items.
    pub fn whole(&self) -> Self {
        Self {
            members: Vec::new(),
            ..self.clone()
        }
    }

    /// The parameters with which a page is read.
    pub fn of_page(&self) -> Vec<(&'static str, String)> {
        let mut query = self.query.clone();
        if !self.members.is_empty() {
            let all: Vec<&str> = [self.members.as_slice(), self.links].concat();
            query.push(("_fields", all.join(",")));
        }
        query
    }

    /// The parameters with which a single item is read.
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

/// The terms of a taxonomy.
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

/// The items of a kind in all states that people give them.
pub fn content(kind: Kind, source: &Source) -> Collection {
    let status = match kind {
        Kind::Attachment => "inherit,private,trash",
        Kind::NavMenuItem => "publish,draft",
        Kind::Post | Kind::Page | Kind::Block => STATUSES,
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

/// The revisions of an item, the newest first.
pub fn revisions(kind: Kind, item: u64) -> Collection {
    let route = format!("{}/{item}/revisions", route(kind));
    Collection {
        per_page: REVISIONS_PER_PAGE,
        ..Collection::new(route, &[("order", "desc")])
    }
}

/// The route of a kind.
pub const fn route(kind: Kind) -> &'static str {
    match kind {
        Kind::Attachment => "media",
        Kind::NavMenuItem => "menu-items",
        Kind::Post => "posts",
        Kind::Page => "pages",
        Kind::Block => "blocks",
    }
}

const STATUSES: &str = "publish,future,draft,pending,private,trash";

/// The comments of each state; a list has those of one state only.
pub fn comments() -> impl Iterator<Item = Collection> {
    ["approve", "hold", "spam", "trash", "post-trashed"]
        .into_iter()
        .map(|status| Collection::new("comments", &[("status", status), ("type", "all")]))
}

/// Routes of kinds and taxonomies that are copied, or that belong to how a deployed site looks and not to what it
/// says.
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
