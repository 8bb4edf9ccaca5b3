//! Permission checks for comments.

use std::sync::Arc;

use domain::site::{Caller as Access, Capability, Kind, Openness, Status, Subject};
use serde_json::Value;
use site_api::params::ids;
use site_api::{ApiCall, Caller, OrRefuse};
use site_contract::core::comments::codes;
use site_rest::{Code, Params, RestError};
use site_store::{Comment, CommentStatus, Content, Summary};

/// The item of a comment, reduced to what permission checks need.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    subject: Subject,
    /// The item above it, 0 for none.
    parent: u64,
    /// Whether its password was not given.
    is_locked: bool,
}

impl Place {
    /// The item with the password of the request, which is accepted only when the request is for one item.
    pub fn of(post: &Content, call: &ApiCall, asked_for_one: bool) -> Self {
        let given = call.params().filled("password").filter(|_| asked_for_one);
        Self {
            subject: post.subject(),
            parent: post.parent,
            is_locked: !post.password.is_empty() && given != Some(post.password.0.as_str()),
        }
    }

    /// An item of a list, without its record. `is_admitted` says that the caller was found to know its password.
    pub fn listed(post: &Summary, is_admitted: bool) -> Self {
        Self {
            subject: post.subject(),
            parent: post.parent,
            is_locked: post.is_protected && !is_admitted,
        }
    }
}

/// A comment with the item that it belongs to.
pub struct Found {
    /// The comment.
    pub comment: Arc<Comment>,
    /// The item, unless it was deleted.
    pub post: Option<Arc<Content>>,
}

impl Found {
    fn subject(&self) -> Option<Subject> {
        self.post.as_ref().map(|post| post.subject())
    }
}

/// Whether a caller may change and delete the comments of an item: callers who moderate comments and callers who may
/// edit the item.
pub fn may_change(access: &Access, post: Option<Subject>) -> bool {
    access.user.is_some()
        && (access.can(Capability::ModerateComments)
            || post.map_or_else(
                || access.can(Capability::EditPosts),
                |post| access.may_edit(post),
            ))
}

/// Whether the caller may read the comments of an item. This follows the item itself, and for a file the item that it
/// is attached to; the comments of a password-protected item also need its password or the right to edit it.
///
/// # Errors
/// The store fails.
fn may_read_post(caller: &Caller, post: Place) -> Result<bool, RestError> {
    if post.is_locked {
        return Ok(caller.access.may_edit(post.subject));
    }
    caller
        .store
        .may_read(&caller.access, post.subject, post.parent)
        .or_refuse()
}

/// Whether items of a kind can have notes of editors.
const fn takes_notes(kind: Kind) -> bool {
    matches!(kind, Kind::Post | Kind::Page)
}

/// Whether the caller may read one comment. An approved comment that is not a note follows its item; any comment is
/// readable by its author and by callers who may change it.
///
/// # Errors
/// The store fails.
pub fn may_read_comment(
    caller: &Caller,
    comment: &Comment,
    post: Option<Place>,
) -> Result<bool, RestError> {
    let is_public = !comment.is_note() && comment.status == CommentStatus::Approved;
    if let (true, Some(post)) = (is_public, post)
        && may_read_post(caller, post)?
    {
        return Ok(true);
    }
    let own = caller.id() != 0 && caller.id() == comment.author;
    Ok(own || may_change(&caller.access, post.map(|post| post.subject)))
}

/// The comment that the path names.
///
/// # Errors
/// `rest_comment_invalid_id`.
async fn named(call: &ApiCall) -> Result<Found, RestError> {
    let store = &call.caller().store;
    let comment = call
        .params()
        .id("id")
        .and_then(|id| store.comment(id))
        .ok_or_else(|| RestError::new(&codes::COMMENT_INVALID_ID))?;
    let post = store.get(comment.post).await.or_refuse()?;
    Ok(Found { comment, post })
}

/// Checks that the caller may read the comment that the path names.
///
/// # Errors
/// `rest_comment_invalid_id`, `rest_forbidden_context`, `rest_cannot_read`,
/// `rest_cannot_read_post`.
pub async fn may_read(call: ApiCall) -> Result<Found, RestError> {
    let found = named(&call).await?;
    let caller = call.caller();
    let edits_note = found.comment.is_note() && may_change(&caller.access, found.subject());
    let may_edit = edits_note || caller.can(Capability::ModerateComments);
    if call.params().context() == "edit" && !may_edit {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    let post = found.post.as_deref();
    let post = post.map(|post| Place::of(post, &call, true));
    if !may_read_comment(caller, &found.comment, post)? {
        return Err(RestError::new(&codes::CANNOT_READ));
    }
    if let Some(post) = post
        && !may_read_post(caller, post)?
    {
        return Err(RestError::new(&codes::CANNOT_READ_POST));
    }
    Ok(found)
}

/// Filters that need the right to edit posts, each with the value that needs no right.
const RESERVED: [(&str, Option<&str>); 5] = [
    ("author", None),
    ("author_exclude", None),
    ("author_email", None),
    ("type", Some("comment")),
    ("status", Some("approve")),
];

/// Checks a list request. The list itself is public; some filters and the edit context are not.
///
/// # Errors
/// `rest_cannot_read_post`, `rest_cannot_read`, `rest_forbidden_context`, `rest_forbidden_param`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    let (params, caller) = (call.params(), call.caller());
    let posts = ids(params, "post");
    let wants_notes = params.text("type") == Some(Comment::NOTE);
    // A caller who may edit all requested items may edit the notes about them.
    let mut edits_all = !posts.is_empty();
    for id in &posts {
        if *id == 0 && !caller.can(Capability::ModerateComments) {
            return Err(RestError::new(&codes::CANNOT_READ));
        }
        let post = caller.store.get(*id).await.or_refuse()?;
        let post = post.as_deref();
        if let Some(post) = post
            && !may_read_post(caller, Place::of(post, &call, posts.len() == 1))?
        {
            return Err(RestError::new(&codes::CANNOT_READ_POST));
        }
        let may_edit = may_change(&caller.access, post.map(Content::subject));
        if wants_notes && post.is_some_and(|post| !takes_notes(post.kind)) {
            return Err(if may_edit {
                RestError::new(&codes::COMMENT_UNSUPPORTED_KIND)
            } else {
                RestError::naming(&codes::FORBIDDEN_PARAM, [&"type"])
            });
        }
        edits_all &= may_edit;
    }
    let may_edit = (wants_notes && edits_all) || caller.can(Capability::ModerateComments);
    if params.context() == "edit" && !may_edit {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if caller.can(Capability::EditPosts) {
        return Ok(());
    }
    let asked: Vec<&str> = RESERVED
        .into_iter()
        .filter(|(name, usual)| match (params.get(name), usual) {
            // A missing value, possible in a write, differs from the usual one too.
            (value, Some(usual)) => value.and_then(Value::as_str) != Some(*usual),
            (Some(Value::Array(list)), None) => !list.is_empty(),
            (Some(Value::String(text)), None) => !text.is_empty(),
            _ => false,
        })
        .map(|(name, _)| name)
        .collect();
    if asked.is_empty() {
        Ok(())
    } else {
        Err(RestError::naming(
            &codes::FORBIDDEN_PARAM,
            [&asked.join(", ")],
        ))
    }
}

pub fn is_note(params: &Params) -> bool {
    params.text("type") == Some(Comment::NOTE)
}

/// Checks that the caller may comment on the requested item. The order of the checks is that of deployed systems.
///
/// # Errors
/// 401 for the public, then the errors of single members and of the item.
pub async fn may_create(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let (params, caller) = (call.params(), call.caller());
    if caller.user.is_none() {
        return Err(RestError::new(&codes::COMMENT_LOGIN_REQUIRED));
    }
    let moderates = caller.can(Capability::ModerateComments);
    if params.has("author") && params.id("author") != Some(caller.id()) && !moderates {
        return Err(RestError::new(&codes::COMMENT_INVALID_AUTHOR));
    }
    let foreign_address = params
        .text("author_ip")
        .is_some_and(|address| caller.address.as_deref() != Some(address));
    if foreign_address && !moderates {
        return Err(RestError::new(&codes::COMMENT_INVALID_AUTHOR_IP));
    }
    let named = params.id("post").filter(|id| *id > 0);
    let post = match named {
        Some(id) => caller.store.get(id).await.or_refuse()?,
        None => None,
    };
    let is_note = is_note(params);
    let edits = post
        .as_ref()
        .is_some_and(|post| caller.access.may_edit(post.subject()));
    let decides = if is_note { edits } else { moderates };
    if params.has("status") && !decides {
        return Err(RestError::new(&codes::COMMENT_INVALID_STATUS));
    }
    if is_note && named.is_some() && !edits {
        return Err(RestError::new(&codes::CANNOT_CREATE_NOTE));
    }
    let post = post.ok_or_else(|| RestError::new(&codes::COMMENT_INVALID_POST_ID))?;
    if is_note && !takes_notes(post.kind) {
        return Err(RestError::new(&codes::COMMENT_UNSUPPORTED_KIND));
    }
    match post.status {
        Status::Draft if !is_note => return Err(RestError::new(&codes::COMMENT_DRAFT_POST)),
        Status::Trash => return Err(RestError::new(&codes::COMMENT_TRASH_POST)),
        _ => {}
    }
    if !may_read_post(caller, Place::of(&post, &call, true))? {
        return Err(RestError::new(&codes::CANNOT_READ_POST));
    }
    if post.comment_status == Openness::Closed && !is_note {
        return Err(RestError::new(&codes::COMMENT_CLOSED));
    }
    Ok(post)
}

/// Checks that the caller may change the comment that the path names.
///
/// # Errors
/// `rest_comment_invalid_id`, `rest_cannot_edit`.
pub async fn may_update(call: ApiCall) -> Result<Found, RestError> {
    changeable(&call, &codes::CANNOT_EDIT).await
}

/// Checks that the caller may delete the comment that the path names.
///
/// # Errors
/// `rest_comment_invalid_id`, `rest_cannot_delete`.
pub async fn may_delete(call: ApiCall) -> Result<Found, RestError> {
    changeable(&call, &codes::CANNOT_DELETE).await
}

async fn changeable(call: &ApiCall, refusal: &'static Code) -> Result<Found, RestError> {
    let found = named(call).await?;
    if may_change(&call.caller().access, found.subject()) {
        Ok(found)
    } else {
        Err(RestError::new(refusal))
    }
}
