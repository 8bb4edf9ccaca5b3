//! The routes of the extension of contact forms.

use site_api::SiteApp;
use site_contract::contact_form_ext::{
    debug_route, export_route, file_route, license_route, reset_route,
};
use site_rest::{Endpoint, Route};

use super::permissions::{may_export, may_manage};
use super::{export, file, settings};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(export_route()).read(Endpoint::new(may_export, export::export)),
        Route::bind(license_route()).create(Endpoint::new(may_manage, settings::update_license)),
        Route::bind(debug_route()).create(Endpoint::new(may_manage, settings::toggle_debug)),
        Route::bind(reset_route()).create(Endpoint::new(may_manage, settings::reset)),
        Route::bind(file_route()).read(Endpoint::new(file::may_download, file::download)),
    ]
}
