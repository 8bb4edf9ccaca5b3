//! Mapping of comments.

use jiff::tz::TimeZone;
use markup::sanitise;
use site_store::{Comment, CommentStatus};

use super::member::{Item, dates};
use super::meta::of_comment;
use super::{MapError, Mapped, content};

/// Maps a comment. Its author may be an anonymous visitor of the host, so its HTML is sanitised like
/// that of a comment written here.
pub fn map(item: &Item<'_>, zone: &TimeZone) -> Result<Mapped<Comment>, MapError> {
    let mut lost = Vec::new();
    let (date, date_gmt) = dates(item, "date", "date_gmt", zone)?;
    let status = item.get("status")?.word(|word| match word {
        "approved" | "approve" | "1" => Some(CommentStatus::Approved),
        "hold" | "0" => Some(CommentStatus::Hold),
        "spam" => Some(CommentStatus::Spam),
        "trash" => Some(CommentStatus::Trash),
        "post-trashed" => Some(CommentStatus::PostTrashed),
        _ => None,
    })?;
    let kind = match item.get("type")?.text()? {
        kind if kind.is_empty() => "comment".to_owned(),
        kind => kind,
    };
    let record = Comment {
        id: item.id()?,
        post: item.get("post")?.number()?,
        parent: item.get("parent")?.number()?,
        author: item.get("author")?.number()?,
        author_name: item.get("author_name")?.text()?,
        author_email: item.get("author_email")?.for_editors()?,
        author_url: item.get("author_url")?.text()?,
        author_ip: item.get("author_ip")?.for_editors()?,
        author_user_agent: item.get("author_user_agent")?.for_editors()?,
        date,
        date_gmt,
        content: sanitise::body(&item.get("content")?.raw()?),
        status,
        before: None,
        kind,
        meta: of_comment(content::meta(item)?, &mut lost),
    };
    Ok(Mapped { record, lost })
}
