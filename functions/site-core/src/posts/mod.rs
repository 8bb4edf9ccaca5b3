//! Posts, pages and blocks: who may do what with them, and the handlers; what menu items and media
//! share with them.

pub mod change;
pub mod filter;
mod kept;
mod list;
mod one;
mod write;

pub use kept::KeptItems;
pub use list::{answered, found, may_list, scene, window};
pub use one::may_read;
pub use write::{created, may_create, may_delete, may_update, without_links};

use std::sync::Arc;

use domain::site::Kind;
use site_rest::{Call, Endpoint, Reply, RestError, Route, codes};
use site_store::Content;

use crate::app::Core;
use crate::failure::OrRefuse;
use crate::routes::{ID, route};
use crate::shapes::list::list_args;
use crate::shapes::post::{create_args, delete_args, item_args, of, update_args};
use crate::views::links::base;

/// The routes of posts, pages or blocks.
pub fn routes(kind: Kind) -> [Route<Core>; 2] {
    let base = base(kind);
    [
        route(&format!("/{base}"))
            .on(Endpoint::read(
                list_args(kind),
                move |call: Ask| may_list(call, kind),
                move |call: Ask, ()| list::list(call, kind),
            )
            .refined(filter::refine(kind))
            .kept())
            .on(Endpoint::create(
                create_args(kind),
                move |call: Ask| may_create(call, kind),
                move |call: Ask, ()| write::create(call, kind),
            )
            .refined(change::refine))
            .of(of(kind))
            .batchable(),
        route(&format!("/{base}/{ID}"))
            .on(Endpoint::read(
                item_args(kind),
                move |call: Ask| may_read(call, kind),
                one::read,
            )
            .kept())
            .on(Endpoint::edit(
                update_args(kind),
                move |call: Ask| may_update(call, kind),
                write::update,
            )
            .refined(change::refine))
            .on(Endpoint::delete(
                delete_args(kind),
                move |call: Ask| may_delete(call, kind),
                write::delete,
            ))
            .of(of(kind))
            .batchable(),
    ]
}

/// A request to this function.
pub type Ask = Call<Core>;
/// What a handler answers.
pub type Answer = Result<Reply, RestError>;

/// The item of `kind` that the path names.
///
/// # Errors
/// `rest_post_invalid_id`.
pub async fn named(call: &Ask, kind: Kind) -> Result<Arc<Content>, RestError> {
    let unknown = || RestError::new(&codes::POST_INVALID_ID);
    let id = crate::revisions::number(call.params(), "id").ok_or_else(unknown)?;
    let found = call.caller().store.get(id).await.or_refuse()?;
    found.filter(|item| item.kind == kind).ok_or_else(unknown)
}
