//! Decides which changes of the log say nothing that a reader needs, from the newest entry to the oldest.
//!
//! A reader that applies the remaining changes, from the beginning or from any entry that it has reached, ends with the same
//! model as with all changes. So a change may be left out when a later one replaces its whole effect:
//!
//! - its object was deleted by a later change, or with the object that it belongs to;
//! - a later change has the whole state of the same object.
//!
//! What other changes derive from an omitted one remains: the highest identifier of a sequence, and the trash of an item, which
//! moves its comments there.

use std::collections::BTreeSet;

use domain::site::date::ItemDate;
use domain::site::{Format, Kind, Openness, Status};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use uuid::Uuid;

use crate::content::{Content, ReaderPassword};
use crate::error::StoreError;
use crate::index::{IndexEntry, IndexObject};
use crate::log::Change;
use crate::revision::RevisionSummary;

/// Object of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Object {
    #[serde(rename = "c")]
    Content(u64),
    #[serde(rename = "r")]
    Revision(u64),
    #[serde(rename = "t")]
    Term(u64),
    #[serde(rename = "u")]
    User(u64),
    #[serde(rename = "a")]
    AppPassword(u64, Uuid),
    #[serde(rename = "k")]
    Comment(u64),
    #[serde(rename = "n")]
    Snippet(u64),
    #[serde(rename = "s")]
    Settings,
}

/// What the changes after the present entry say.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Redaction {
    /// Objects that later changes delete.
    deleted: BTreeSet<Object>,
    /// Objects of which later changes have the whole state.
    replaced: BTreeSet<Object>,
    /// Highest identifier of items and revisions in the remaining changes.
    last_content: u64,
    /// Highest number of an index record in the remaining changes.
    last_index_record: u64,
}

/// Record outside the log that the deletion of its object may have left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Leftover {
    /// Revision of an item.
    Revision { item: u64, id: u64 },
    /// Comment, with what the spam filter keeps about it.
    Comment(u64),
    /// Blob of a revision.
    Blob(String),
}

/// What remains of an entry that says less now.
#[derive(Debug, Default)]
pub(crate) struct Redacted {
    /// The remaining changes, in their order.
    pub(crate) changes: Vec<Box<RawValue>>,
    /// Records that may still be there.
    pub(crate) leftovers: Vec<Leftover>,
    /// Whether texts of a deleted item were among the changes.
    pub(crate) had_texts: bool,
}

/// What becomes of a change.
enum Verdict {
    Keep,
    Drop,
    Replace(Change),
}

impl Redaction {
    /// Takes the next older entry. `None` when all of it remains.
    ///
    /// # Errors
    /// A change cannot be read; [`StoreError::Outdated`] when a later release wrote it.
    pub(crate) fn take(&mut self, entry: &[u8]) -> Result<Option<Redacted>, StoreError> {
        let all: Vec<Box<RawValue>> = serde_json::from_slice(entry)?;
        let mut redacted = Redacted::default();
        let mut is_whole = true;
        for raw in all.into_iter().rev() {
            let change = Change::of_this_release(raw.get())?.ok_or(StoreError::Outdated)?;
            match self.examine(&change, &mut redacted)? {
                Verdict::Keep => redacted.changes.push(raw),
                Verdict::Drop => is_whole = false,
                Verdict::Replace(by) => {
                    let by = to_raw_value(&by)?;
                    is_whole &= by.get() == raw.get();
                    redacted.changes.push(by);
                }
            }
        }
        redacted.changes.reverse();
        Ok((!is_whole).then_some(redacted))
    }

    fn examine(&mut self, change: &Change, redacted: &mut Redacted) -> Result<Verdict, StoreError> {
        Ok(match change {
            Change::Content(content) => self.content(content, redacted),
            Change::ContentGone { id, .. } => {
                self.last_content = self.last_content.max(*id);
                self.delete(Object::Content(*id))
            }
            Change::ContentIdTaken { id } => {
                self.last_content = self.last_content.max(*id);
                Verdict::Keep
            }
            Change::Revision(revision) => self.revision(revision, redacted),
            Change::RevisionGone { id } => {
                self.last_content = self.last_content.max(*id);
                self.delete(Object::Revision(*id))
            }
            Change::Term(term) => self.state(Object::Term(term.id)),
            Change::TermGone { id, .. } => self.delete(Object::Term(*id)),
            Change::User(user) => self.state(Object::User(user.id)),
            Change::UserGone { id, .. } => self.delete(Object::User(*id)),
            Change::AppPassword(password) => {
                let own = Object::AppPassword(password.user, password.uuid);
                let of = Object::User(password.user);
                if self.deleted.contains(&own) || self.deleted.contains(&of) {
                    Verdict::Drop
                } else {
                    // Its first state has its place among the passwords of the user.
                    Verdict::Keep
                }
            }
            Change::AppPasswordGone { user, uuid } => {
                self.delete(Object::AppPassword(*user, *uuid))
            }
            Change::Comment(comment) => self.comment(comment.id, comment.post, redacted),
            Change::CommentGone { id, .. } => self.delete(Object::Comment(*id)),
            Change::Settings(_) => self.state(Object::Settings),
            Change::Snippet(snippet) => self.state(Object::Snippet(snippet.id)),
            Change::SnippetGone { id } => self.delete(Object::Snippet(*id)),
            Change::Indexed { entry, .. } => self.indexed(entry),
        })
    }

    fn delete(&mut self, object: Object) -> Verdict {
        self.deleted.insert(object);
        Verdict::Keep
    }

    /// The whole state of an object.
    fn state(&mut self, object: Object) -> Verdict {
        if self.deleted.contains(&object) || !self.replaced.insert(object) {
            Verdict::Drop
        } else {
            Verdict::Keep
        }
    }

    fn content(&mut self, content: &Content, redacted: &mut Redacted) -> Verdict {
        let object = Object::Content(content.id);
        if self.deleted.contains(&object) {
            // The change that deletes it has its identifier.
            redacted.had_texts = true;
            return Verdict::Drop;
        }
        if !self.replaced.insert(object) {
            return match content.status {
                Status::Trash => Verdict::Replace(Change::Content(Box::new(trash_of(content)))),
                _ => Verdict::Drop,
            };
        }
        if content.kind != Kind::GlobalStyles {
            self.last_content = self.last_content.max(content.id);
        }
        Verdict::Keep
    }

    fn revision(&mut self, revision: &RevisionSummary, redacted: &mut Redacted) -> Verdict {
        let (id, item) = (revision.id, revision.parent);
        let object = Object::Revision(id);
        let is_replaced = self.replaced.contains(&object);
        let is_deleted =
            self.deleted.contains(&object) || self.deleted.contains(&Object::Content(item));
        if !is_deleted && !is_replaced {
            self.replaced.insert(object);
            self.last_content = self.last_content.max(id);
            return Verdict::Keep;
        }
        let blob = revision.blob.clone().map(Leftover::Blob);
        redacted.leftovers.extend(blob);
        if is_deleted && self.deleted.insert(object) && !is_replaced {
            let record = Leftover::Revision { item, id };
            redacted.leftovers.push(record);
        }
        if id <= self.last_content {
            return Verdict::Drop;
        }
        self.last_content = id;
        Verdict::Replace(Change::RevisionGone { id })
    }

    fn comment(&mut self, id: u64, post: u64, redacted: &mut Redacted) -> Verdict {
        let object = Object::Comment(id);
        if self.deleted.contains(&object) {
            return Verdict::Drop;
        }
        let is_latest = self.replaced.insert(object);
        if !is_latest {
            return Verdict::Drop;
        }
        if !self.deleted.contains(&Object::Content(post)) {
            return Verdict::Keep;
        }
        // Deleted with its item, without a change of its own. A reader may have it below an earlier item. It remains the parent
        // of its replies, as they are written with it.
        self.deleted.insert(object);
        redacted.leftovers.push(Leftover::Comment(id));
        Verdict::Replace(Change::CommentGone { id, heir: id })
    }

    fn indexed(&mut self, entry: &IndexEntry) -> Verdict {
        let object = match entry.object {
            IndexObject::Content(id) => Some(Object::Content(id)),
            IndexObject::Term(id) => Some(Object::Term(id)),
            IndexObject::NotFound
            | IndexObject::Search
            | IndexObject::Dates
            | IndexObject::Home => None,
        };
        let is_deleted = object.is_some_and(|object| self.deleted.contains(&object));
        if is_deleted && entry.number <= self.last_index_record {
            return Verdict::Drop;
        }
        self.last_index_record = self.last_index_record.max(entry.number);
        if is_deleted {
            return Verdict::Replace(Change::Indexed {
                entry: entry.clone(),
                links: None,
            });
        }
        Verdict::Keep
    }
}

/// An item in the trash that a later change replaces: what it does to its comments, without texts.
fn trash_of(content: &Content) -> Content {
    Content {
        id: content.id,
        seq: content.seq,
        kind: content.kind,
        status: content.status,
        slug: String::new(),
        former_slugs: Vec::new(),
        title: String::new(),
        content: String::new(),
        excerpt: String::new(),
        date: ItemDate {
            local: content.date.local,
            gmt: None,
        },
        modified: content.modified,
        modified_gmt: content.modified_gmt,
        author: 0,
        parent: 0,
        menu_order: 0,
        featured_media: 0,
        comment_status: Openness::Closed,
        ping_status: Openness::Closed,
        format: Format::Standard,
        sticky: false,
        template: String::new(),
        password: ReaderPassword::default(),
        meta: std::collections::BTreeMap::new(),
        terms: std::collections::BTreeMap::new(),
        trashed: None,
        media: None,
        menu_item: None,
    }
}
