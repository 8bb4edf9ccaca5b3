//! The routes of revisions and autosaves, below the items that have them.

use domain::site::Kind;
use site_api::{ApiCall, SiteApp};
use site_rest::{Endpoint, Route};

use super::permissions::{self, may_read_of};
use super::{autosaves, list, read, write};
use crate::content::change;
use crate::namespace;
use crate::schemas::post::update_args;
use crate::schemas::rest_bases::kind_base;
use crate::schemas::revision::{
    autosave_args, autosaves_args, delete_args, item_args, list_args, revision,
};

/// The routes below the items of a kind.
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

fn route(kind: Kind, below: &str) -> Route<SiteApp> {
    namespace::route(&format!("/{}{below}", kind_base(kind))).of(revision(kind))
}

fn revision_routes(kind: Kind) -> [Route<SiteApp>; 2] {
    [
        route(kind, r"/(?P<parent>[\d]+)/revisions").on(Endpoint::read(
            list_args(),
            move |call: ApiCall| may_read_of(call, kind, "parent"),
            list::list,
        )),
        route(kind, r"/(?P<parent>[\d]+)/revisions/(?P<id>[\d]+)")
            .on(Endpoint::read(
                item_args(),
                move |call: ApiCall| may_read_of(call, kind, "parent"),
                read::read,
            ))
            .on(Endpoint::delete(
                delete_args(),
                move |call: ApiCall| permissions::may_delete(call, kind),
                write::delete,
            )),
    ]
}

fn autosave_routes(kind: Kind) -> [Route<SiteApp>; 2] {
    [
        route(kind, r"/(?P<id>[\d]+)/autosaves")
            .on(Endpoint::read(
                autosaves_args(),
                move |call: ApiCall| may_read_of(call, kind, "id"),
                autosaves::list,
            ))
            .on(Endpoint::create(
                autosave_args(&update_args(kind)),
                move |call: ApiCall| permissions::may_create(call, kind),
                autosaves::create,
            )
            .refined(change::refine)),
        route(kind, r"/(?P<parent>[\d]+)/autosaves/(?P<id>[\d]+)").on(Endpoint::read(
            item_args(),
            move |call: ApiCall| may_read_of(call, kind, "parent"),
            autosaves::read,
        )),
    ]
}
