//! The routes of application passwords.

use site_api::SiteApp;
use site_contract::core::application_passwords;
use site_rest::{Endpoint, Route};

use super::{permissions, read, write};

/// The routes of application passwords.
pub fn routes() -> [Route<SiteApp>; 3] {
    [
        Route::bind(application_passwords::list_route())
            .read(Endpoint::new(permissions::may_list, read::list))
            .create(Endpoint::new(permissions::may_create, write::create))
            .delete(Endpoint::new(
                permissions::may_delete_all,
                write::delete_all,
            )),
        Route::bind(application_passwords::introspect_route())
            .read(Endpoint::new(permissions::may_introspect, read::introspect)),
        Route::bind(application_passwords::item_route())
            .read(Endpoint::new(permissions::may_read, read::read))
            .edit(Endpoint::new(permissions::may_update, write::update))
            .delete(Endpoint::new(permissions::may_delete, write::delete)),
    ]
}
