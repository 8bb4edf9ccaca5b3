//! The form for a new comment.

use site_store::{Comment, CommentStatus, Content};
use site_urls::address;

use super::stamp::Place;
use crate::Site;
use crate::forms;
use crate::page_request::{PageRequest, PageResult};

/// Query parameter that names the comment to be answered.
const ANSWERED: &str = "replytocom";

/// A comment that was sent or is about to be written.
#[derive(Debug, Default)]
pub struct Draft {
    pub name: String,
    pub email: String,
    pub text: String,
    /// The comment that it answers, 0 for none.
    pub parent: u64,
    /// What is said about the whole comment; empty before it is sent.
    pub notice: &'static str,
    pub name_error: Option<&'static str>,
    pub email_error: Option<&'static str>,
    pub text_error: Option<&'static str>,
}

impl Draft {
    /// An empty comment, which answers the one that the address names.
    pub fn asked(request: &PageRequest) -> Self {
        let parent = request.query(ANSWERED).and_then(|id| id.parse().ok());
        Self {
            parent: parent.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Whether a field has an error.
    pub const fn has_errors(&self) -> bool {
        self.name_error.is_some() || self.email_error.is_some() || self.text_error.is_some()
    }
}

/// The form as a page shows it.
pub struct CommentForm {
    pub action: String,
    pub stamp: String,
    pub link: String,
    pub draft: Draft,
    /// Name of the author of the comment that is answered.
    pub answered: Option<String>,
}

/// The comment of an item that a new one may answer.
pub(super) fn answered(
    request: &PageRequest,
    item: &Content,
    id: u64,
) -> Option<std::sync::Arc<Comment>> {
    let comment = request.store.comment(id)?;
    let is_shown = comment.post == item.id
        && comment.status == CommentStatus::Approved
        && comment.kind == Comment::FOR_READERS;
    is_shown.then_some(comment)
}

/// The form of an item.
///
/// # Errors
/// The store fails.
pub(super) fn of(
    site: &Site,
    request: &PageRequest,
    item: &Content,
    draft: Draft,
) -> PageResult<CommentForm> {
    let above = answered(request, item, draft.parent);
    Ok(CommentForm {
        action: forms::action(request, item)?,
        stamp: place(site, request, item).stamp(request.now),
        link: address::item(item, &request.store, &request.home)?,
        answered: above
            .as_ref()
            .map(|comment| markup::text::plain(&comment.author_name)),
        draft: Draft {
            parent: above.map_or(0, |comment| comment.id),
            ..draft
        },
    })
}

/// The place of the form, which its stamp belongs to.
pub(super) fn place<'a>(site: &'a Site, request: &PageRequest, item: &Content) -> Place<'a> {
    Place {
        keyring: &site.keyring,
        tenant: request.store.tenant().to_string(),
        item: item.id,
    }
}
