//! The routes of media.

use domain::site::Kind;
use site_api::SiteApp;
use site_rest::route::MEGABYTE;
use site_rest::{Endpoint, Route};

use super::edit::edit;
use super::list::list;
use super::permissions;
use super::read::read;
use super::upload::upload;
use super::write::{delete, process, update};
use crate::content::{change, filter};
use crate::namespace::{ID, route};
use crate::schemas;

/// The largest file that is taken, in bytes.
const UPLOAD_LIMIT: usize = 25 * MEGABYTE;

pub fn routes() -> [Route<SiteApp>; 4] {
    use crate::schemas::media::{
        MEDIA, create_args, delete_args, edit_args, item_args, process_args, update_args,
    };
    [
        route("/media")
            .on(Endpoint::read(
                schemas::list::list_args(Kind::Attachment),
                permissions::may_list,
                list,
            )
            .refined(filter::refine(Kind::Attachment))
            .cacheable())
            .on(
                Endpoint::create(create_args(), permissions::may_upload, upload)
                    .refined(change::refine),
            )
            .of(&MEDIA)
            .body_limit(UPLOAD_LIMIT),
        route(&format!("/media/{ID}"))
            .on(Endpoint::read(item_args(), permissions::may_read, read).cacheable())
            .on(
                Endpoint::edit(update_args(), permissions::may_update, update)
                    .refined(change::refine),
            )
            .on(Endpoint::delete(
                delete_args(),
                permissions::may_delete,
                delete,
            ))
            .of(&MEDIA),
        route(&format!("/media/{ID}/post-process"))
            .on(Endpoint::create(
                process_args(),
                permissions::may_update,
                process,
            ))
            .of(&MEDIA),
        route(&format!("/media/{ID}/edit"))
            .on(Endpoint::create(edit_args(), permissions::may_edit, edit))
            .of(&MEDIA),
    ]
}
