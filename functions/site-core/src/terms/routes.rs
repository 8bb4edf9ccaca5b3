//! The routes of the terms of a taxonomy.

use domain::site::Taxonomy;
use site_api::{ApiCall, SiteApp};
use site_contract::core::terms;
use site_rest::{Endpoint, Route};

use super::{list, permissions, read, write};

/// The routes of the terms of a taxonomy.
pub fn routes(taxonomy: Taxonomy) -> [Route<SiteApp>; 2] {
    [
        Route::bind(terms::list_route(taxonomy))
            .read(
                Endpoint::new(
                    move |call: ApiCall| permissions::may_list(call, taxonomy),
                    move |call: ApiCall, ()| list::list(call, taxonomy),
                )
                .cacheable(),
            )
            .create(Endpoint::new(
                move |call: ApiCall| permissions::may_create(call, taxonomy),
                move |call: ApiCall, ()| write::create(call, taxonomy),
            )),
        Route::bind(terms::item_route(taxonomy))
            .read(
                Endpoint::new(
                    move |call: ApiCall| permissions::may_read(call, taxonomy),
                    read::read,
                )
                .cacheable(),
            )
            .edit(Endpoint::new(
                move |call: ApiCall| permissions::may_update(call, taxonomy),
                write::update,
            ))
            .delete(Endpoint::new(
                move |call: ApiCall| permissions::may_delete(call, taxonomy),
                write::delete,
            )),
    ]
}
