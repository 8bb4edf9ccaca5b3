//! Entries of the change log. Each says what the read model has to know, whole. All entries are kept:
//! they are what the model is made of when there is no snapshot that can be read.

use domain::site::Taxonomy;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::comment::Comment;
use crate::content::Content;
use crate::revision::RevisionSummary;
use crate::settings::Settings;
use crate::term::Term;
use crate::user::{AppPassword, User};

/// One row that changed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    /// An item is like this now.
    Content(Box<Content>),
    /// An item is gone for good. What was below it is below `heir` now; where it was the featured
    /// picture there is none.
    ContentGone { id: u64, heir: u64 },
    /// A revision or autosave is like this now. Its texts lie in a record of their own.
    Revision(Box<RevisionSummary>),
    /// A revision is gone. Those of an item go with it.
    RevisionGone { id: u64 },
    /// A term is like this now.
    Term(Box<Term>),
    /// A term is gone. What was below it is below `heir`; items left without a term of its taxonomy
    /// get `fallback`.
    TermGone {
        id: u64,
        taxonomy: Taxonomy,
        heir: u64,
        fallback: Option<u64>,
    },
    /// A user is like this now.
    User(Box<User>),
    /// A user is gone with all application passwords; their items belong to `heir`.
    UserGone { id: u64, heir: u64 },
    /// An application password is like this now.
    AppPassword(Box<AppPassword>),
    /// An application password is gone.
    AppPasswordGone { user: u64, uuid: Uuid },
    /// A comment is like this now.
    Comment(Box<Comment>),
    /// A comment is gone for good. Answers to it are answers to `heir`.
    CommentGone { id: u64, heir: u64 },
    /// The settings are like this now.
    Settings(Box<Settings>),
}
