//! Entries of the change log. An entry carries everything that the read model stores about the change.
//! All entries are retained: without a readable snapshot the model is rebuilt from them.

use domain::site::Taxonomy;
use serde::{Deserialize, Serialize};
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
