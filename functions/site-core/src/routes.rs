//! The list of all routes of this function.

use domain::site::{Kind, Taxonomy};
use site_api::SiteApp;
use site_rest::{Api, Route};

use crate::{
    abilities, application_passwords, block_renderer, block_types, comments, directories, fonts,
    global_styles, icons, index, media, menus, oembed, patterns, plugins, posts, revisions, search,
    settings, site_health, templates, terms, themes, types, url_details, users, widgets,
};

/// The site's interface, of which this function serves the root index, batches and the routes below.
pub fn api() -> Api<SiteApp> {
    Api::of(site_contract::routes())
        .index(index::head)
        .batches()
        .bind(bound())
}

/// The routes that this function binds.
fn bound() -> Vec<Route<SiteApp>> {
    let mut all = oembed::routes::routes();
    for kind in [Kind::Post, Kind::Page, Kind::Block, Kind::Navigation] {
        all.extend(posts::routes::routes(kind));
    }
    for kind in [
        Kind::Post,
        Kind::Page,
        Kind::NavMenuItem,
        Kind::Block,
        Kind::Navigation,
    ] {
        all.extend(revisions::routes::routes(kind));
    }
    all.extend(media::routes::routes());
    all.extend(menus::routes::item_routes());
    all.extend(menus::routes::menu_routes());
    all.extend(menus::routes::location_routes());
    all.extend(types::routes::routes());
    for taxonomy in [
        Taxonomy::Category,
        Taxonomy::PostTag,
        Taxonomy::PatternCategory,
    ] {
        all.extend(terms::routes::routes(taxonomy));
    }
    all.extend(users::routes::routes());
    all.extend(application_passwords::routes::routes());
    all.extend(patterns::routes::routes());
    all.extend(comments::routes::routes());
    all.extend(search::routes::routes());
    all.extend(block_renderer::routes::routes());
    all.extend(block_types::routes::routes());
    for kind in [Kind::Template, Kind::TemplatePart] {
        all.extend(templates::routes::routes(kind));
    }
    all.extend(global_styles::routes::routes());
    all.extend(fonts::routes::routes());
    all.extend(settings::routes::routes());
    all.extend(themes::routes::routes());
    all.extend(plugins::routes::routes());
    all.extend(widgets::routes::routes());
    all.extend(site_health::routes::routes());
    all.extend(abilities::routes::routes());
    all.extend(directories::routes::routes());
    all.extend(icons::routes::routes());
    all.extend(url_details::routes::routes());
    all.push(menus::routes::navigation_fallback_route());
    all
}
