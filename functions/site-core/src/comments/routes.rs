//! The routes of comments. None of them may be part of a batch.

use site_api::SiteApp;
use site_rest::{Endpoint, Route};

use super::{list, permissions, read, write};
use crate::namespace::{ID, route};
use crate::schemas::comment::{COMMENT, delete_args, item_args, list_args, update_args};

/// The routes of comments.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        route("/comments")
            .on(Endpoint::read(list_args(), permissions::may_list, list::list).cacheable())
            .on(Endpoint::create(
                COMMENT.create_args(),
                permissions::may_create,
                write::create,
            )
            .refined(write::refine))
            .of(&COMMENT),
        route(&format!("/comments/{ID}"))
            .on(Endpoint::read(item_args(), permissions::may_read, read::read).cacheable())
            .on(
                Endpoint::edit(update_args(), permissions::may_update, write::update)
                    .refined(write::refine),
            )
            .on(Endpoint::delete(
                delete_args(),
                permissions::may_delete,
                write::delete,
            ))
            .of(&COMMENT),
    ]
}
