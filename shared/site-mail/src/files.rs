//! Files that are kept privately, and the tasks that remove them.

use bytes::Bytes;
use items::{Condition, Entry, ItemsError, Query, Table, Write, none_on_conflict};
use jiff::{SignedDuration, Timestamp};
use ports::Blob;
use serde::{Deserialize, Serialize};
use site_store::{Parts, Tenant};

use crate::error::SiteMailError;
use crate::keys;

/// Time in which the transaction that refers to staged files has to be written.
const STAGED_FOR: SignedDuration = SignedDuration::from_hours(1);
/// Time after which a removal that was interrupted is continued.
const REMOVED_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// Revision of the task of files that may still be kept.
const STAGED: u64 = 1;
/// Revision of a task that removes its files in any case.
const REMOVING: u64 = 2;

/// A file to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPrivateFile {
    /// Content.
    pub bytes: Bytes,
    /// Media type, as judged by the caller.
    pub content_type: String,
}

/// A task that removes files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueFiles {
    tenant: String,
    task: String,
    blobs: Vec<String>,
}

/// Stored files that are removed unless a transaction keeps them.
#[derive(Debug)]
#[must_use]
pub struct StagedFiles {
    task: String,
    tenant: Tenant,
    /// Keys of the files, in the order in which they were given.
    pub blobs: Vec<String>,
}

impl StagedFiles {
    /// The write that keeps the files. It belongs to the transaction that refers to them, and fails when their removal has
    /// begun.
    pub fn keep(&self) -> Write {
        let key = keys::files(&self.tenant, &self.task);
        Write::Delete(key, Condition::Revision(STAGED))
    }
}

/// Private files of one site.
#[derive(Debug, Clone)]
pub struct PrivateFiles {
    parts: Parts,
    tenant: Tenant,
}

impl PrivateFiles {
    /// Files of `tenant` in the table and blob store of `parts`.
    pub const fn new(parts: Parts, tenant: Tenant) -> Self {
        Self { parts, tenant }
    }

    /// Stores files with a task that removes them after an hour, unless a transaction keeps them before.
    ///
    /// # Errors
    /// A store failed; the task removes what was stored.
    pub async fn stage(&self, files: Vec<NewPrivateFile>) -> Result<StagedFiles, SiteMailError> {
        let task = self.parts.random.uuid().to_string();
        let blobs: Vec<String> = (0..files.len())
            .map(|place| keys::blob(&self.tenant, &task, place))
            .collect();
        let due_at = self.parts.clock.now_seconds() + STAGED_FOR;
        let entry = self.task(&task, blobs.clone(), due_at)?.revision(STAGED);
        self.parts.table.put(entry, Condition::Absent).await?;
        for (key, file) in blobs.iter().zip(files) {
            let blob = Blob {
                bytes: file.bytes,
                content_type: file.content_type,
            };
            self.parts.blobs.put(key, blob).await?;
        }
        Ok(StagedFiles {
            task,
            tenant: self.tenant.clone(),
            blobs,
        })
    }

    /// Removes staged files that no transaction refers to.
    ///
    /// # Errors
    /// A store failed; [`PrivateFiles::sweep`] continues.
    pub async fn discard(&self, staged: StagedFiles) -> Result<(), SiteMailError> {
        let files = DueFiles {
            tenant: self.tenant.to_string(),
            task: staged.task,
            blobs: staged.blobs,
        };
        self.carry_out(&files).await.map(drop)
    }

    /// The write that adds a task to remove `blobs`, and the task for [`PrivateFiles::carry_out`]. The write belongs to the
    /// transaction that deletes what refers to them. None when there is nothing to remove.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn removal(&self, blobs: Vec<String>) -> Result<Option<(Write, DueFiles)>, SiteMailError> {
        if blobs.is_empty() {
            return Ok(None);
        }
        let task = self.parts.random.uuid().to_string();
        let now = self.parts.clock.now_seconds();
        let entry = self
            .task(&task, blobs.clone(), now + REMOVED_AFTER)?
            .revision(REMOVING);
        let files = DueFiles {
            tenant: self.tenant.to_string(),
            task,
            blobs,
        };
        Ok(Some((Write::Put(entry, Condition::Absent), files)))
    }

    /// Reads a file; none when it was removed.
    ///
    /// # Errors
    /// The blob store failed.
    pub async fn read(&self, blob: &str) -> Result<Option<Blob>, SiteMailError> {
        Ok(self.parts.blobs.get(blob).await?)
    }

    /// The tasks of all sites that are due, at most `limit`.
    ///
    /// # Errors
    /// The store failed.
    pub async fn due(
        table: &Table,
        now: Timestamp,
        limit: i32,
    ) -> Result<Vec<(Tenant, DueFiles)>, SiteMailError> {
        let query = Query::due(keys::DUE_FILES, now.as_second()).limit(limit);
        let tasks: Vec<DueFiles> = table.query(&query).await?;
        Ok(tasks
            .into_iter()
            .filter_map(|files| Some((files.tenant.parse().ok()?, files)))
            .collect())
    }

    /// Carries out tasks of all sites that are due, at most `limit`; returns how many.
    ///
    /// # Errors
    /// A store failed; a later call continues.
    pub async fn sweep(parts: &Parts, limit: i32) -> Result<usize, SiteMailError> {
        let now = parts.clock.now_seconds();
        let due = Self::due(&parts.table, now, limit).await?;
        let mut carried_out = 0;
        for (tenant, files) in due {
            let carried = Self::new(parts.clone(), tenant).carry_out(&files).await?;
            carried_out += usize::from(carried);
        }
        Ok(carried_out)
    }

    /// Removes the files of a task and then the task. Returns whether it did: files that a transaction kept meanwhile are left
    /// unchanged.
    ///
    /// # Errors
    /// A store failed; a repeated call continues.
    pub async fn carry_out(&self, files: &DueFiles) -> Result<bool, SiteMailError> {
        let key = keys::files(&self.tenant, &files.task);
        let Some(stored) = self.parts.table.get_revised::<DueFiles>(&key).await? else {
            return Ok(false);
        };
        if stored.revision == STAGED {
            // From here on the files cannot be kept any more.
            let due_at = self.parts.clock.now_seconds() + REMOVED_AFTER;
            let entry = self.task(&files.task, files.blobs.clone(), due_at)?;
            let put = entry.revision(REMOVING);
            let begun = self.parts.table.put(put, Condition::Revision(STAGED)).await;
            if none_on_conflict(begun)?.is_none() {
                return Ok(false);
            }
        }
        for blob in &stored.record.blobs {
            self.parts.blobs.delete(blob).await?;
        }
        self.parts.table.delete(key, Condition::Any).await?;
        Ok(true)
    }

    fn task(&self, task: &str, blobs: Vec<String>, due_at: Timestamp) -> Result<Entry, ItemsError> {
        let record = DueFiles {
            tenant: self.tenant.to_string(),
            task: task.to_owned(),
            blobs,
        };
        let entry = Entry::new(keys::files(&self.tenant, task), &record)?;
        Ok(entry.due(keys::DUE_FILES, due_at.as_second()))
    }
}
