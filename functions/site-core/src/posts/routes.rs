//! The routes of posts, pages and blocks.

use domain::site::Kind;
use site_api::{ApiCall, SiteApp};
use site_rest::{Endpoint, Route};

use super::permissions::{may_create, may_delete, may_list, may_read, may_update};
use super::{list, read, write};
use crate::content::{change, filter};
use crate::namespace::{ID, route};
use crate::schemas::list::list_args;
use crate::schemas::post::{create_args, delete_args, item_args, of, update_args};
use crate::schemas::rest_bases::kind_base;

/// The routes of posts, pages or blocks.
pub fn routes(kind: Kind) -> [Route<SiteApp>; 2] {
    let base = kind_base(kind);
    [
        route(&format!("/{base}"))
            .on(Endpoint::read(
                list_args(kind),
                move |call: ApiCall| may_list(call, kind),
                move |call: ApiCall, ()| list::list(call, kind),
            )
            .refined(filter::refine(kind))
            .cacheable())
            .on(Endpoint::create(
                create_args(kind),
                move |call: ApiCall| may_create(call, kind),
                move |call: ApiCall, ()| write::create(call, kind),
            )
            .refined(change::refine))
            .of(of(kind))
            .batchable(),
        route(&format!("/{base}/{ID}"))
            .on(Endpoint::read(
                item_args(kind),
                move |call: ApiCall| may_read(call, kind),
                read::read,
            )
            .cacheable())
            .on(Endpoint::edit(
                update_args(kind),
                move |call: ApiCall| may_update(call, kind),
                write::update,
            )
            .refined(change::refine))
            .on(Endpoint::delete(
                delete_args(kind),
                move |call: ApiCall| may_delete(call, kind),
                write::delete,
            ))
            .of(of(kind))
            .batchable(),
    ]
}
