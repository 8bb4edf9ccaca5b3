//! The routes of contact forms.

use site_api::SiteApp;
use site_contract::contact_form::{
    feedback_route, item_route, list_route, refill_route, schema_route,
};
use site_rest::bind::everyone;
use site_rest::{Endpoint, Route};

use super::permissions::{may_access, may_create, may_list};
use super::{feedback, list, read, write};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(list_route())
            .read(Endpoint::new(may_list, list::list))
            .create(Endpoint::new(may_create, write::create)),
        Route::bind(item_route())
            .read(Endpoint::new(may_access, read::read))
            .edit(Endpoint::new(may_access, write::update))
            .delete(Endpoint::new(may_access, write::delete)),
        Route::bind(feedback_route()).create(Endpoint::new(everyone, feedback::submit)),
        Route::bind(schema_route()).read(Endpoint::new(everyone, read::schema)),
        Route::bind(refill_route()).read(Endpoint::new(everyone, read::refill)),
    ]
}
