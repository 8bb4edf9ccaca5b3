//! Comments below an item: those that are approved, and a form for new ones, which wait for a moderator. Works without
//! a script and without cookies (docs/interface/site/comments.md#on-public-pages).

mod form;
mod list;
mod stamp;
mod submit;
mod words;

use domain::site::{Kind, Openness};
use site_store::Content;

use crate::Site;
use crate::comments::form::CommentForm;
use crate::comments::list::List;
use crate::comments::words::Words;
use crate::page_request::{PageRequest, PageResult};

pub use form::Draft;
pub use submit::{is_comment, submit};

/// Query parameter of the address that a browser is redirected to after a comment was taken, with its value.
const TOLD: (&str, &str) = ("comentario", "recebido");

/// Comments of an item as its page shows them.
pub struct Comments {
    pub words: &'static Words,
    pub list: List,
    /// The form; none when comments are closed.
    pub form: Option<CommentForm>,
    /// Whether a comment was just taken.
    pub is_taken: bool,
}

/// The comments of an item; none for an item that has no comments and takes none. `draft` is a comment that was sent and not
/// taken.
///
/// # Errors
/// The store fails.
pub async fn of(
    site: &Site,
    request: &PageRequest,
    item: &Content,
    link: &str,
    draft: Option<Draft>,
) -> PageResult<Option<Comments>> {
    if !matches!(item.kind, Kind::Post | Kind::Page) {
        return Ok(None);
    }
    let is_open = is_open(item);
    let list = list::of(request, item, link, is_open).await?;
    let is_sent = draft.is_some();
    if !is_open && !is_sent && list.total == 0 {
        return Ok(None);
    }
    let draft = draft.unwrap_or_else(|| Draft::asked(request));
    let form = if is_open {
        Some(form::of(site, request, item, draft)?)
    } else {
        None
    };
    Ok(Some(Comments {
        words: words(request),
        list,
        form,
        is_taken: !is_sent && is_taken(request),
    }))
}

/// Whether an item takes comments.
fn is_open(item: &Content) -> bool {
    item.comment_status == Openness::Open
}

/// Whether a request is the one after a comment was taken.
pub fn is_taken(request: &PageRequest) -> bool {
    request.query(TOLD.0).as_deref() == Some(TOLD.1)
}

fn words(request: &PageRequest) -> &'static Words {
    Words::of(request.words.is_portuguese())
}
