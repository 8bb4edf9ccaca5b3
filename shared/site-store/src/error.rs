//! Errors of the site store.

use items::{Contention, ItemsError};
use ports::BlobError;

/// Failure of the store, or rejection of a write by a rule.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A rule of the site rejects the write; nothing was written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The table failed; [`ItemsError`] tells whether a retry may help.
    #[error(transparent)]
    Items(#[from] ItemsError),
    /// The blob store failed.
    #[error(transparent)]
    Blobs(#[from] BlobError),
    /// The read model failed: a defect in this crate.
    #[error("the read model failed: {0}")]
    Model(String),
    /// A stored record cannot be parsed: a defect in this crate.
    #[error("a stored record cannot be read: {0}")]
    Unreadable(String),
    /// A later release wrote changes of kinds that this one does not know: while a deployment replaces functions, this one
    /// reads, and does not write.
    #[error("a later release writes this site")]
    Outdated,
    /// Concurrent writers won every retry.
    #[error("other writers were first every time")]
    Contended,
}

impl From<Contention> for StoreError {
    fn from(_: Contention) -> Self {
        Self::Contended
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Model(error.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl StoreError {
    pub(crate) fn unreadable(error: impl std::fmt::Display) -> Self {
        Self::Unreadable(error.to_string())
    }

    /// Whether the error means that the storage is full.
    pub const fn is_storage_full(&self) -> bool {
        matches!(
            self,
            Self::Items(ItemsError::StorageFull(_)) | Self::Blobs(BlobError::Full(_))
        )
    }

    /// The rule that rejected the write, if one did.
    pub const fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }
}

/// Rule that rejects a write. The names follow the error codes of the interface.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The item does not exist or is of another kind.
    #[error("there is no such item")]
    Unknown,
    /// The caller's guard rejected the item in its present state.
    #[error("the caller may not change the item as it is now")]
    NotAllowed,
    /// Title, content and excerpt would all be empty.
    #[error("title, content and excerpt are empty")]
    EmptyContent,
    /// The date is outside the years 0 to 9999.
    #[error("the date cannot be stored")]
    InvalidDate,
    /// The author does not exist.
    #[error("the author does not exist")]
    InvalidAuthor,
    /// The parent does not exist.
    #[error("the parent does not exist")]
    InvalidParent,
    /// A meta value does not match the schema of its key.
    #[error("the meta value of {0} has another form")]
    InvalidMeta(String),
    /// The item is already in the trash.
    #[error("the item is in the trash already")]
    AlreadyTrashed,
    /// This kind has no trash.
    #[error("items of this kind have no trash")]
    TrashNotSupported,
    /// A term of this name exists, with this identifier.
    #[error("the term {0} has that name already")]
    TermExists(u64),
    /// Another term has this slug.
    #[error("another term has the slug {0}")]
    DuplicateTermSlug(String),
    /// The term name is empty.
    #[error("a term needs a name")]
    EmptyTermName,
    /// The taxonomy is not hierarchical.
    #[error("terms of this taxonomy have no parents")]
    TaxonomyNotHierarchical,
    /// The default category cannot be deleted.
    #[error("the default category cannot be deleted")]
    DefaultCategory,
    /// Another user has this login name.
    #[error("another user has that login name")]
    LoginTaken,
    /// Another application password of the user has this name.
    #[error("another application password has that name")]
    AppPasswordNameTaken,
    /// Another user has this e-mail address.
    #[error("another user has that e-mail address")]
    EmailTaken,
    /// The same author already wrote the same text.
    #[error("the same comment is there already")]
    DuplicateComment,
    /// The same author wrote less than the flood interval ago.
    #[error("comments come too fast")]
    CommentFlood,
    /// The time zone is unknown.
    #[error("the time zone is unknown")]
    InvalidTimeZone,
    /// The item would be too large, or its parts lie too deep.
    #[error("the item would be too large")]
    TooLarge,
    /// The snippet is active, or inactive, already.
    #[error("the snippet has that state already")]
    SnippetInState,
    /// The user who should inherit the content does not exist or is the deleted user.
    #[error("the user who should inherit does not exist")]
    InvalidHeir,
}
