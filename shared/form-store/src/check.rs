//! Compares submissions with their files.

use ports::BlobError;

use crate::error::FormStoreError;
use crate::list::SubmissionFilter;
use crate::store::FormStore;

/// Submissions that are read at once.
const AT_ONCE: u16 = 100;

/// Something that a check found wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    /// A file of a submission is missing.
    #[error("submission {submission}: its file {blob} is missing")]
    NoFile {
        /// Submission.
        submission: u64,
        /// Key of the file.
        blob: String,
    },
    /// A file of a submission has another length than the submission says.
    #[error("submission {submission}: its file {blob} has {length} bytes, which is not its length")]
    Length {
        /// Submission.
        submission: u64,
        /// Key of the file.
        blob: String,
        /// Length of the file in bytes.
        length: u64,
    },
    /// A file of a submission is there and cannot be read.
    #[error("submission {submission}: its file {blob} cannot be read")]
    Unreadable {
        /// Submission.
        submission: u64,
        /// Key of the file.
        blob: String,
    },
}

impl FormStore {
    /// Checks the files of all submissions.
    ///
    /// # Errors
    /// A store failed.
    pub async fn check(&self) -> Result<Vec<Finding>, FormStoreError> {
        let mut findings = Vec::new();
        let mut start = None;
        loop {
            let filter = SubmissionFilter::default();
            let page = self.submissions(&filter, start, AT_ONCE).await?;
            for submission in page.submissions {
                for upload in submission.uploads {
                    let (submission, blob) = (submission.id, upload.blob);
                    match self.parts.blobs.open(&blob).await {
                        Ok(Some(file)) if file.length == upload.bytes => {}
                        Ok(Some(file)) => findings.push(Finding::Length {
                            submission,
                            blob,
                            length: file.length,
                        }),
                        Ok(None) => findings.push(Finding::NoFile { submission, blob }),
                        Err(BlobError::Unreadable(_)) => {
                            findings.push(Finding::Unreadable { submission, blob });
                        }
                        Err(error) => return Err(site_mail::SiteMailError::from(error).into()),
                    }
                }
            }
            start = page.next;
            if start.is_none() {
                return Ok(findings);
            }
        }
    }
}
