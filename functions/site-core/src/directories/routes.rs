//! The routes of the directories.

use site_api::SiteApp;
use site_contract::core::directories;
use site_rest::{Endpoint, Route};

use super::list::nothing;
use super::permissions::{may_list_blocks, may_list_patterns};

/// The routes.
pub fn routes() -> [Route<SiteApp>; 2] {
    [
        Route::bind(directories::blocks_route()).read(Endpoint::new(may_list_blocks, nothing)),
        Route::bind(directories::patterns_route()).read(Endpoint::new(may_list_patterns, nothing)),
    ]
}
