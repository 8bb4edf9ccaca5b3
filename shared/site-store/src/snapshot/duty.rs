//! What is to be done about snapshots, and when: made by those who write, done by the tick.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use items::{Condition, Entry, ItemsError, Query};
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::keys;
use crate::snapshot::{Latest, Made, Readable, Snapshots};
use crate::store::{SiteStore, Sites};
use crate::tenant::Tenant;

/// How long a maker has before another one tries.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// Something to do about the snapshots of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotTask {
    /// Name of the site.
    pub tenant: String,
    /// What it is.
    pub what: Task,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// A new snapshot is wanted.
    Make {
        /// Drawn at each write of the wish: who found it takes it only as they found it.
        turn: u64,
    },
    /// A blob that belongs to no snapshot is to be removed.
    Remove {
        /// Its key.
        blob: String,
    },
}

impl Sites {
    /// What is to be done about snapshots by now, at most `limit` things.
    pub async fn snapshot_tasks(&self, limit: i32) -> Result<Vec<SnapshotTask>, StoreError> {
        self.want_readable_snapshots().await?;
        let now = self.parts.clock.now_seconds().as_second();
        let query = Query::due(keys::SNAPSHOT_KIND, now).limit(limit);
        Ok(self.parts.table.query(&query).await?)
    }

    /// Does it; answers what was made, if anything. May be called any number of times, also at once.
    pub async fn perform(&self, task: &SnapshotTask) -> Result<Option<Made>, StoreError> {
        let tenant = Tenant::from_str(&task.tenant)
            .map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let store = self.site(&tenant)?;
        match &task.what {
            Task::Make { turn } => store.make_wanted(*turn).await,
            Task::Remove { blob } => {
                store.remove_loose(blob).await?;
                Ok(None)
            }
        }
    }

    /// Wants snapshots of the present form where the best to begin with is of another, once in each
    /// process: a new version of the system begins with this.
    async fn want_readable_snapshots(&self) -> Result<(), StoreError> {
        if self.looked_at_formats.load(Ordering::Relaxed) {
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
            if best.as_ref().is_some_and(Readable::is_present_form) {
                continue;
            }
            let tenant = Tenant::from_str(&tenant)
                .map_err(|error| StoreError::Unreadable(error.to_string()))?;
            self.site(&tenant)?.want_snapshot().await?;
        }
        self.looked_at_formats.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl SiteStore {
    /// Wants a snapshot when a write has passed the next of the numbers at which one is wanted.
    /// A wish that is lost only makes snapshots rarer.
    pub(crate) async fn want_snapshot_after(&self, changed_before: u64) {
        let every = self.0.parts.snapshot_every.max(1);
        if self.model().changed() / every == changed_before / every {
            return;
        }
        if let Err(error) = self.want_snapshot().await {
            let tenant = &self.0.tenant;
            tracing::warn!(target: "site", %tenant, %error, "a snapshot was not asked for");
        }
    }

    async fn want_snapshot(&self) -> Result<(), StoreError> {
        let (entry, _) = self.wish(SignedDuration::ZERO)?;
        Ok(self.0.parts.table.put(entry, Condition::Any).await?)
    }

    /// The wish for a snapshot, to be found after some time, and its turn.
    fn wish(&self, later: SignedDuration) -> Result<(Entry, u64), StoreError> {
        let (turn, _) = self.0.parts.random.uuid().as_u64_pair();
        let task = SnapshotTask {
            tenant: self.0.tenant.to_string(),
            what: Task::Make { turn },
        };
        let entry = Entry::new(keys::wanted_snapshot(&self.0.tenant), &task)?
            .revision(turn)
            .due(keys::SNAPSHOT_KIND, (self.now() + later).as_second());
        Ok((entry, turn))
    }

    /// Makes the snapshot that was wanted at `turn`, unless somebody else took that.
    async fn make_wanted(&self, turn: u64) -> Result<Option<Made>, StoreError> {
        let table = &self.0.parts.table;
        let (lease, taken) = self.wish(LEASE)?;
        match table.put(lease, Condition::Revision(turn)).await {
            Err(ItemsError::Conflict { .. }) => return Ok(None),
            other => other?,
        }
        let made = self.make_snapshot().await?;
        let done = if made.is_some_and(|made| made.more) {
            let (again, _) = self.wish(SignedDuration::ZERO)?;
            table.put(again, Condition::Revision(taken)).await
        } else {
            let key = keys::wanted_snapshot(&self.0.tenant);
            table.delete(key, Condition::Revision(taken)).await
        };
        match done {
            // It was wanted again meanwhile, and is still.
            Err(ItemsError::Conflict { .. }) => Ok(made),
            other => other.map(|()| made).map_err(StoreError::from),
        }
    }

    /// The entry that lets a blob be removed after some time.
    pub(super) fn loose(&self, blob: &str, later: SignedDuration) -> Result<Entry, StoreError> {
        let task = SnapshotTask {
            tenant: self.0.tenant.to_string(),
            what: Task::Remove {
                blob: blob.to_owned(),
            },
        };
        Ok(Entry::new(keys::loose_blob(&self.0.tenant, blob), &task)?
            .due(keys::SNAPSHOT_KIND, (self.now() + later).as_second()))
    }

    /// Removes a blob, unless it belongs to one of the latest snapshots, and the entry that asks for it.
    pub(super) async fn remove_loose(&self, blob: &str) -> Result<(), StoreError> {
        if !self.snapshots().await?.hold(blob) {
            self.0.parts.blobs.delete(blob).await?;
        }
        let key = keys::loose_blob(&self.0.tenant, blob);
        Ok(self.0.parts.table.delete(key, Condition::Any).await?)
    }
}
