//! Checks of the site's condition.

use site_rest::{Args, RouteSpec};

/// The namespace.
pub const NAMESPACE: &str = "core-site-health/v1";

/// The checks, by the names in their addresses, in the order of the index.
pub const CHECKS: [&str; 6] = [
    "background-updates",
    "loopback-requests",
    "https-status",
    "dotorg-communication",
    "authorization-header",
    "page-cache",
];

/// The route of a check.
pub fn check_route(name: &str) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/tests/{name}")).read(Args::none())
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 6] {
    CHECKS.map(check_route)
}
