//! The route of the settings.

use site_api::SiteApp;
use site_contract::core::settings;
use site_rest::{Endpoint, Route};

use super::permissions::may;
use super::read::read;
use super::write::update;

/// The route of settings.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(settings::route())
            .read(Endpoint::new(may, read))
            .edit(Endpoint::new(may, update)),
    ]
}
