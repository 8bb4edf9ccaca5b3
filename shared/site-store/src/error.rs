//! Errors of the site store.

use items::{Contention, ItemsError};
use ports::BlobError;
use rusqlite::ErrorCode;

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
    Blobs(BlobError),
    /// A read of the model exceeded its limits ([`crate::ReadLimits`]), or too many waited before it. The same read may
    /// succeed later, and a narrower one sooner.
    #[error("a query was stopped because it took too much work")]
    Stopped,
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

impl From<BlobError> for StoreError {
    fn from(error: BlobError) -> Self {
        match error {
            BlobError::Unreadable(reason) => Self::Unreadable(reason),
            other => Self::Blobs(other),
        }
    }
}

impl From<Contention> for StoreError {
    fn from(_: Contention) -> Self {
        Self::Contended
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::Stopped,
            _ => Self::Model(described(&error)),
        }
    }
}

/// A failure of SQLite by its code. Its own text may hold the statement, with what a visitor searched.
fn described(error: &rusqlite::Error) -> String {
    use rusqlite::Error;
    match error {
        Error::SqliteFailure(code, _) | Error::SqlInputError { error: code, .. } => {
            code.to_string()
        }
        Error::FromSqlConversionFailure(place, kind, _)
        | Error::InvalidColumnType(place, _, kind) => {
            format!("column {place} holds an unexpected value of type {kind}")
        }
        Error::QueryReturnedNoRows => "the statement has no result".to_owned(),
        Error::IntegralValueOutOfRange(place, _) => {
            format!("column {place} holds a number out of range")
        }
        _ => "the database cannot be used in this way".to_owned(),
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

    /// Whether the error means that a record is damaged: it is there and cannot be read.
    pub(crate) const fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::Unreadable(_) | Self::Items(ItemsError::Defect(_))
        )
    }

    /// Whether the error means that the storage is full.
    pub const fn is_storage_full(&self) -> bool {
        matches!(
            self,
            Self::Items(ItemsError::StorageFull(_)) | Self::Blobs(BlobError::Full(_))
        )
    }

    /// Whether the error means that a store cannot be reached. A write may have happened.
    pub const fn is_unreachable(&self) -> bool {
        matches!(
            self,
            Self::Items(ItemsError::Unavailable(_)) | Self::Blobs(BlobError::Failed(_))
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

#[cfg(test)]
mod tests {
    use rusqlite::{Connection, params_from_iter};

    use super::*;

    fn failure(sql: &str, values: &[String]) -> String {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE t (id INTEGER PRIMARY KEY, secret TEXT)")
            .unwrap();
        let run = || -> rusqlite::Result<i64> {
            let mut statement = connection.prepare(sql)?;
            statement.query_row(params_from_iter(values), |row| row.get(0))
        };
        StoreError::from(run().unwrap_err()).to_string()
    }

    #[test]
    fn errors_never_hold_the_statement_or_its_values() {
        let many = format!(
            "SELECT secret FROM t WHERE id IN ({})",
            vec!["?"; 40_000].join(",")
        );
        let unclosed = format!("SELECT '{}", "secret".repeat(100_000));
        let deep = format!("SELECT secret FROM t WHERE {}1", "id = 1 OR ".repeat(2_000));
        for sql in [
            &many,
            &unclosed,
            &deep,
            "SELECT nothing FROM t",
            "SELECT secret FROM nowhere",
            "INSERT INTO t VALUES (1, 'secret'), (1, 'secret')",
            "SELECT 'secret'",
            "SELECT 1; SELECT 'secret'",
        ] {
            let text = failure(sql, &[]);
            assert!(text.len() < 200, "{} bytes for {:.60}", text.len(), sql);
            for part in ["SELECT", "secret", "INSERT", "nowhere"] {
                assert!(!text.contains(part), "{text} for {sql:.60}");
            }
        }
        let bound = failure("SELECT ?1", &["secret value".to_owned()]);
        assert!(!bound.contains("secret"), "{bound}");
    }
}
