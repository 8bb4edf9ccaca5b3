//! Why the store did not do what was asked.

use items::{Contention, ItemsError};
use ports::BlobError;

/// A failure, or a refusal by a rule.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A rule of the site forbids it; nothing was written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed; see [`ItemsError`] for whether trying again may help.
    #[error(transparent)]
    Items(#[from] ItemsError),
    /// The blob store failed.
    #[error(transparent)]
    Blobs(#[from] BlobError),
    /// The read model failed: a defect of ours.
    #[error("the read model failed: {0}")]
    Model(String),
    /// A stored record cannot be read: a defect of ours.
    #[error("a stored record cannot be read: {0}")]
    Unreadable(String),
    /// Other writers were first every time.
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
    /// Whether there is no room left for what should be written.
    pub const fn is_storage_full(&self) -> bool {
        matches!(
            self,
            Self::Items(ItemsError::StorageFull(_)) | Self::Blobs(BlobError::Full(_))
        )
    }

    /// The rule that forbids it, when one does.
    pub const fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }
}

/// Which rule forbids a write. The names follow the codes of the interface.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No such item of that kind.
    #[error("there is no such item")]
    Unknown,
    /// The guard that the caller gave said no to the item as it is now.
    #[error("the caller may not change the item as it is now")]
    NotAllowed,
    /// Title, content and excerpt would all be empty.
    #[error("title, content and excerpt are empty")]
    EmptyContent,
    /// The date lies outside the years 0 to 9999.
    #[error("the date cannot be stored")]
    InvalidDate,
    /// The author does not exist.
    #[error("the author does not exist")]
    InvalidAuthor,
    /// The parent does not exist.
    #[error("the parent does not exist")]
    InvalidParent,
    /// A meta value does not have the form of its key.
    #[error("the meta value of {0} has another form")]
    InvalidMeta(String),
    /// The item is in the trash already.
    #[error("the item is in the trash already")]
    AlreadyTrashed,
    /// Items of this kind have no trash.
    #[error("items of this kind have no trash")]
    TrashNotSupported,
    /// A term of that name is there already.
    #[error("the term {0} has that name already")]
    TermExists(u64),
    /// Another term has this slug.
    #[error("another term has the slug {0}")]
    DuplicateTermSlug(String),
    /// A term needs a name.
    #[error("a term needs a name")]
    EmptyTermName,
    /// Terms of this taxonomy have no parents.
    #[error("terms of this taxonomy have no parents")]
    TaxonomyNotHierarchical,
    /// The default category stays.
    #[error("the default category cannot be deleted")]
    DefaultCategory,
    /// Another user has that login name.
    #[error("another user has that login name")]
    LoginTaken,
    /// Another user has that e-mail address.
    #[error("another user has that e-mail address")]
    EmailTaken,
    /// The same writer said the same before.
    #[error("the same comment is there already")]
    RepeatedComment,
    /// The same writer wrote a moment ago.
    #[error("comments come too fast")]
    HurriedComment,
    /// The time zone is unknown.
    #[error("the time zone is unknown")]
    InvalidTimeZone,
    /// The user who should inherit does not exist or is the deleted one.
    #[error("the user who should inherit does not exist")]
    InvalidHeir,
}
