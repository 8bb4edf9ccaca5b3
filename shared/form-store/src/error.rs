//! Errors of forms and submissions.

use items::{Contention, ItemsError};
use site_mail::SiteMailError;
use site_store::StoreError;

/// Why a form or submission was not stored or read.
#[derive(Debug, thiserror::Error)]
pub enum FormStoreError {
    /// No such form.
    #[error("there is no such form")]
    UnknownForm,
    /// A form with the identifier or the given hash exists. Nothing was written.
    #[error("a form with that identifier or hash exists")]
    FormExists,
    /// The form or submission is too large. Nothing was written.
    #[error("the record has {bytes} bytes compressed, and at most {limit} are stored")]
    TooLarge {
        /// Its compressed size.
        bytes: usize,
        /// Upper limit of that size.
        limit: usize,
    },
    /// The submission has more e-mail addresses or mails than one transaction takes. Nothing was written.
    #[error("the submission has too many addresses or mails")]
    TooMany,
    /// The record cannot be read or written as JSON.
    #[error("not a valid record: {0}")]
    Record(#[from] serde_json::Error),
    /// The record cannot be compressed.
    #[error("the record cannot be compressed: {0}")]
    Packing(#[from] std::io::Error),
    /// The site's store failed while an identifier was taken.
    #[error(transparent)]
    Site(#[from] StoreError),
    /// A mail or file was not stored or removed.
    #[error(transparent)]
    Mail(#[from] SiteMailError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] ItemsError),
}

impl From<Contention> for FormStoreError {
    fn from(contention: Contention) -> Self {
        Self::Store(contention.into())
    }
}
