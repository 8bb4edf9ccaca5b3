//! The routes of extensions.

use site_api::SiteApp;
use site_contract::core::plugins;
use site_rest::{Endpoint, Route};

use super::list::list;
use super::permissions::{may_delete, may_install, may_list, may_read, may_update};
use super::read::read;
use super::write::{refuse, update};

/// The routes of extensions.
pub fn routes() -> [Route<SiteApp>; 2] {
    [
        Route::bind(plugins::list_route())
            .read(Endpoint::new(may_list, list))
            .create(Endpoint::new(may_install, refuse)),
        Route::bind(plugins::item_route())
            .read(Endpoint::new(may_read, read))
            .edit(Endpoint::new(may_update, update))
            .delete(Endpoint::new(may_delete, refuse)),
    ]
}
