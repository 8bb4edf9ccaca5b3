//! The main namespace.

use site_api::SiteApp;
use site_rest::Route;

/// The main namespace.
const CORE: &str = "core/v2";

/// The number of a post, term or user in a path.
pub const ID: &str = r"(?P<id>[\d]+)";

/// A route of the main namespace.
pub fn route(path: &str) -> Route<SiteApp> {
    Route::new(CORE, path)
}
