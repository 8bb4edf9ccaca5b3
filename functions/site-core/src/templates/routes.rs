//! The routes of templates and parts.

use domain::site::Kind;
use site_api::{ApiCall, SiteApp};
use site_contract::core::templates;
use site_rest::{Endpoint, Route};

use super::permissions::{may_edit, may_edit_stored, may_read};
use super::{list, read, revisions, write};

/// The routes of templates or of parts.
pub fn routes(kind: Kind) -> Vec<Route<SiteApp>> {
    let mut all = revision_routes(kind);
    all.push(
        Route::bind(templates::list_route(kind))
            .read(Endpoint::new(may_read, move |call: ApiCall, ()| {
                list::list(call, kind)
            }))
            .create(Endpoint::new(may_edit, move |call: ApiCall, ()| {
                write::create(call, kind)
            })),
    );
    all.push(
        Route::bind(templates::lookup_route(kind)).read(Endpoint::new(may_read, list::lookup)),
    );
    all.push(
        Route::bind(templates::item_route(kind))
            .read(Endpoint::new(may_read, move |call: ApiCall, ()| {
                read::read(call, kind)
            }))
            .edit(Endpoint::new(may_edit, move |call: ApiCall, ()| {
                write::update(call, kind)
            }))
            .delete(Endpoint::new(may_edit, move |call: ApiCall, ()| {
                write::delete(call, kind)
            })),
    );
    all
}

fn revision_routes(kind: Kind) -> Vec<Route<SiteApp>> {
    let stored = move |name| move |call: ApiCall| may_edit_stored(call, kind, name);
    vec![
        Route::bind(templates::revisions_route(kind))
            .read(Endpoint::new(stored("parent"), revisions::list)),
        Route::bind(templates::revision_route(kind))
            .read(Endpoint::new(stored("parent"), revisions::read))
            .delete(Endpoint::new(stored("parent"), revisions::delete)),
        Route::bind(templates::autosaves_route(kind))
            .read(Endpoint::new(stored("id"), revisions::autosaves))
            .create(Endpoint::new(stored("id"), revisions::autosave)),
        Route::bind(templates::autosave_route(kind))
            .read(Endpoint::new(stored("parent"), revisions::own_autosave)),
    ]
}
