//! The routes of revisions and autosaves, below the paths of their items.

use domain::site::Kind;
use site_api::{ApiCall, SiteApp};
use site_contract::core::revisions;
use site_rest::{Endpoint, Route};

use super::permissions::{self, may_read_of};
use super::{autosaves, list, read, write};
use crate::content::change;

/// The routes of revisions and autosaves for the items of a kind.
pub fn routes(kind: Kind) -> Vec<Route<SiteApp>> {
    let mut routes = Vec::new();
    if kind.has_revisions() {
        routes.extend(revision_routes(kind));
    }
    if kind.has_autosaves() {
        routes.extend(autosave_routes(kind));
    }
    routes
}

fn revision_routes(kind: Kind) -> [Route<SiteApp>; 2] {
    [
        Route::bind(revisions::list_route(kind)).read(Endpoint::new(
            move |call: ApiCall| may_read_of(call, kind, "parent"),
            list::list,
        )),
        Route::bind(revisions::item_route(kind))
            .read(Endpoint::new(
                move |call: ApiCall| may_read_of(call, kind, "parent"),
                read::read,
            ))
            .delete(Endpoint::new(
                move |call: ApiCall| permissions::may_delete(call, kind),
                write::delete,
            )),
    ]
}

fn autosave_routes(kind: Kind) -> [Route<SiteApp>; 2] {
    [
        Route::bind(revisions::autosaves_route(kind))
            .read(Endpoint::new(
                move |call: ApiCall| may_read_of(call, kind, "id"),
                autosaves::list,
            ))
            .create(
                Endpoint::new(
                    move |call: ApiCall| permissions::may_create(call, kind),
                    autosaves::create,
                )
                .refined(change::refine),
            ),
        Route::bind(revisions::autosave_route(kind)).read(Endpoint::new(
            move |call: ApiCall| may_read_of(call, kind, "parent"),
            autosaves::read,
        )),
    ]
}
