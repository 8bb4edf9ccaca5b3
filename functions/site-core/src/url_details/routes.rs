//! The route of details of addresses.

use site_api::SiteApp;
use site_contract::block_editor::url_details_route;
use site_rest::{Endpoint, Route};

use super::{permissions, read};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    let read = Endpoint::new(permissions::may_read, read::read).refined(read::refine);
    vec![Route::bind(url_details_route()).read(read)]
}
