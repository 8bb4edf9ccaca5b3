//! The routes of patterns.

use site_api::SiteApp;
use site_contract::core::patterns;
use site_rest::{Endpoint, Route};

use crate::patterns::list::{categories, patterns};
use crate::patterns::permissions::may_list;

/// The routes of patterns.
pub fn routes() -> [Route<SiteApp>; 2] {
    [
        Route::bind(patterns::patterns_route()).read(Endpoint::new(may_list, patterns)),
        Route::bind(patterns::categories_route()).read(Endpoint::new(may_list, categories)),
    ]
}
