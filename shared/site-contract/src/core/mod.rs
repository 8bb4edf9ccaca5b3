//! The core namespace.

pub mod application_passwords;
pub mod avatars;
pub mod block_renderer;
pub mod block_types;
pub mod comments;
pub mod content_args;
pub mod content_resource;
pub mod content_schema;
pub mod directories;
pub mod fonts;
pub mod global_styles;
pub mod icons;
pub mod lists;
pub mod media;
mod media_edit;
mod media_schema;
mod media_sideload;
pub mod menu_items;
pub mod menus;
pub mod patterns;
pub mod plugins;
pub mod posts;
pub mod rest_bases;
pub mod revisions;
pub mod search;
pub mod settings;
pub mod templates;
pub mod term_schema;
pub mod terms;
pub mod theme_supports;
pub mod themes;
pub mod types;
pub mod users;
pub mod widgets;

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
    for kind in [Kind::Post, Kind::Page] {
        all.extend(posts::routes(kind));
        all.extend(revisions::routes(kind));
    }
    all.extend(media::routes());
    all.extend(menu_items::routes());
    all.extend(revisions::routes(Kind::NavMenuItem));
    all.extend(posts::routes(Kind::Block));
    all.extend(revisions::routes(Kind::Block));
    for kind in [Kind::Template, Kind::TemplatePart] {
        all.extend(templates::routes(kind));
    }
    all.extend(global_styles::routes());
    all.extend(posts::routes(Kind::Navigation));
    all.extend(revisions::routes(Kind::Navigation));
    all.extend(fonts::routes());
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
    all.extend(block_renderer::routes());
    all.extend(block_types::routes());
    all.extend(settings::routes());
    all.extend(themes::routes());
    all.extend(plugins::routes());
    all.extend(widgets::routes());
    all.extend(directories::routes());
    all.extend(fonts::collection_routes());
    all.extend(icons::routes());
    all
}
