//! The routes of comments. None of them may be part of a batch.

use site_rest::{Endpoint, Route};

use super::{list, may_read, read, write};
use crate::app::Core;
use crate::shapes::comment::{COMMENT, delete_args, item_args, list_args, update_args};

/// The routes of comments.
pub fn routes() -> Vec<Route<Core>> {
    vec![
        Route::new("core/v2", "/comments")
            .on(Endpoint::read(list_args(), list::may_list, list::list).kept())
            .on(
                Endpoint::create(COMMENT.create_args(), write::may_create, write::create)
                    .refined(write::refine),
            )
            .of(&COMMENT),
        Route::new("core/v2", r"/comments/(?P<id>[\d]+)")
            .on(Endpoint::read(item_args(), may_read, read).kept())
            .on(
                Endpoint::edit(update_args(), write::may_update, write::update)
                    .refined(write::refine),
            )
            .on(Endpoint::delete(
                delete_args(),
                write::may_delete,
                write::delete,
            ))
            .of(&COMMENT),
    ]
}
