//! Comments: who may do what with them, and the handlers (docs/interface/site/comments.md).

mod list;
mod routes;
mod write;

pub use routes::routes;

use std::sync::Arc;

use domain::site::{Caller, Capability, Kind};
use serde_json::Value;
use site_rest::{Reply, RestError, codes};
use site_store::{Comment, CommentStatus, Content};

use crate::failure::OrRefuse;
use crate::posts::{Answer, Ask};
use crate::views::comment::{Scene, view};

/// A comment and the item that it is about.
pub struct Found {
    comment: Arc<Comment>,
    post: Option<Arc<Content>>,
}

/// Whether somebody may change and delete the comments about an item: who moderates, and who may
/// edit the item.
pub fn may_change(access: &Caller, post: Option<&Content>) -> bool {
    access.user.is_some()
        && (access.can(Capability::ModerateComments)
            || post.map_or_else(
                || access.can(Capability::EditPosts),
                |post| access.may_edit(post.subject()),
            ))
}

/// Whether the comments about an item may be read: as the item itself, and behind a password only
/// with it or with the right to edit the item. The password counts where one item was asked for.
fn may_read_post(call: &Ask, post: &Content, asked_for_one: bool) -> bool {
    let access = &call.caller().access;
    let given = call.params().filled("password").filter(|_| asked_for_one);
    if !post.password.is_empty() && given != Some(post.password.0.as_str()) {
        return access.may_edit(post.subject());
    }
    access.may_read(post.subject())
}

/// Whether items of a kind take notes, which editors write to each other.
const fn takes_notes(kind: Kind) -> bool {
    matches!(kind, Kind::Post | Kind::Page)
}

/// Whether one comment may be read: a shown one that is no note by all who may read the item, any by its
/// writer and by those who may change it.
fn may_read_comment(call: &Ask, found: &Found, asked_for_one: bool) -> bool {
    let visitor = call.caller();
    let post = found.post.as_deref();
    if !found.comment.is_note()
        && post.is_some_and(|post| may_read_post(call, post, asked_for_one))
        && found.comment.status == CommentStatus::Approved
    {
        return true;
    }
    let own = visitor.id() != 0 && visitor.id() == found.comment.author;
    own || may_change(&visitor.access, post)
}

/// The comment that the path names.
///
/// # Errors
/// `rest_comment_invalid_id`.
async fn named(call: &Ask) -> Result<Found, RestError> {
    let store = &call.caller().store;
    let comment = call
        .params()
        .id("id")
        .and_then(|id| store.comment(id))
        .ok_or_else(|| RestError::new(&codes::COMMENT_INVALID_ID))?;
    let post = store.get(comment.post).await.or_refuse()?;
    Ok(Found { comment, post })
}

/// Who may read the comment that the path names.
///
/// # Errors
/// `rest_comment_invalid_id`, `rest_forbidden_context`, `rest_cannot_read`,
/// `rest_cannot_read_post`.
async fn may_read(call: Ask) -> Result<Found, RestError> {
    let found = named(&call).await?;
    let edits_note =
        found.comment.is_note() && may_change(&call.caller().access, found.post.as_deref());
    let may_edit = edits_note || call.caller().can(Capability::ModerateComments);
    if call.params().context() == "edit" && !may_edit {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if !may_read_comment(&call, &found, true) {
        return Err(RestError::new(&codes::CANNOT_READ));
    }
    if let Some(post) = &found.post
        && !may_read_post(&call, post, true)
    {
        return Err(RestError::new(&codes::CANNOT_READ_POST));
    }
    Ok(found)
}

/// Answers one comment.
///
/// # Errors
/// Never.
async fn read(call: Ask, found: Found) -> Answer {
    Ok(Reply::json(shown(&call, &found, call.params().context())))
}

fn shown(call: &Ask, found: &Found, context: &str) -> Value {
    let scene = Scene {
        site: call.site(),
        store: &call.caller().store,
        access: &call.caller().access,
        context,
        fields: call.fields(),
    };
    view(&found.comment, found.post.as_deref(), &scene)
}
