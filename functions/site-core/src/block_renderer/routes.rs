//! The route of rendered blocks.

use site_api::SiteApp;
use site_contract::core::block_renderer;
use site_rest::{Endpoint, Route};

use super::attributes::refine;
use super::permissions::may_read;
use super::read::read;

/// The route of rendered blocks.
pub fn routes() -> [Route<SiteApp>; 1] {
    [Route::bind(block_renderer::route()).ask(Endpoint::new(may_read, read).refined(refine))]
}
