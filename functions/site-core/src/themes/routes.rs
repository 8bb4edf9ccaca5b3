//! The routes of themes.

use site_api::SiteApp;
use site_contract::core::themes;
use site_rest::{Endpoint, Route};

use super::list::list;
use super::permissions::{may_list, may_read};
use super::read::read;

/// The routes of themes.
pub fn routes() -> [Route<SiteApp>; 2] {
    [
        Route::bind(themes::list_route()).read(Endpoint::new(may_list, list)),
        Route::bind(themes::item_route()).read(Endpoint::new(may_read, read)),
    ]
}
