//! The routes of media.

use domain::site::Kind;
use site_api::SiteApp;
use site_contract::core::media;
use site_rest::{Endpoint, Route};

use super::edit::edit;
use super::list::list;
use super::permissions;
use super::read::read;
use super::sideload::{finalize, refine_size, refine_sizes, sideload};
use super::upload::upload;
use super::write::{delete, process, update};
use crate::content::{change, filter};

/// The routes of media.
pub fn routes() -> [Route<SiteApp>; 6] {
    [
        Route::bind(media::list_route())
            .read(
                Endpoint::new(permissions::may_list, list)
                    .refined(filter::refine(Kind::Attachment))
                    .cacheable(),
            )
            .create(Endpoint::new(permissions::may_upload, upload).refined(change::refine)),
        Route::bind(media::item_route())
            .read(Endpoint::new(permissions::may_read, read).cacheable())
            .edit(Endpoint::new(permissions::may_update, update).refined(change::refine))
            .delete(Endpoint::new(permissions::may_delete, delete)),
        Route::bind(media::post_process_route())
            .create(Endpoint::new(permissions::may_update, process)),
        Route::bind(media::edit_route()).create(Endpoint::new(permissions::may_edit, edit)),
        Route::bind(media::sideload_route())
            .create(Endpoint::new(permissions::may_edit, sideload).refined(refine_size)),
        Route::bind(media::finalize_route())
            .create(Endpoint::new(permissions::may_edit, finalize).refined(refine_sizes)),
    ]
}
