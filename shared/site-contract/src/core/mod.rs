//! The core namespace.

pub mod application_passwords;
pub mod avatars;
pub mod comments;
pub mod lists;
pub mod media;
pub mod menu_items;
pub mod menus;
pub mod patterns;
pub mod posts;
pub mod rest_bases;
pub mod revisions;
pub mod search;
pub mod settings;
pub mod terms;
pub mod types;
pub mod users;

use domain::site::{Kind, Taxonomy};
use site_rest::RouteSpec;

/// Name of the namespace.
pub const NAMESPACE: &str = "core/v2";

/// Path pattern of a post's, term's or user's identifier.
pub const ID: &str = r"(?P<id>[\d]+)";

/// Path pattern of the identifier of a revision's item.
const PARENT: &str = r"(?P<parent>[\d]+)";

/// Path pattern of the user who owns application passwords.
const OWNER: &str = r"(?P<user_id>(?:[\d]+|me))";

/// The routes of the namespace, in the order of the index.
pub fn routes() -> Vec<RouteSpec> {
    let mut all = Vec::new();
    all.extend(content(Kind::Post));
    all.extend(content(Kind::Page));
    all.extend([
        media::list_route(),
        media::item_route(),
        media::post_process_route(),
        media::edit_route(),
        menu_items::list_route(),
        menu_items::item_route(),
    ]);
    all.extend(revisions::routes(Kind::NavMenuItem));
    all.extend(content(Kind::Block));
    all.extend([
        types::types_route(),
        types::type_route(),
        types::statuses_route(),
        types::status_route(),
        types::taxonomies_route(),
        types::taxonomy_route(),
    ]);
    all.extend(terms_of(Taxonomy::Category));
    all.extend(terms_of(Taxonomy::PostTag));
    all.extend([menus::list_route(), menus::item_route()]);
    all.extend(terms_of(Taxonomy::PatternCategory));
    all.extend([
        users::list_route(),
        users::item_route(),
        users::me_route(),
        application_passwords::list_route(),
        application_passwords::introspect_route(),
        application_passwords::item_route(),
        patterns::patterns_route(),
        patterns::categories_route(),
        menus::locations_route(),
        menus::location_route(),
        comments::list_route(),
        comments::item_route(),
        search::route(),
        settings::route(),
    ]);
    all
}

fn content(kind: Kind) -> Vec<RouteSpec> {
    let mut all = vec![posts::list_route(kind), posts::item_route(kind)];
    all.extend(revisions::routes(kind));
    all
}

fn terms_of(taxonomy: Taxonomy) -> [RouteSpec; 2] {
    [terms::list_route(taxonomy), terms::item_route(taxonomy)]
}
