//! Deletion of submissions, and erasure of a person's data.

use items::{Condition, Key, Query, Write, retry_on_conflict};
use site_mail::DueFiles;

use crate::error::FormStoreError;
use crate::keys;
use crate::store::{FormStore, Packed, written};
use crate::submission::{Submission, person};

/// Submissions that are read at once while a person's data are erased.
const AT_ONCE: i32 = 25;

/// Result of an erasure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Erased {
    /// Submissions that were deleted.
    pub submissions: usize,
    /// Whether submissions may remain; another call continues.
    pub remaining: bool,
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

    /// Deletes the submissions with an e-mail address, at most about `most`, oldest first.
    ///
    /// # Errors
    /// A store failed; a later call continues.
    pub async fn erase_person(&self, address: &str, most: usize) -> Result<Erased, FormStoreError> {
        let mut erased = Erased::default();
        let Some(address) = person(address) else {
            return Ok(erased);
        };
        let query = Query::prefix(self.person_partition(&address), "").limit(AT_ONCE);
        loop {
            let page = self.parts.table.key_page(&query, None).await?;
            if page.keys.is_empty() {
                return Ok(erased);
            }
            for key in page.keys {
                if erased.submissions >= most {
                    erased.remaining = true;
                    return Ok(erased);
                }
                erased.submissions += usize::from(self.erase(key).await?);
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
