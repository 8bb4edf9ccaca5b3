//! Errors of forms and submissions.

use form_store::FormStoreError;
use items::ItemsError;
use site_mail::SiteMailError;
use site_store::StoreError;

/// Why a form was not read or a submission was not taken.
#[derive(Debug, thiserror::Error)]
pub enum SiteFormsError {
    /// The network has sent too many submissions to the form. Nothing was stored.
    #[error("too many submissions; the next one is possible in {0} seconds")]
    TooManySubmissions(u64),
    /// The form or submission was not read or stored.
    #[error(transparent)]
    Form(#[from] FormStoreError),
    /// The stored document is no form.
    #[error("not a form: {0}")]
    Document(#[from] serde_json::Error),
    /// The site's store failed.
    #[error(transparent)]
    Site(#[from] StoreError),
    /// A mail or file was not stored.
    #[error(transparent)]
    Mail(#[from] SiteMailError),
    /// The submission was not counted.
    #[error(transparent)]
    Store(#[from] ItemsError),
}
