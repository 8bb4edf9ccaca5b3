//! Outcomes of mails, kept with the submission that caused them.

use async_trait::async_trait;
use items::{Condition, Entry, Table, Write};
use site_mail::{MailOutcome, MailOwner, SiteMail, SiteMailError};
use site_store::Tenant;

use crate::error::FormStoreError;
use crate::keys;
use crate::packed::Packed;
use crate::submission::Submission;

/// Writes outcomes of mails into submissions.
#[derive(Debug)]
pub(crate) struct Outcomes {
    table: Table,
    tenant: Tenant,
}

impl Outcomes {
    pub(crate) const fn new(table: Table, tenant: Tenant) -> Self {
        Self { table, tenant }
    }

    /// The write that adds an outcome to a submission; none when the submission was deleted.
    async fn write(
        &self,
        submission: u64,
        mail: &str,
        outcome: MailOutcome,
    ) -> Result<Option<Write>, FormStoreError> {
        let key = keys::submission(&self.tenant, submission);
        let Some(stored) = self.table.get_revised::<Packed>(&key).await? else {
            return Ok(None);
        };
        let mut submission: Submission = stored.record.unpack()?;
        submission.ended(mail, outcome);
        let entry = Entry::new(key, &Packed::again(&submission)?)?;
        Ok(Some(Write::Put(
            entry.revision(stored.revision + 1),
            Condition::Revision(stored.revision),
        )))
    }
}

#[async_trait]
impl MailOwner for Outcomes {
    async fn keep_outcome(&self, mail: &SiteMail) -> Result<Vec<Write>, SiteMailError> {
        let (Some(submission), Some(outcome)) = (mail.submission, mail.outcome()) else {
            return Ok(Vec::new());
        };
        let write = self.write(submission, &mail.id, outcome).await;
        let write = write.map_err(|error| SiteMailError::Owner(Box::new(error)))?;
        Ok(write.into_iter().collect())
    }
}
