//! The routes of the checks.

use site_api::SiteApp;
use site_contract::site_health::check_route;
use site_rest::{Endpoint, Route};

use super::permissions::may_check;
use super::read;

/// The routes.
pub fn routes() -> [Route<SiteApp>; 6] {
    let route = |name: &str| Route::bind(check_route(name));
    [
        route("background-updates").read(Endpoint::new(may_check, read::background_updates)),
        route("loopback-requests").read(Endpoint::new(may_check, read::loopback_requests)),
        route("https-status").read(Endpoint::new(may_check, read::https_status)),
        route("dotorg-communication").read(Endpoint::new(may_check, read::dotorg_communication)),
        route("authorization-header").read(Endpoint::new(may_check, read::authorization_header)),
        route("page-cache").read(Endpoint::new(may_check, read::page_cache)),
    ]
}
