//! The route of the search.

use site_api::SiteApp;
use site_contract::core::search;
use site_rest::bind::everyone;
use site_rest::{Endpoint, Route};

use super::list::search;

/// The route of the search.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![Route::bind(search::route()).read(Endpoint::new(everyone, search).cacheable())]
}
