//! The routes of content types, statuses and taxonomies.

use site_api::SiteApp;
use site_contract::core::types;
use site_rest::bind::everyone;
use site_rest::{Endpoint, Route};

use super::{list, permissions, read};

/// The routes of content types, statuses and taxonomies.
pub fn routes() -> [Route<SiteApp>; 6] {
    [
        Route::bind(types::types_route())
            .read(Endpoint::new(permissions::may_list, list::types).cacheable()),
        Route::bind(types::type_route()).read(Endpoint::new(everyone, read::one_type).cacheable()),
        Route::bind(types::statuses_route())
            .read(Endpoint::new(permissions::may_list, list::statuses).cacheable()),
        Route::bind(types::status_route())
            .read(Endpoint::new(permissions::may_read_status, read::one_status).cacheable()),
        Route::bind(types::taxonomies_route())
            .read(Endpoint::new(permissions::may_list, list::taxonomies).cacheable()),
        Route::bind(types::taxonomy_route())
            .read(Endpoint::new(permissions::may_read_taxonomy, read::one_taxonomy).cacheable()),
    ]
}
