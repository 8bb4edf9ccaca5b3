//! Entries of the change log. An entry carries everything that the read model stores about the change.
//! All entries are retained: without a readable snapshot the model is rebuilt from them. What was deleted, or replaced by a
//! later state, is taken out of them ([`crate::erasure`]).
//!
//! While a deployment replaces functions, those of the previous release read entries of the new one. Changes of kinds that
//! they do not know are left out, and they do not write ([`Changes::is_whole`]).

use domain::site::Taxonomy;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::comment::Comment;
use crate::content::Content;
use crate::index::{IndexEntry, IndexLinks};
use crate::revision::RevisionSummary;
use crate::settings::Settings;
use crate::snippet::Snippet;
use crate::term::Term;
use crate::user::{AppPassword, User};

/// Changed row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    /// New state of an item.
    Content(Box<Content>),
    /// Item deleted for good. Its children move to `heir`; references to it as featured image are
    /// cleared.
    ContentGone { id: u64, heir: u64 },
    /// Identifier of the sequence of items taken by a record outside the model, such as a contact form.
    ContentIdTaken { id: u64 },
    /// New state of a revision or autosave, without its texts, which are a record of their own.
    Revision(Box<RevisionSummary>),
    /// Revision deleted. The revisions of a deleted item need no entries of their own.
    RevisionGone { id: u64 },
    /// New state of a term.
    Term(Box<Term>),
    /// Term deleted. Its children move to `heir`; items left without a term of the taxonomy get
    /// `fallback`.
    TermGone {
        id: u64,
        taxonomy: Taxonomy,
        heir: u64,
        fallback: Option<u64>,
    },
    /// New state of a user.
    User(Box<User>),
    /// User deleted, with all application passwords; the user's items move to `heir`.
    UserGone { id: u64, heir: u64 },
    /// New state of an application password.
    AppPassword(Box<AppPassword>),
    /// Application password deleted.
    AppPasswordGone { user: u64, uuid: Uuid },
    /// New state of a comment.
    Comment(Box<Comment>),
    /// Comment deleted for good. Its replies move to `heir`.
    CommentGone { id: u64, heir: u64 },
    /// New state of the settings.
    Settings(Box<Settings>),
    /// New state of a code snippet. The entry is its only record.
    Snippet(Box<Snippet>),
    /// Code snippet deleted.
    SnippetGone { id: u64 },
    /// Record of the index that was made, with its links if they were counted. The entry is its only record.
    Indexed {
        entry: IndexEntry,
        links: Option<IndexLinks>,
    },
}

/// Names of the kinds of changes, as entries have them.
const KINDS: [&str; 17] = [
    "content",
    "content_gone",
    "content_id_taken",
    "revision",
    "revision_gone",
    "term",
    "term_gone",
    "user",
    "user_gone",
    "app_password",
    "app_password_gone",
    "comment",
    "comment_gone",
    "settings",
    "snippet",
    "snippet_gone",
    "indexed",
];

/// Whether a change in the form of an entry is of a known kind.
fn is_known(change: &Value) -> bool {
    let mut names = change.as_object().into_iter().flat_map(|one| one.keys());
    names.all(|name| KINDS.contains(&name.as_str()))
}

impl Change {
    /// A change in the form of an entry; `None` for one of an unknown kind, which a later release wrote.
    ///
    /// # Errors
    /// A change of a known kind cannot be read.
    pub(crate) fn of_this_release(text: &str) -> Result<Option<Self>, serde_json::Error> {
        let failure = match serde_json::from_str(text) {
            Ok(change) => return Ok(Some(change)),
            Err(failure) => failure,
        };
        let is_known = is_known(&serde_json::from_str(text)?);
        if is_known { Err(failure) } else { Ok(None) }
    }
}

/// Changes of an entry; none by default.
#[derive(Debug)]
pub(crate) struct Changes {
    /// Those of known kinds.
    pub(crate) known: Vec<Change>,
    /// Whether there are no others, which a later release wrote.
    pub(crate) is_whole: bool,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            known: Vec::new(),
            is_whole: true,
        }
    }
}

impl Changes {
    /// Changes in the form of an entry, of which some may be of unknown kinds.
    ///
    /// # Errors
    /// A change of a known kind cannot be read.
    pub(crate) fn of_later_release(all: Vec<Value>) -> Result<Self, serde_json::Error> {
        let mut changes = Self {
            known: Vec::new(),
            is_whole: true,
        };
        for one in all {
            if is_known(&one) {
                changes.known.push(serde_json::from_value(one)?);
            } else {
                changes.is_whole = false;
            }
        }
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The kind of a change; a new kind does not compile without an entry here.
    const fn kind(change: &Change) -> &'static str {
        match change {
            Change::Content(_) => "content",
            Change::ContentGone { .. } => "content_gone",
            Change::ContentIdTaken { .. } => "content_id_taken",
            Change::Revision(_) => "revision",
            Change::RevisionGone { .. } => "revision_gone",
            Change::Term(_) => "term",
            Change::TermGone { .. } => "term_gone",
            Change::User(_) => "user",
            Change::UserGone { .. } => "user_gone",
            Change::AppPassword(_) => "app_password",
            Change::AppPasswordGone { .. } => "app_password_gone",
            Change::Comment(_) => "comment",
            Change::CommentGone { .. } => "comment_gone",
            Change::Settings(_) => "settings",
            Change::Snippet(_) => "snippet",
            Change::SnippetGone { .. } => "snippet_gone",
            Change::Indexed { .. } => "indexed",
        }
    }

    #[test]
    fn kinds_are_those_of_entries() {
        let change = Change::SnippetGone { id: 7 };
        let written = serde_json::to_value(&change).unwrap();
        assert!(written.get(kind(&change)).is_some());
        assert!(KINDS.contains(&kind(&change)));
    }

    #[test]
    fn a_change_of_a_later_release_is_not_read() {
        let read = Change::of_this_release;
        let known = read(r#"{"snippet_gone":{"id":7}}"#).unwrap();
        assert!(matches!(known, Some(Change::SnippetGone { id: 7 })));
        assert!(read(r#"{"poem":{"id":7}}"#).unwrap().is_none());
        for damaged in [r#"{"snippet_gone":{}}"#, "{", "7"] {
            assert!(read(damaged).is_err());
        }
    }

    #[test]
    fn kinds_of_a_later_release_are_left_out_and_damaged_ones_are_not() {
        let known = json!({ "revision_gone": { "id": 7 } });
        let read = |all: Vec<Value>| Changes::of_later_release(all);
        let changes = read(vec![known.clone(), json!({ "poem": { "id": 1 } })]).unwrap();
        assert_eq!((changes.known.len(), changes.is_whole), (1, false));
        assert!(read(vec![known]).unwrap().is_whole);
        for damaged in [json!({ "revision_gone": {} }), json!("x"), json!({})] {
            assert!(read(vec![damaged]).is_err());
        }
    }
}
