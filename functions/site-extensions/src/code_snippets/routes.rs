//! The routes of snippets.

use site_api::SiteApp;
use site_contract::code_snippets::{
    activate_route, deactivate_route, export_code_route, export_route, item_route, list_route,
    schema_route,
};
use site_rest::bind::everyone;
use site_rest::{Endpoint, Route};

use super::permissions::{may_read, may_write};
use super::{activate, export, list, read, write};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(list_route())
            .read(Endpoint::new(may_read, list::list))
            .create(Endpoint::new(may_write, write::create)),
        Route::bind(item_route())
            .read(Endpoint::new(may_read, read::read))
            .edit(Endpoint::new(may_write, write::update))
            .delete(Endpoint::new(may_write, write::delete)),
        Route::bind(schema_route()).read(Endpoint::new(everyone, read::schema).cacheable()),
        Route::bind(activate_route()).edit(Endpoint::new(may_write, activate::activate)),
        Route::bind(deactivate_route()).edit(Endpoint::new(may_write, activate::deactivate)),
        Route::bind(export_route()).read(Endpoint::new(may_read, export::export)),
        Route::bind(export_code_route()).read(Endpoint::new(may_read, export::export_code)),
    ]
}
