//! The route of the search.

use site_api::SiteApp;
use site_rest::route::everyone;
use site_rest::{Endpoint, Route};

use super::list::search;
use crate::namespace::route;
use crate::schemas::search::{RESULT, list_args};

/// The route of the search.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        route("/search")
            .on(Endpoint::read(list_args(), everyone, search).cacheable())
            .of(&RESULT),
    ]
}
