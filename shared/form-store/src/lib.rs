//! Contact forms, their submissions, and keys to uploaded files.
//!
//! A form's template is a JSON document that only the caller understands. [`FormStore::append`] stores a submission together
//! with its mails in one transaction, so that neither exists without the other, and once for each idempotency key;
//! [`FormStore::forward`] stores only the mails. The end of a mail is kept with its submission. Lists of
//! submissions are read by time from one partition, so that the cost of a page does not depend on the number of submissions.

#![warn(missing_docs)]

mod append;
mod check;
mod correct;
mod delete;
mod download;
mod error;
mod filter;
mod form;
mod forms;
mod forward;
mod keys;
mod limit;
mod list;
mod mark;
mod number;
mod outcomes;
mod packed;
mod store;
mod submission;

pub use append::NewSubmission;
pub use check::Finding;
pub use correct::{Corrected, Correction, Lesson};
pub use delete::Erased;
pub use download::{DownloadKey, DownloadKeyError, FileOfSubmission};
pub use error::FormStoreError;
pub use filter::{FormFilter, FormOrder};
pub use form::{Form, FormChange, FormHash, FormHead, NewForm, NotAFormHash};
pub use forward::Forwarded;
pub use limit::SubmissionLimit;
pub use list::{NotACursor, SubmissionCursor, SubmissionFilter, SubmissionPage};
pub use mark::Appended;
pub use store::FormStore;
pub use submission::{Consent, JudgedMessage, SpamVerdict, Submission, SubmissionStatus, Upload};
