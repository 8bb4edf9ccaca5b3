//! The routes of content types, statuses and taxonomies.

use site_api::SiteApp;
use site_rest::route::everyone;
use site_rest::{Endpoint, Route};

use super::{list, permissions, read};
use crate::namespace::route;

pub fn routes() -> [Route<SiteApp>; 6] {
    use crate::schemas::kinds::{STATUS, TAXONOMY, TYPE, item_args, list_args, taxonomies_args};
    [
        route("/types")
            .on(Endpoint::read(list_args(), permissions::may_list, list::types).cacheable())
            .of(&TYPE),
        route(r"/types/(?P<type>[\w-]+)")
            .on(Endpoint::read(item_args("type"), everyone, read::one_type).cacheable())
            .of(&TYPE),
        route("/statuses")
            .on(Endpoint::read(list_args(), permissions::may_list, list::statuses).cacheable())
            .of(&STATUS),
        route(r"/statuses/(?P<status>[\w-]+)")
            .on(Endpoint::read(
                item_args("status"),
                permissions::may_read_status,
                read::one_status,
            )
            .cacheable())
            .of(&STATUS),
        route("/taxonomies")
            .on(
                Endpoint::read(taxonomies_args(), permissions::may_list, list::taxonomies)
                    .cacheable(),
            )
            .of(&TAXONOMY),
        route(r"/taxonomies/(?P<taxonomy>[\w-]+)")
            .on(Endpoint::read(
                item_args("taxonomy"),
                permissions::may_read_taxonomy,
                read::one_taxonomy,
            )
            .cacheable())
            .of(&TAXONOMY),
    ]
}
