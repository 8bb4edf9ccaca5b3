//! What caused a mail, and keeps how it ended.

use async_trait::async_trait;
use items::Write;

use crate::error::SiteMailError;
use crate::mail::SiteMail;

/// Keeps the outcomes of mails with the records that caused them.
#[async_trait]
pub trait MailOwner: Send + Sync {
    /// The writes that keep how `mail` ended. They belong to the transaction that ends it, so that no crash leaves a record
    /// that waits for a mail which is over. After a conflict they are made again.
    ///
    /// # Errors
    /// The record that caused the mail was not read.
    async fn keep_outcome(&self, mail: &SiteMail) -> Result<Vec<Write>, SiteMailError>;
}
