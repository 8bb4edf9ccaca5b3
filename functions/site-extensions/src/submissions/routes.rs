//! The routes of submissions.

use site_api::SiteApp;
use site_contract::form_submissions::{item_route, list_route, person_route, spam_route};
use site_rest::{Endpoint, Route};

use super::permissions::may_handle;
use super::{correct, delete, list, person, read};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(list_route()).read(Endpoint::new(may_handle, list::list)),
        Route::bind(item_route())
            .read(Endpoint::new(may_handle, read::read))
            .delete(Endpoint::new(may_handle, delete::delete)),
        Route::bind(spam_route()).create(Endpoint::new(may_handle, correct::correct)),
        Route::bind(person_route())
            .read(Endpoint::new(may_handle, person::export))
            .delete(Endpoint::new(may_handle, person::erase)),
    ]
}
