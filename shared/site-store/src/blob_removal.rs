//! Removal of blobs that no record names: tasks that are entered before a blob is stored, or in the transaction that replaces or
//! deletes the record that names it. The scheduled tick performs them, so a process that ends at any point leaves no blob behind.
//!
//! Before new blobs are stored, a pending task for them is entered. The transaction that names them deletes it, on the condition
//! that no worker has claimed it; a worker claims a task before it removes the blobs. So either a record names them or they are
//! removed, whichever is slower.

use items::{Condition, Entry, ItemsError, Key, Write};
use jiff::SignedDuration;

use crate::error::StoreError;
use crate::keys;
use crate::packing::NewBlobs;
use crate::snapshot::{SnapshotTask, Task};
use crate::store::SiteStore;

/// Time after which blobs are removed that were stored and that no transaction has named: their writer has failed.
const PENDING: SignedDuration = SignedDuration::from_hours(1);
/// How long replaced blobs remain, for readers that have just read the record that named them.
pub(crate) const GRACE: SignedDuration = SignedDuration::from_mins(10);
/// Lease of a task: the time after which another worker may take it over.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// Task that removes blobs.
#[derive(Debug)]
pub(crate) struct Removal {
    key: Key,
    /// Random revision of the task's record.
    token: u64,
    blobs: Vec<String>,
}

impl Removal {
    /// The write that deletes the task, in the transaction that names its blobs. It fails with a conflict when a worker has
    /// claimed the task.
    pub(crate) fn withdraw(&self) -> Write {
        Write::Delete(self.key.clone(), Condition::Revision(self.token))
    }
}

impl SiteStore {
    /// Task that removes `blobs`; `None` without any.
    pub(crate) fn removal_of(&self, blobs: Vec<String>) -> Option<Removal> {
        let key = keys::orphan_blob(&self.0.tenant, blobs.first()?);
        let (token, _) = self.0.parts.random.uuid().as_u64_pair();
        Some(Removal { key, token, blobs })
    }

    /// Record of a task that is due after `later`.
    pub(crate) fn removal_entry(
        &self,
        removal: &Removal,
        later: SignedDuration,
    ) -> Result<Entry, StoreError> {
        let mut blobs = removal.blobs.iter().cloned();
        let task = SnapshotTask {
            tenant: self.0.tenant.to_string(),
            what: Task::Remove {
                blob: blobs.next().unwrap_or_default(),
                others: blobs.collect(),
                token: Some(removal.token),
            },
        };
        let due = (self.now() + later).as_second();
        Ok(Entry::new(removal.key.clone(), &task)?
            .revision(removal.token)
            .due(keys::SNAPSHOT_KIND, due))
    }

    /// The write that enters a task for a blob that a transaction replaces, due after the grace period.
    pub(crate) fn removal_after_grace(&self, blob: &str) -> Result<Option<Write>, StoreError> {
        let removal = self.removal_of(vec![blob.to_owned()]);
        removal
            .map(|removal| {
                let entry = self.removal_entry(&removal, GRACE)?;
                Ok(Write::Put(entry, Condition::Any))
            })
            .transpose()
    }

    /// Enters a pending task for blobs that are about to be stored. Its [`Removal::withdraw`] belongs to the transaction that
    /// names them.
    pub(crate) async fn enter_pending(
        &self,
        blobs: Vec<String>,
    ) -> Result<Option<Removal>, StoreError> {
        let Some(removal) = self.removal_of(blobs) else {
            return Ok(None);
        };
        let entry = self.removal_entry(&removal, PENDING)?;
        self.0.parts.table.put(entry, Condition::Any).await?;
        Ok(Some(removal))
    }

    /// Stores `blobs` with a pending task; without any nothing is written.
    pub(crate) async fn store_pending(
        &self,
        blobs: NewBlobs,
    ) -> Result<Option<Removal>, StoreError> {
        let keys = blobs.iter().map(|(key, _)| key.clone()).collect();
        let removal = self.enter_pending(keys).await?;
        for (key, blob) in blobs {
            self.0.parts.blobs.put(&key, blob).await?;
        }
        Ok(removal)
    }

    /// Stores the blobs that `writes` name, and performs all `writes` or none. Afterwards `orphans` are removed, which no record
    /// names any more. `false` when a condition failed: nothing was written, and none of the blobs stays.
    ///
    /// # Errors
    /// When a store fails. What was written then is not known; the tick removes what no record names.
    pub(crate) async fn transact_with_blobs(
        &self,
        mut writes: Vec<Write>,
        new: NewBlobs,
        orphans: Vec<String>,
    ) -> Result<bool, StoreError> {
        let pending = self.store_pending(new).await?;
        writes.extend(pending.as_ref().map(Removal::withdraw));
        let orphans = self.removal_of(orphans);
        if let Some(orphans) = &orphans {
            let entry = self.removal_entry(orphans, GRACE)?;
            writes.push(Write::Put(entry, Condition::Any));
        }
        match self.0.parts.table.transact(writes).await {
            Ok(()) => {
                self.remove_now(orphans).await;
                Ok(true)
            }
            Err(ItemsError::Conflict { .. }) => {
                self.remove_now(pending).await;
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Removes the blobs of an entered task at once, as no record names them. After a failure the tick performs the task.
    pub(crate) async fn remove_now(&self, removal: Option<Removal>) {
        let Some(removal) = removal else {
            return;
        };
        if let Err(error) = self.remove_blobs(&removal).await {
            tracing::warn!(target: "site", %error, blobs = ?removal.blobs, "replaced blobs are removed later");
        }
    }

    async fn remove_blobs(&self, removal: &Removal) -> Result<(), StoreError> {
        let parts = &self.0.parts;
        for blob in &removal.blobs {
            parts.blobs.delete(blob).await?;
        }
        Ok(parts
            .table
            .delete(removal.key.clone(), Condition::Any)
            .await?)
    }

    /// Performs a task with the token that was read, unless it was withdrawn or another worker has claimed it since. Blobs of the
    /// latest snapshots stay: a release before this one names them without regard to claims.
    pub(crate) async fn run_remove_task(
        &self,
        blobs: Vec<String>,
        token: Option<u64>,
    ) -> Result<(), StoreError> {
        let table = &self.0.parts.table;
        let Some(mut claimed) = self.removal_of(blobs) else {
            return Ok(());
        };
        let entry = self.removal_entry(&claimed, LEASE)?;
        let condition = token.map_or(Condition::Unrevised, Condition::Revision);
        match table.put(entry, condition).await {
            Err(ItemsError::Conflict { .. }) => return Ok(()),
            other => other?,
        }
        let snapshots = self.snapshots().await?;
        claimed.blobs.retain(|blob| !snapshots.contains(blob));
        self.remove_blobs(&claimed).await
    }
}
