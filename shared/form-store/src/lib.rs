//! Contact forms, their submissions, and keys to uploaded files.
//!
//! A form's template is a JSON document that only the caller understands. [`FormStore::append`] stores a submission together
//! with its mails in one transaction, so that neither exists without the other, and once for each idempotency key. Lists of
//! submissions are read by time from one partition, so that the cost of a page does not depend on the number of submissions.

#![warn(missing_docs)]

mod append;
mod delete;
mod download;
mod error;
mod filter;
mod form;
mod forms;
mod keys;
mod limit;
mod list;
mod status;
mod store;
mod submission;

pub use append::{Appended, NewSubmission};
pub use delete::Erased;
pub use download::{DownloadKey, DownloadKeyError, FileOfSubmission};
pub use error::FormStoreError;
pub use filter::{FormFilter, FormOrder};
pub use form::{Form, FormChange, FormHash, FormHead, NewForm, NotAFormHash};
pub use limit::SubmissionLimit;
pub use list::{NotACursor, SubmissionCursor, SubmissionFilter, SubmissionPage};
pub use store::FormStore;
pub use submission::{Consent, SpamVerdict, Submission, SubmissionStatus, Upload};
