//! The routes of comments. None of them may be part of a batch.

use site_api::SiteApp;
use site_contract::core::comments;
use site_rest::{Endpoint, Route};

use super::{list, permissions, read, write};

/// The routes of comments.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(comments::list_route())
            .read(Endpoint::new(permissions::may_list, list::list).cacheable())
            .create(Endpoint::new(permissions::may_create, write::create).refined(write::refine)),
        Route::bind(comments::item_route())
            .read(Endpoint::new(permissions::may_read, read::read).cacheable())
            .edit(Endpoint::new(permissions::may_update, write::update).refined(write::refine))
            .delete(Endpoint::new(permissions::may_delete, write::delete)),
    ]
}
