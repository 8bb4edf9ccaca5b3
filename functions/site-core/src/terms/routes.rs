//! The routes of the terms of a taxonomy.

use domain::site::Taxonomy;
use site_api::{ApiCall, SiteApp};
use site_rest::{Endpoint, Route};

use super::{list, permissions, read, write};
use crate::namespace::{ID, route};
use crate::schemas::rest_bases::taxonomy_base;

pub fn routes(of: Taxonomy) -> [Route<SiteApp>; 2] {
    use crate::schemas::term::{delete_args, item_args, list_args, of as resource, update_args};
    let base = taxonomy_base(of);
    [
        route(&format!("/{base}"))
            .on(Endpoint::read(
                list_args(of),
                move |call: ApiCall| permissions::may_list(call, of),
                move |call: ApiCall, ()| list::list(call, of),
            )
            .cacheable())
            .on(Endpoint::create(
                resource(of).create_args(),
                move |call: ApiCall| permissions::may_create(call, of),
                move |call: ApiCall, ()| write::create(call, of),
            ))
            .of(resource(of))
            .batchable(),
        route(&format!("/{base}/{ID}"))
            .on(Endpoint::read(
                item_args(),
                move |call: ApiCall| permissions::may_read(call, of),
                read::read,
            )
            .cacheable())
            .on(Endpoint::edit(
                update_args(of),
                move |call: ApiCall| permissions::may_update(call, of),
                write::update,
            ))
            .on(Endpoint::delete(
                delete_args(),
                move |call: ApiCall| permissions::may_delete(call, of),
                write::delete,
            ))
            .of(resource(of))
            .batchable(),
    ]
}
