//! Changes of a submission.

use items::{Condition, Entry, Write, retry_on_conflict};
use site_mail::Awaited;

use crate::error::FormStoreError;
use crate::keys;
use crate::store::{FormStore, Packed, written};
use crate::submission::{SpamVerdict, Submission, SubmissionStatus};

impl FormStore {
    /// Sets the status of a queued submission from the outcome of its mails; returns its status then, or none when there is
    /// no such submission. The worker calls it after each mail, and a request after its wait.
    ///
    /// # Errors
    /// The store failed.
    pub async fn settle(&self, id: u64) -> Result<Option<SubmissionStatus>, FormStoreError> {
        let Some(submission) = self.submission(id).await? else {
            return Ok(None);
        };
        if submission.status != SubmissionStatus::Queued {
            return Ok(Some(submission.status));
        }
        let settled = match self.mails.outcome(&submission.mails).await? {
            Awaited::Pending => return Ok(Some(SubmissionStatus::Queued)),
            Awaited::Sent => SubmissionStatus::Sent,
            Awaited::Failed => SubmissionStatus::Failed,
        };
        let changed = self.change(id, |submission| {
            if submission.status == SubmissionStatus::Queued {
                submission.status = settled;
            }
        });
        Ok(changed.await?.map(|submission| submission.status))
    }

    /// Records a verdict on spam and the status that follows from it; returns the submission, or none when there is none.
    ///
    /// # Errors
    /// The store failed.
    pub async fn judge(
        &self,
        id: u64,
        verdict: &SpamVerdict,
        status: SubmissionStatus,
    ) -> Result<Option<Submission>, FormStoreError> {
        self.change(id, |submission| {
            submission.spam = Some(verdict.clone());
            submission.status = status;
        })
        .await
    }

    async fn change(
        &self,
        id: u64,
        change: impl Fn(&mut Submission),
    ) -> Result<Option<Submission>, FormStoreError> {
        let key = keys::submission(&self.tenant, id);
        retry_on_conflict(|| async {
            let Some(stored) = self.parts.table.get_revised::<Packed>(&key).await? else {
                return Ok(Some(None));
            };
            let mut submission: Submission = stored.record.unpack()?;
            change(&mut submission);
            let entry = Entry::new(key.clone(), &Packed::pack(&submission)?)?;
            let put = Write::Put(
                entry.revision(stored.revision + 1),
                Condition::Revision(stored.revision),
            );
            let done = written(self.parts.table.transact(vec![put]).await)?;
            Ok(done.map(|()| Some(submission)))
        })
        .await
    }
}
