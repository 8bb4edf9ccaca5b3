//! Comments.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The state of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommentStatus {
    /// Shown to everybody who may read the item.
    Approved,
    /// Waits for whoever moderates.
    Hold,
    /// Kept out of sight as unwanted.
    Spam,
    /// In the trash.
    Trash,
    /// In the trash because its item is.
    PostTrashed,
}

impl CommentStatus {
    /// The name on the wire.
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

/// A comment. Its text is raw, as it was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comment {
    /// Identifier, in a sequence of its own.
    pub id: u64,
    /// The item commented on.
    pub post: u64,
    /// The comment answered, 0 for none.
    pub parent: u64,
    /// The user who wrote it, 0 for a guest.
    pub author: u64,
    /// Name of whoever wrote it.
    pub author_name: String,
    /// E-mail address of whoever wrote it.
    pub author_email: String,
    /// Own address on the web.
    pub author_url: String,
    /// Network address that it came from.
    pub author_ip: String,
    /// Program that it came from.
    pub author_user_agent: String,
    /// When it was written, wall clock of the site.
    pub date: DateTime,
    /// When it was written.
    pub date_gmt: Timestamp,
    /// Text.
    pub content: String,
    /// State.
    pub status: CommentStatus,
    /// State before the trash or before it was marked as spam.
    pub before: Option<CommentStatus>,
    /// [`Comment::FOR_READERS`] or [`Comment::NOTE`].
    pub kind: String,
    /// Meta.
    #[serde(default)]
    pub meta: BTreeMap<String, Value>,
}

/// What a new comment is made of. Whoever may not set a member has been refused before.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewComment {
    /// The item commented on.
    pub post: u64,
    /// The comment answered, 0 for none.
    pub parent: u64,
    /// The user who writes, 0 for a guest.
    pub author: u64,
    /// Name.
    pub author_name: String,
    /// E-mail address.
    pub author_email: String,
    /// Own address on the web.
    pub author_url: String,
    /// Network address.
    pub author_ip: String,
    /// Program.
    pub author_user_agent: String,
    /// Text.
    pub content: String,
    /// When it was written; now by default.
    pub date: Option<Timestamp>,
    /// Whether the writer's word is enough: the author of the item, or one who moderates.
    pub is_trusted: bool,
    /// Whether the writer may write as fast as they like.
    pub is_unhurried: bool,
    /// What whoever moderates sets besides.
    pub status: Option<StatusChange>,
    /// Whether it is a note among editors, which is neither held nor counted against its writer.
    pub is_note: bool,
    /// Meta.
    pub meta: BTreeMap<String, Value>,
}

/// What to set of a comment; what is none stays.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommentChange {
    /// The item commented on.
    pub post: Option<u64>,
    /// The comment answered, 0 for none.
    pub parent: Option<u64>,
    /// The user who wrote it.
    pub author: Option<u64>,
    /// Name.
    pub author_name: Option<String>,
    /// E-mail address.
    pub author_email: Option<String>,
    /// Own address on the web.
    pub author_url: Option<String>,
    /// Network address.
    pub author_ip: Option<String>,
    /// Program.
    pub author_user_agent: Option<String>,
    /// Text.
    pub content: Option<String>,
    /// When it was written.
    pub date: Option<Timestamp>,
    /// State.
    pub status: Option<StatusChange>,
    /// Meta by key; none removes a value.
    pub meta: BTreeMap<String, Option<Value>>,
}

impl Comment {
    /// The kind of what people write for readers.
    pub const FOR_READERS: &str = "comment";
    /// The kind of what editors write to each other about an item.
    pub const NOTE: &str = "note";

    /// Whether it is a note among editors.
    pub fn is_note(&self) -> bool {
        self.kind == Self::NOTE
    }
}

/// A step from one state to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusChange {
    /// To this state; what it was is remembered for the way back from trash and spam.
    To(CommentStatus),
    /// Back from spam.
    NoSpam,
    /// Back from the trash.
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
    /// Takes a step. A step that leads nowhere changes nothing.
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

/// Which comments to list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommentFilter {
    /// Part of name, addresses or text.
    pub search: Option<String>,
    /// Written after this wall clock of the site.
    pub after: Option<DateTime>,
    /// Written before this wall clock of the site.
    pub before: Option<DateTime>,
    /// Only by these users, when not empty.
    pub author: Vec<u64>,
    /// Not by these users.
    pub author_exclude: Vec<u64>,
    /// Only with this address.
    pub author_email: Option<String>,
    /// Only these, when not empty.
    pub include: Vec<u64>,
    /// Not these.
    pub exclude: Vec<u64>,
    /// Only answers to these, when not empty.
    pub parent: Vec<u64>,
    /// No answers to these.
    pub parent_exclude: Vec<u64>,
    /// Only on these items, when not empty.
    pub post: Vec<u64>,
    /// Only in one of these states.
    pub status: Vec<CommentStatus>,
    /// Only of this kind.
    pub kind: Option<String>,
    /// Order.
    pub order_by: CommentOrder,
    /// First first.
    pub ascending: bool,
    /// How many to skip.
    pub offset: usize,
    /// How many to answer; all when none.
    pub limit: Option<usize>,
}

/// Order of comments.
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
    /// By the comment answered.
    Parent,
    /// By kind.
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
