//! The routes of posts, pages, blocks and navigations.

use domain::site::Kind;
use site_api::{ApiCall, SiteApp};
use site_contract::core::posts;
use site_rest::{Endpoint, Route};

use super::permissions::{may_create, may_delete, may_list, may_read, may_update};
use super::{list, read, write};
use crate::content::{change, filter};

/// The routes of posts, pages, blocks or navigations.
pub fn routes(kind: Kind) -> [Route<SiteApp>; 2] {
    [
        Route::bind(posts::list_route(kind))
            .read(
                Endpoint::new(
                    move |call: ApiCall| may_list(call, kind),
                    move |call: ApiCall, ()| list::list(call, kind),
                )
                .refined(filter::refine(kind))
                .cacheable(),
            )
            .create(
                Endpoint::new(
                    move |call: ApiCall| may_create(call, kind),
                    move |call: ApiCall, ()| write::create(call, kind),
                )
                .refined(change::refine),
            ),
        Route::bind(posts::item_route(kind))
            .read(Endpoint::new(move |call: ApiCall| may_read(call, kind), read::read).cacheable())
            .edit(
                Endpoint::new(move |call: ApiCall| may_update(call, kind), write::update)
                    .refined(change::refine),
            )
            .delete(Endpoint::new(
                move |call: ApiCall| may_delete(call, kind),
                write::delete,
            )),
    ]
}
