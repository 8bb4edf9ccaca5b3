//! Verdicts on submissions.

use items::{Condition, Entry, Write, retry_on_conflict};

use crate::error::FormStoreError;
use crate::keys;
use crate::packed::Packed;
use crate::store::{FormStore, written};
use crate::submission::{SpamVerdict, Submission, SubmissionStatus};

impl FormStore {
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
            let entry = Entry::new(key.clone(), &Packed::again(&submission)?)?;
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
