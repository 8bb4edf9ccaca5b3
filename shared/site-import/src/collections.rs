//! Which collections of a host are copied, and how they are asked for.

use domain::site::{Kind, Taxonomy};

use crate::map::content::fields;
use crate::source::Source;

/// A collection of a host.
#[derive(Debug, Clone)]
pub struct Collection {
    /// Its route below the namespace.
    pub route: &'static str,
    /// Further parameters.
    pub query: Vec<(&'static str, String)>,
    /// Whether hosts of an older version do not have it.
    pub is_recent: bool,
}

impl Collection {
    fn new(route: &'static str, query: &[(&'static str, &str)]) -> Self {
        // In the order of identifiers pages stay what they are while the host goes on working.
        let mut all = vec![
            ("context", "edit".to_owned()),
            ("orderby", "id".to_owned()),
            ("order", "asc".to_owned()),
        ];
        all.extend(
            query
                .iter()
                .map(|(name, value)| (*name, (*value).to_owned())),
        );
        Self {
            route,
            query: all,
            is_recent: false,
        }
    }

    /// The same with an item's identifier alone.
    pub fn ids_only(&self) -> Self {
        let mut query = self.query.clone();
        query.retain(|(name, _)| *name != "_fields");
        query.push(("_fields", "id".to_owned()));
        Self {
            query,
            ..self.clone()
        }
    }

    /// The parameters with which a single item is read.
    pub fn of_item(&self) -> Vec<(&'static str, String)> {
        let mut query = self.query.clone();
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
pub fn content(kind: Kind) -> Collection {
    let (route, status) = match kind {
        Kind::Attachment => ("media", "inherit,private,trash"),
        Kind::NavMenuItem => ("menu-items", "publish,draft"),
        Kind::Post => ("posts", STATUSES),
        Kind::Page => ("pages", STATUSES),
        Kind::Block => ("blocks", STATUSES),
    };
    Collection::new(route, &[("status", status), ("_fields", &fields(kind))])
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
