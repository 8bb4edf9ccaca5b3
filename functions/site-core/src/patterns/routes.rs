//! The routes of patterns.

use site_api::SiteApp;
use site_rest::{Args, Endpoint, Route};

use crate::namespace::route;
use crate::patterns::list::{categories, patterns};
use crate::patterns::permissions::may_list;
use crate::schemas::pattern::{CATEGORY, PATTERN};

/// The routes of patterns.
pub fn routes() -> [Route<SiteApp>; 2] {
    [
        route("/block-patterns/patterns")
            .on(Endpoint::read(Args::none(), may_list, patterns))
            .of(&PATTERN),
        route("/block-patterns/categories")
            .on(Endpoint::read(Args::none(), may_list, categories))
            .of(&CATEGORY),
    ]
}
