//! The routes of users.

use site_api::SiteApp;
use site_rest::route::everyone;
use site_rest::{Endpoint, Route};

use super::{list, permissions, read, write};
use crate::namespace::{ID, route};

pub fn routes() -> [Route<SiteApp>; 3] {
    use crate::schemas::user::{
        USER, delete_args, delete_me_args, item_args, list_args, me_args, update_args,
        update_me_args,
    };
    [
        route("/users")
            .on(Endpoint::read(list_args(), permissions::may_list, list::list).cacheable())
            .on(
                Endpoint::create(USER.create_args(), permissions::may_create, write::create)
                    .refined(write::refine),
            )
            .of(&USER)
            .batchable(),
        route(&format!("/users/{ID}"))
            .on(Endpoint::read(item_args(), permissions::may_read, read::read).cacheable())
            .on(
                Endpoint::edit(update_args(), permissions::may_update, write::update)
                    .refined(write::refine),
            )
            .on(
                Endpoint::delete(delete_args(), permissions::may_delete, write::delete)
                    .refined(write::refine_heir),
            )
            .of(&USER)
            .batchable(),
        route("/users/me")
            .on(Endpoint::read(me_args(), everyone, read::read_self))
            .on(Endpoint::edit(
                update_me_args(),
                permissions::may_update_self,
                write::update,
            )
            .refined(write::refine))
            .on(Endpoint::delete(
                delete_me_args(),
                permissions::may_delete_self,
                write::delete,
            )
            .refined(write::refine_heir))
            .of(&USER),
    ]
}
