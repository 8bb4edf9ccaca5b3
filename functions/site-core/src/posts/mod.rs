//! Posts: who may do what with them, and the handlers.

pub mod change;
pub mod filter;
mod list;
mod one;
mod write;

pub use list::{list, may_list};
pub use list::{scene, window};
pub use one::{may_read, read};
pub use write::{create, delete, may_create, may_delete, may_update, update, without_links};

use std::sync::Arc;

use domain::site::Kind;
use site_rest::{Call, Reply, RestError, codes};
use site_store::Content;

use crate::app::Core;
use crate::failure::OrRefuse;

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
