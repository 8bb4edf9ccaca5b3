//! The main namespace.

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

/// The namespace.
pub const NAMESPACE: &str = "core/v2";

/// The number of a post, term or user in a path.
pub const ID: &str = r"(?P<id>[\d]+)";

/// The number of an item in the path of its revisions.
const PARENT: &str = r"(?P<parent>[\d]+)";

/// The user in a path below which their passwords lie.
const OWNER: &str = r"(?P<user_id>(?:[\d]+|me))";

/// The routes, in the order in which the index lists them.
pub fn routes() -> Vec<RouteSpec> {
    let mut all = Vec::new();
    for kind in [Kind::Post, Kind::Page] {
        all.extend(posts::routes(kind));
        all.extend(revisions::routes(kind));
    }
    all.extend(media::routes());
    all.extend(menu_items::routes());
    all.extend(revisions::routes(Kind::NavMenuItem));
    all.extend(posts::routes(Kind::Block));
    all.extend(revisions::routes(Kind::Block));
    all.extend(types::routes());
    all.extend(terms::routes(Taxonomy::Category));
    all.extend(terms::routes(Taxonomy::PostTag));
    all.extend(menus::routes());
    all.extend(terms::routes(Taxonomy::PatternCategory));
    all.extend(users::routes());
    all.extend(application_passwords::routes());
    all.extend(patterns::routes());
    all.extend(menus::location_routes());
    all.extend(comments::routes());
    all.extend(search::routes());
    all.extend(settings::routes());
    all
}
