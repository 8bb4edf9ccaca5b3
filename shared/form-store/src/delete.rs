//! Deletion of submissions, and erasure of a person's data.

use items::{Condition, Key, Query, Write, retry_on_conflict};
use site_mail::DueFiles;
use site_store::submission_report;

use crate::error::FormStoreError;
use crate::keys;
use crate::packed::Packed;
use crate::store::{FormStore, written};
use crate::submission::{Submission, person};

/// Records that are read at once while a person's data are erased.
const AT_ONCE: i32 = 25;

/// Result of an erasure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Erased {
    /// Submissions that were deleted, with their mails and files.
    pub submissions: usize,
    /// Mails that were deleted and belonged to no submission.
    pub mails: usize,
    /// Records of the person that are left; another call continues.
    pub left: usize,
}

impl FormStore {
    /// Deletes a submission for good with its index records, mails and files; returns whether there was one. Files that a
    /// crash leaves are removed by their task.
    ///
    /// # Errors
    /// A store failed; a repeated call or the task continues.
    pub async fn delete_submission(&self, id: u64) -> Result<bool, FormStoreError> {
        let key = keys::submission(&self.tenant, id);
        let deleted: Option<Option<DueFiles>> = retry_on_conflict(|| async {
            let Some(stored) = self.parts.table.get_revised::<Packed>(&key).await? else {
                return Ok::<_, FormStoreError>(Some(None));
            };
            let submission: Submission = stored.record.unpack()?;
            let condition = Condition::Revision(stored.revision);
            let mut writes = vec![Write::Delete(key.clone(), condition)];
            let index = self.index_keys(&submission).into_iter();
            writes.extend(index.map(|key| Write::Delete(key, Condition::Any)));
            let report = submission_report(&self.tenant, id);
            writes.push(Write::Delete(report, Condition::Any));
            let mails = submission.mails.iter();
            writes.extend(mails.map(|mail| self.mails.deletion(mail)));
            let blobs = submission.uploads.into_iter().map(|upload| upload.blob);
            let mut task = None;
            if let Some((write, files)) = self.files.removal(blobs.collect())? {
                writes.push(write);
                task = Some(files);
            }
            let done = written(self.parts.table.transact(writes).await)?;
            Ok(done.map(|()| Some(task)))
        })
        .await?;
        let Some(task) = deleted else {
            return Ok(false);
        };
        if let Some(task) = task {
            self.files.carry_out(&task).await?;
        }
        Ok(true)
    }

    /// Deletes the submissions with an e-mail address, and mails that hold what the person wrote and belong to no submission:
    /// at most `most` of both, oldest first. What an interrupted call leaves is found by the next one.
    ///
    /// # Errors
    /// A store failed; a later call continues.
    pub async fn erase_person(&self, address: &str, most: usize) -> Result<Erased, FormStoreError> {
        let mut erased = Erased::default();
        let Some(address) = person(address) else {
            return Ok(erased);
        };
        let (of_person, mails) = (
            self.person_partition(&address),
            self.mails_of_person(&address),
        );
        while let Some(keys) = self.oldest(&of_person, most - erased.submissions).await? {
            for key in keys {
                erased.submissions += usize::from(self.erase(key).await?);
            }
        }
        while let Some(keys) = self
            .oldest(&mails, most - erased.submissions - erased.mails)
            .await?
        {
            for key in keys {
                erased.mails += usize::from(self.mails.delete(&key.sk).await?);
                self.parts.table.delete(key, Condition::Any).await?;
            }
        }
        erased.left = self.count(of_person).await? + self.count(mails).await?;
        Ok(erased)
    }

    /// The first keys of a partition, at most `most`; none when there are none or `most` is 0.
    async fn oldest(
        &self,
        partition: &str,
        most: usize,
    ) -> Result<Option<Vec<Key>>, FormStoreError> {
        let limit = i32::try_from(most).unwrap_or(AT_ONCE).min(AT_ONCE);
        if limit == 0 {
            return Ok(None);
        }
        let query = Query::prefix(partition, "").limit(limit);
        let keys = self.parts.table.key_page(&query, None).await?.keys;
        Ok((!keys.is_empty()).then_some(keys))
    }

    /// The number of records of a partition.
    async fn count(&self, partition: String) -> Result<usize, FormStoreError> {
        let query = Query::prefix(partition, "");
        let (mut count, mut start) = (0, None);
        loop {
            let page = self.parts.table.key_page(&query, start.as_ref()).await?;
            count += page.keys.len();
            start = page.next;
            if start.is_none() {
                return Ok(count);
            }
        }
    }

    /// Deletes the submission of an index record.
    async fn erase(&self, index: Key) -> Result<bool, FormStoreError> {
        let is_deleted = match keys::of_place(&index.sk) {
            Some((_, id)) => self.delete_submission(id).await?,
            None => false,
        };
        if !is_deleted {
            // Another call deleted it, or the record leads nowhere.
            self.parts.table.delete(index, Condition::Any).await?;
        }
        Ok(is_deleted)
    }
}
