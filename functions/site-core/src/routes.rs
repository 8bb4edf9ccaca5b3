//! The list of all routes of this function.

use domain::site::{Kind, Taxonomy};
use site_api::SiteApp;
use site_rest::index::root_route;
use site_rest::{Api, Route};

use crate::{
    application_passwords, comments, index, media, menus, oembed, patterns, posts, revisions,
    search, settings, terms, types, users,
};

/// The site's API: the routes that the contract declares, in its order, bound to the handlers of this function.
pub fn api() -> Api<SiteApp> {
    Api::new()
        .route(root_route(index::head))
        .batches()
        .contract(site_contract::routes(), bound())
}

/// The routes that this function binds.
fn bound() -> Vec<Route<SiteApp>> {
    let mut all = oembed::routes::routes();
    for kind in [Kind::Post, Kind::Page, Kind::Block] {
        all.extend(posts::routes::routes(kind));
    }
    for kind in [Kind::Post, Kind::Page, Kind::NavMenuItem, Kind::Block] {
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
    all.extend(settings::routes::routes());
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use site_rest::Verb;

    use super::*;

    /// Number of routes that the engine itself serves: the root index and the indexes of namespaces.
    fn own_routes() -> usize {
        2 + api().namespaces().len()
    }

    #[test]
    fn every_specification_is_bound_once_and_wholly() {
        let specs = site_contract::routes();
        let declared: BTreeSet<&str> = specs.iter().map(|spec| spec.path()).collect();
        assert_eq!(declared.len(), specs.len(), "a path is declared twice");
        let api = api();
        assert_eq!(api.table().len(), specs.len() + own_routes());
        for route in api.table() {
            let wanted: Vec<Verb> = route
                .spec()
                .endpoints()
                .iter()
                .map(|one| one.verb())
                .collect();
            assert_eq!(route.verbs(), wanted, "{}", route.spec().path());
        }
        for route in bound() {
            assert!(
                declared.contains(route.spec().path()),
                "{}",
                route.spec().path()
            );
        }
    }
}
