//! The list of routes.

use domain::site::{Kind, Taxonomy};
use site_api::SiteApp;
use site_rest::Api;
use site_rest::index::root_route;

use crate::{
    application_passwords, comments, index, media, menus, oembed, patterns, posts, revisions,
    search, settings, terms, types, users,
};

/// The routes of the site, in the order in which the index lists them.
pub fn api() -> Api<SiteApp> {
    Api::new()
        .route(root_route(index::head))
        .batches()
        .routes(oembed::routes::routes())
        .routes(posts::routes::routes(Kind::Post))
        .routes(revisions::routes::routes(Kind::Post))
        .routes(posts::routes::routes(Kind::Page))
        .routes(revisions::routes::routes(Kind::Page))
        .routes(media::routes::routes())
        .routes(menus::routes::item_routes())
        .routes(revisions::routes::routes(Kind::NavMenuItem))
        .routes(posts::routes::routes(Kind::Block))
        .routes(revisions::routes::routes(Kind::Block))
        .routes(types::routes::routes())
        .routes(terms::routes::routes(Taxonomy::Category))
        .routes(terms::routes::routes(Taxonomy::PostTag))
        .routes(menus::routes::menu_routes())
        .routes(terms::routes::routes(Taxonomy::PatternCategory))
        .routes(users::routes::routes())
        .routes(application_passwords::routes::routes())
        .routes(patterns::routes::routes())
        .routes(menus::routes::location_routes())
        .routes(comments::routes::routes())
        .routes(search::routes::routes())
        .routes(settings::routes::routes())
}
