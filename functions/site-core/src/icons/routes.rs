//! The routes of icons.

use site_api::SiteApp;
use site_contract::core::icons;
use site_rest::{Endpoint, Route};

use super::list::{collections, icons_list};
use super::permissions::{may_list, may_list_of_collection, may_read, may_read_collection};
use super::read::{collection, icon};

/// The routes of icons.
pub fn routes() -> [Route<SiteApp>; 5] {
    let list = || Endpoint::new(may_list_of_collection, icons_list);
    [
        Route::bind(icons::list_route()).read(list()),
        Route::bind(icons::collection_list_route()).read(list()),
        Route::bind(icons::item_route()).read(Endpoint::new(may_read, icon)),
        Route::bind(icons::collections_route()).read(Endpoint::new(may_list, collections)),
        Route::bind(icons::collection_route()).read(Endpoint::new(may_read_collection, collection)),
    ]
}
