//! Comments.

use std::collections::BTreeMap;

use domain::site::meta::NOTE_STATUS;
use jiff::tz::TimeZone;
use markup::sanitise;
use serde_json::Value;
use site_store::{Comment, CommentStatus};

use super::member::{dates, id, number, raw, text};
use super::{Mapped, Misread};

/// What deployed systems call the state of a note, and what we do.
const NOTE_NAMES: [&str; 2] = [NOTE_STATUS.name, "_wp_note_status"];

/// The meta that the site knows.
fn meta(item: &Value) -> BTreeMap<String, Value> {
    let given = NOTE_NAMES
        .iter()
        .find_map(|name| item.get("meta")?.get(name));
    let known = given.filter(|value| NOTE_STATUS.accepts(value));
    known
        .map(|value| (NOTE_STATUS.name.to_owned(), value.clone()))
        .into_iter()
        .collect()
}

/// A comment. Whoever wrote it may have been anybody, so its HTML is made safe as if it were written here.
pub fn map(item: &Value, zone: &TimeZone) -> Result<Mapped<Comment>, Misread> {
    let (date, date_gmt) = dates(item, "date", "date_gmt", zone)?;
    let status = match text(item, "status").as_str() {
        "approved" | "approve" | "1" => CommentStatus::Approved,
        "hold" | "0" => CommentStatus::Hold,
        "spam" => CommentStatus::Spam,
        "trash" => CommentStatus::Trash,
        "post-trashed" => CommentStatus::PostTrashed,
        _ => return Err(Misread::Member("status")),
    };
    let kind = match text(item, "type") {
        kind if kind.is_empty() => "comment".to_owned(),
        kind => kind,
    };
    let record = Comment {
        id: id(item).ok_or(Misread::Member("id"))?,
        post: number(item, "post"),
        parent: number(item, "parent"),
        author: number(item, "author"),
        author_name: text(item, "author_name"),
        author_email: text(item, "author_email"),
        author_url: text(item, "author_url"),
        author_ip: text(item, "author_ip"),
        author_user_agent: text(item, "author_user_agent"),
        date,
        date_gmt,
        content: sanitise::body(&raw(item, "content")?),
        status,
        before: None,
        kind,
        meta: meta(item),
    };
    Ok(Mapped {
        record,
        lost: Vec::new(),
    })
}
