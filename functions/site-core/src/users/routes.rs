//! The routes of users.

use site_api::SiteApp;
use site_contract::core::users;
use site_rest::bind::everyone;
use site_rest::{Endpoint, Route};

use super::{list, permissions, read, write};

/// The routes of users.
pub fn routes() -> [Route<SiteApp>; 3] {
    [
        Route::bind(users::list_route())
            .read(Endpoint::new(permissions::may_list, list::list).cacheable())
            .create(Endpoint::new(permissions::may_create, write::create).refined(write::refine)),
        Route::bind(users::item_route())
            .read(Endpoint::new(permissions::may_read, read::read).cacheable())
            .edit(Endpoint::new(permissions::may_update, write::update).refined(write::refine))
            .delete(
                Endpoint::new(permissions::may_delete, write::delete).refined(write::refine_heir),
            ),
        Route::bind(users::me_route())
            .read(Endpoint::new(everyone, read::read_self))
            .edit(Endpoint::new(permissions::may_update_self, write::update).refined(write::refine))
            .delete(
                Endpoint::new(permissions::may_delete_self, write::delete)
                    .refined(write::refine_heir),
            ),
    ]
}
