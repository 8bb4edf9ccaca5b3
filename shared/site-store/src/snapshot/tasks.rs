//! Tasks of snapshots and of the removal of blobs. Writers enqueue them; the scheduled tick runs them.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use items::{Condition, Entry, ItemsError, Query};
use jiff::SignedDuration;

use crate::error::StoreError;
use crate::keys;
use crate::snapshot::{CreatedSnapshot, Latest, Readable, SnapshotTask, Snapshots, Task};
use crate::store::{SiteStore, Sites};
use crate::tenant::Tenant;

/// Lease of a task: the time after which another worker may take it over.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

impl Sites {
    /// Tasks that are due, at most `limit`. The first call in a process also enqueues snapshots for
    /// tenants whose best readable snapshot has an earlier format.
    pub async fn snapshot_tasks(&self, limit: i32) -> Result<Vec<SnapshotTask>, StoreError> {
        self.enqueue_upgrades().await?;
        let now = self.parts.clock.now_seconds().as_second();
        let query = Query::due(keys::SNAPSHOT_KIND, now).limit(limit);
        Ok(self.parts.table.query(&query).await?)
    }

    /// Runs a task; returns the created snapshot, if any. Safe to call repeatedly and concurrently for
    /// the same task.
    pub async fn perform(
        &self,
        task: &SnapshotTask,
    ) -> Result<Option<CreatedSnapshot>, StoreError> {
        let tenant = Tenant::from_str(&task.tenant).map_err(StoreError::unreadable)?;
        let store = self.site(&tenant)?;
        match &task.what {
            Task::Make { token } => store.run_make_task(*token).await,
            Task::Remove {
                blob,
                others,
                token,
            } => {
                let blobs = std::iter::once(blob).chain(others).cloned().collect();
                store.run_remove_task(blobs, *token).await?;
                Ok(None)
            }
        }
    }

    /// Tenants that have a snapshot, several times those with several formats.
    pub(crate) async fn tenants_with_snapshots(
        &self,
    ) -> Result<impl Iterator<Item = String> + use<>, StoreError> {
        let query = Query::listed(keys::SNAPSHOTS);
        let all: Vec<Latest> = self.parts.table.query(&query).await?;
        Ok(all.into_iter().map(|latest| latest.tenant))
    }

    /// Enqueues a snapshot for each tenant whose best readable snapshot has another format. Once per
    /// process, which covers the deployment of a new release.
    async fn enqueue_upgrades(&self) -> Result<(), StoreError> {
        if self.checked_formats.load(Ordering::Relaxed) {
            return Ok(());
        }
        let all: Vec<Latest> = self
            .parts
            .table
            .query(&Query::listed(keys::SNAPSHOTS))
            .await?;
        let mut tenants: BTreeMap<String, Snapshots> = BTreeMap::new();
        for latest in all {
            let of = tenants.entry(latest.tenant.clone()).or_default();
            of.0.push(latest);
        }
        for (tenant, snapshots) in tenants {
            let best = snapshots.readable().into_iter().next();
            if best.as_ref().is_some_and(Readable::is_present_format) {
                continue;
            }
            let tenant = Tenant::from_str(&tenant).map_err(StoreError::unreadable)?;
            self.site(&tenant)?.enqueue_snapshot().await?;
        }
        self.checked_formats.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl SiteStore {
    /// Enqueues a snapshot when a write has crossed a multiple of [`crate::Parts::snapshot_every`]
    /// changes. A failure is logged only: snapshots are then less frequent.
    pub(crate) async fn enqueue_snapshot_after(&self, changed_before: u64) {
        let every = self.0.parts.snapshot_every.max(1);
        if self.model().changed() / every == changed_before / every {
            return;
        }
        if let Err(error) = self.enqueue_snapshot().await {
            let tenant = &self.0.tenant;
            tracing::warn!(target: "site", %tenant, %error, "a snapshot was not asked for");
        }
    }

    async fn enqueue_snapshot(&self) -> Result<(), StoreError> {
        let (entry, _) = self.snapshot_task(SignedDuration::ZERO)?;
        Ok(self.0.parts.table.put(entry, Condition::Any).await?)
    }

    /// Task that becomes due after `later`, with its token.
    fn snapshot_task(&self, later: SignedDuration) -> Result<(Entry, u64), StoreError> {
        let (token, _) = self.0.parts.random.uuid().as_u64_pair();
        let task = SnapshotTask {
            tenant: self.0.tenant.to_string(),
            what: Task::Make { token },
        };
        let entry = Entry::new(keys::snapshot_task(&self.0.tenant), &task)?
            .revision(token)
            .due(keys::SNAPSHOT_KIND, (self.now() + later).as_second());
        Ok((entry, token))
    }

    /// Creates the snapshot of the task with this token, unless another worker has claimed it.
    async fn run_make_task(&self, token: u64) -> Result<Option<CreatedSnapshot>, StoreError> {
        let table = &self.0.parts.table;
        let (lease, taken) = self.snapshot_task(LEASE)?;
        match table.put(lease, Condition::Revision(token)).await {
            Err(ItemsError::Conflict { .. }) => return Ok(None),
            other => other?,
        }
        let made = self.make_snapshot().await?;
        if let Some(made) = &made {
            self.enter_erasure_after_growth(made.seq).await?;
        }
        let done = if made.is_some_and(|made| made.more) {
            let (again, _) = self.snapshot_task(SignedDuration::ZERO)?;
            table.put(again, Condition::Revision(taken)).await
        } else {
            let key = keys::snapshot_task(&self.0.tenant);
            table.delete(key, Condition::Revision(taken)).await
        };
        match done {
            // A writer enqueued the task again meanwhile; that task stays.
            Err(ItemsError::Conflict { .. }) => Ok(made),
            other => other.map(|()| made).map_err(StoreError::from),
        }
    }
}
