//! The routes of abilities.

use site_api::SiteApp;
use site_contract::abilities;
use site_rest::{Endpoint, Route};

use super::permissions::{may_list, may_read, may_read_category, may_run};
use super::{categories, list, read, run};

/// The routes.
pub fn routes() -> [Route<SiteApp>; 5] {
    [
        Route::bind(abilities::categories_route()).read(Endpoint::new(may_list, categories::list)),
        Route::bind(abilities::category_route())
            .read(Endpoint::new(may_read_category, categories::read)),
        Route::bind(abilities::run_route())
            .read(Endpoint::new(may_run, run::run))
            .edit(Endpoint::new(may_run, run::run))
            .delete(Endpoint::new(may_run, run::run)),
        Route::bind(abilities::list_route()).read(Endpoint::new(may_list, list::list)),
        Route::bind(abilities::item_route()).read(Endpoint::new(may_read, read::read)),
    ]
}
