//! The routes of block types.

use site_api::SiteApp;
use site_contract::core::block_types;
use site_rest::{Endpoint, Route};

use super::list::list;
use super::permissions::{may_list, may_read};
use super::read::read;

/// The routes of block types.
pub fn routes() -> [Route<SiteApp>; 3] {
    [
        Route::bind(block_types::list_route()).read(Endpoint::new(may_list, list)),
        Route::bind(block_types::namespace_route()).read(Endpoint::new(may_list, list)),
        Route::bind(block_types::item_route()).read(Endpoint::new(may_read, read)),
    ]
}
