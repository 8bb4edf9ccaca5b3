//! Comments.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// State of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommentStatus {
    /// Visible to all readers of the item.
    Approved,
    /// Awaits moderation.
    Hold,
    /// Marked as spam.
    Spam,
    /// In the trash.
    Trash,
    /// In the trash because its item is in the trash.
    PostTrashed,
}

impl CommentStatus {
    /// Name in the REST interface.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Hold => "hold",
            Self::Spam => "spam",
            Self::Trash => "trash",
            Self::PostTrashed => "post-trashed",
        }
    }
}

/// Comment with its raw text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comment {
    /// Identifier; comments have a sequence of their own.
    pub id: u64,
    /// Item the comment belongs to.
    pub post: u64,
    /// Parent comment, 0 for none.
    pub parent: u64,
    /// User who wrote it, 0 for a guest.
    pub author: u64,
    /// Author's name.
    pub author_name: String,
    /// Author's e-mail address.
    pub author_email: String,
    /// Author's web address.
    pub author_url: String,
    /// Author's IP address.
    pub author_ip: String,
    /// Author's user agent.
    pub author_user_agent: String,
    /// Date in the site's time zone.
    pub date: DateTime,
    /// The same date in UTC.
    pub date_gmt: Timestamp,
    /// Raw text.
    pub content: String,
    /// State.
    pub status: CommentStatus,
    /// State before the comment was trashed or marked as spam.
    pub before: Option<CommentStatus>,
    /// Comment type: [`Comment::FOR_READERS`] or [`Comment::NOTE`].
    pub kind: String,
    /// Meta.
    #[serde(default)]
    pub meta: BTreeMap<String, Value>,
}

/// Input of a new comment. The caller has checked the permissions for every member.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewComment {
    /// Item the comment belongs to.
    pub post: u64,
    /// Parent comment, 0 for none.
    pub parent: u64,
    /// User who writes, 0 for a guest.
    pub author: u64,
    /// Author's name.
    pub author_name: String,
    /// Author's e-mail address.
    pub author_email: String,
    /// Author's web address.
    pub author_url: String,
    /// Author's IP address.
    pub author_ip: String,
    /// Author's user agent.
    pub author_user_agent: String,
    /// Raw text.
    pub content: String,
    /// Date; the present by default.
    pub date: Option<Timestamp>,
    /// Whether the comment is approved without checks: its writer is the item's author or a moderator.
    pub is_trusted: bool,
    /// Whether the writer is exempt from the flood check.
    pub skips_flood_check: bool,
    /// State that the spam filter gives, [`CommentStatus::Hold`] or [`CommentStatus::Spam`], in place of that of the
    /// moderation rules. Spam remembers the state of the rules, so that it can be undone.
    pub filtered: Option<CommentStatus>,
    /// Whether it waits for a moderator whatever the moderation rules say.
    pub is_held: bool,
    /// State set by a moderator.
    pub status: Option<StatusChange>,
    /// Whether it is an editors' note, exempt from moderation and the flood check.
    pub is_note: bool,
    /// Meta.
    pub meta: BTreeMap<String, Value>,
}

impl NewComment {
    /// Largest size of the author's name in bytes.
    pub const MOST_NAME: usize = 245;
    /// Largest size of the author's e-mail address in bytes.
    pub const MOST_EMAIL: usize = 100;
    /// Largest size of the author's web address in bytes.
    pub const MOST_URL: usize = 200;
    /// Largest size of the text in bytes.
    pub const MOST_CONTENT: usize = 65_525;
}

/// Values to set on a comment; `None` keeps the stored value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommentChange {
    /// Item the comment belongs to.
    pub post: Option<u64>,
    /// Parent comment, 0 for none.
    pub parent: Option<u64>,
    /// User who wrote it.
    pub author: Option<u64>,
    /// Author's name.
    pub author_name: Option<String>,
    /// Author's e-mail address.
    pub author_email: Option<String>,
    /// Author's web address.
    pub author_url: Option<String>,
    /// Author's IP address.
    pub author_ip: Option<String>,
    /// Author's user agent.
    pub author_user_agent: Option<String>,
    /// Raw text.
    pub content: Option<String>,
    /// Date.
    pub date: Option<Timestamp>,
    /// State.
    pub status: Option<StatusChange>,
    /// Meta values by key; `None` deletes a value.
    pub meta: BTreeMap<String, Option<Value>>,
}

impl Comment {
    /// Type of ordinary comments.
    pub const FOR_READERS: &str = "comment";
    /// Type of editors' notes on an item.
    pub const NOTE: &str = "note";

    /// Whether it is an editors' note.
    pub fn is_note(&self) -> bool {
        self.kind == Self::NOTE
    }
}

/// Transition between two states of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusChange {
    /// Sets this state and remembers the previous one, so that trash and spam can be undone.
    To(CommentStatus),
    /// Undoes spam.
    NoSpam,
    /// Undoes the trash.
    Restored,
}

impl StatusChange {
    /// The step that a name of the interface asks for; none for an unknown one
    /// (docs/interface/site/comments.md#status-values).
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "approved" | "approve" | "1" => Self::To(CommentStatus::Approved),
            "hold" | "0" => Self::To(CommentStatus::Hold),
            "spam" => Self::To(CommentStatus::Spam),
            "trash" => Self::To(CommentStatus::Trash),
            "unspam" => Self::NoSpam,
            "untrash" => Self::Restored,
            _ => return None,
        })
    }
}

impl Comment {
    /// Applies a transition. One that does not apply to the present state changes nothing.
    pub(crate) fn step(&mut self, change: StatusChange) {
        let back = self.before.unwrap_or(CommentStatus::Hold);
        match change {
            StatusChange::To(status) if status == self.status => {}
            StatusChange::To(status @ (CommentStatus::Spam | CommentStatus::Trash)) => {
                self.before = Some(self.status);
                self.status = status;
            }
            StatusChange::To(status) => {
                self.before = None;
                self.status = status;
            }
            StatusChange::NoSpam if self.status == CommentStatus::Spam => {
                self.before = None;
                self.status = back;
            }
            StatusChange::Restored if self.status == CommentStatus::Trash => {
                self.before = None;
                self.status = back;
            }
            StatusChange::NoSpam | StatusChange::Restored => {}
        }
    }
}

/// Filter and order of a list of comments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommentFilter {
    /// Part of the author's name, the author's web address or the text.
    pub search: Option<String>,
    /// Whether `search` looks in the author's e-mail and network addresses too, which are for moderators.
    pub search_addresses: bool,
    /// Only comments after this date, in the site's time zone.
    pub after: Option<DateTime>,
    /// Only comments before this date, in the site's time zone.
    pub before: Option<DateTime>,
    /// Only by these users; no restriction when empty.
    pub author: Vec<u64>,
    /// Not by these users.
    pub author_exclude: Vec<u64>,
    /// Only with this author e-mail address.
    pub author_email: Option<String>,
    /// Only these comments; no restriction when empty.
    pub include: Vec<u64>,
    /// Without these comments.
    pub exclude: Vec<u64>,
    /// Only replies to these comments; no restriction when empty.
    pub parent: Vec<u64>,
    /// No replies to these comments.
    pub parent_exclude: Vec<u64>,
    /// Only on these items; no restriction when empty.
    pub post: Vec<u64>,
    /// Only in one of these states.
    pub status: Vec<CommentStatus>,
    /// Only of this type.
    pub kind: Option<String>,
    /// Sort order.
    pub order_by: CommentOrder,
    /// Ascending instead of descending.
    pub ascending: bool,
    /// Number of comments to skip.
    pub offset: usize,
    /// Page size; `None` for all.
    pub limit: Option<usize>,
}

/// Sort order of comments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CommentOrder {
    /// By date.
    #[default]
    Date,
    /// By identifier.
    Id,
    /// In the order of `include`.
    Include,
    /// By item.
    Post,
    /// By parent comment.
    Parent,
    /// By type.
    Kind,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(status: CommentStatus) -> Comment {
        Comment {
            id: 1,
            post: 1,
            parent: 0,
            author: 0,
            author_name: String::new(),
            author_email: String::new(),
            author_url: String::new(),
            author_ip: String::new(),
            author_user_agent: String::new(),
            date: DateTime::constant(2024, 5, 1, 7, 0, 0, 0),
            date_gmt: Timestamp::UNIX_EPOCH,
            content: "x".to_owned(),
            status,
            before: None,
            kind: "comment".to_owned(),
            meta: BTreeMap::new(),
        }
    }

    #[test]
    fn the_way_back_leads_where_it_came_from() {
        for start in [CommentStatus::Approved, CommentStatus::Hold] {
            for (away, back) in [("trash", "untrash"), ("spam", "unspam")] {
                let mut one = comment(start);
                one.step(StatusChange::named(away).unwrap());
                assert_eq!(one.status.name(), away);
                one.step(StatusChange::named(back).unwrap());
                assert_eq!((one.status, one.before), (start, None));
            }
        }
    }

    #[test]
    fn steps_that_lead_nowhere() {
        let mut one = comment(CommentStatus::Approved);
        for name in ["untrash", "unspam", "approve", "1"] {
            one.step(StatusChange::named(name).unwrap());
            assert_eq!(one.status, CommentStatus::Approved);
        }
        assert_eq!(StatusChange::named("bogus"), None);
    }
}
