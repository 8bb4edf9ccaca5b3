//! Erasure tasks. Deletions enter them; the scheduled tick performs them.

use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use items::{Condition, Entry, Query};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::keys;
use crate::log::Change;
use crate::store::{SiteStore, Sites};
use crate::tenant::Tenant;
use crate::write::Plan;

/// The tasks of all deletions of this many seconds are one task.
const COLLECTED: i64 = 60 * 60;
/// Time after these seconds in which a deletion that began within them is committed.
const COMMITTED: i64 = 5 * 60;
/// The log grows by at least this many entries between two passes that no deletion asks for.
const GROWTH: u64 = 4096;

/// Task to take deleted data out of the log and the snapshots of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureTask {
    /// Tenant.
    pub tenant: String,
    /// Time at which it is due, in epoch seconds.
    pub due: i64,
}

/// Result of a run of the tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Erasure {
    /// Number of entries of the log that say less now.
    pub redacted: usize,
    /// Whether the pass is complete, with a snapshot made after it; the next run continues one that is not.
    pub is_complete: bool,
}

impl Change {
    /// Whether data are deleted that the log still has.
    pub(crate) const fn deletes(&self) -> bool {
        match self {
            Self::ContentGone { .. }
            | Self::TermGone { .. }
            | Self::UserGone { .. }
            | Self::AppPasswordGone { .. }
            | Self::CommentGone { .. }
            | Self::SnippetGone { .. } => true,
            // The log has no texts of revisions.
            Self::RevisionGone { .. }
            | Self::Content(_)
            | Self::ContentIdTaken { .. }
            | Self::Revision(_)
            | Self::Term(_)
            | Self::User(_)
            | Self::AppPassword(_)
            | Self::Comment(_)
            | Self::Settings(_)
            | Self::Snippet(_)
            | Self::Indexed { .. } => false,
        }
    }
}

impl Sites {
    /// Tasks that are due, at most `limit`. The first call in a process also enters one for each site whose log was never
    /// passed over.
    ///
    /// # Errors
    /// The table fails.
    pub async fn erasure_tasks(&self, limit: i32) -> Result<Vec<ErasureTask>, StoreError> {
        self.enter_first_tasks().await?;
        let now = self.parts.clock.now_seconds().as_second();
        let query = Query::due(keys::ERASURE_KIND, now).limit(limit);
        Ok(self.parts.table.query(&query).await?)
    }

    /// Performs a task, or a part of it. `None` when it is done, or another worker performs it. Safe to call repeatedly and
    /// concurrently for the same task.
    ///
    /// # Errors
    /// The table or the blob store fails; a later call continues.
    pub async fn erase(&self, task: &ErasureTask) -> Result<Option<Erasure>, StoreError> {
        let tenant = Tenant::from_str(&task.tenant).map_err(StoreError::unreadable)?;
        self.site(&tenant)?.erase().await
    }

    /// Releases before this one entered no tasks.
    async fn enter_first_tasks(&self) -> Result<(), StoreError> {
        if self.checked_passes.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut tenants: BTreeSet<String> = self.tenants_with_snapshots().await?.collect();
        tenants.insert(Tenant::main().to_string());
        for tenant in tenants {
            let tenant = Tenant::from_str(&tenant).map_err(StoreError::unreadable)?;
            let store = self.site(&tenant)?;
            if store.passed().await?.is_none() && store.0.journal.last().await? > 0 {
                store.enter_erasure(store.now().as_second()).await?;
            }
        }
        self.checked_passes.store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// Time at which a deletion at `now` is taken out of the log.
fn due_after(now: Timestamp) -> i64 {
    let collected = now.as_second().div_euclid(COLLECTED) + 1;
    collected * COLLECTED + COMMITTED
}

impl SiteStore {
    /// Adds the task of a deletion at this time to its transaction; returns when it is due. A task that a write of this process
    /// entered is not written again: it remains until it is due.
    pub(crate) fn plan_erasure(&self, plan: &mut Plan) -> Result<Option<i64>, StoreError> {
        if !plan.deletes() {
            return Ok(None);
        }
        let due = due_after(self.now());
        if self.0.erasure_entered.load(Ordering::Relaxed) != due {
            plan.entry(self.erasure_at(due)?);
        }
        Ok(Some(due))
    }

    /// Notes that the transaction with the task was committed.
    pub(crate) fn note_erasure(&self, due: Option<i64>) {
        if let Some(due) = due {
            self.0.erasure_entered.store(due, Ordering::Relaxed);
        }
    }

    /// Enters a task when the log has doubled since the last pass, so that all passes together read a few times its length.
    pub(crate) async fn enter_erasure_after_growth(&self, head: u64) -> Result<(), StoreError> {
        let passed = self.passed().await?.unwrap_or_default();
        if head < passed.saturating_add(passed.max(GROWTH)) {
            return Ok(());
        }
        self.enter_erasure(self.now().as_second()).await
    }

    async fn enter_erasure(&self, due: i64) -> Result<(), StoreError> {
        let entry = self.erasure_at(due)?;
        Ok(self.0.parts.table.put(entry, Condition::Any).await?)
    }

    fn erasure_at(&self, due: i64) -> Result<Entry, StoreError> {
        let task = ErasureTask {
            tenant: self.0.tenant.to_string(),
            due,
        };
        let key = keys::erasure_task(&self.0.tenant, due);
        Ok(Entry::new(key, &task)?.due(keys::ERASURE_KIND, due))
    }

    /// Deletes the tasks that were due at `at`.
    pub(super) async fn remove_erasure_tasks(&self, at: i64) -> Result<(), StoreError> {
        let query = keys::erasure_tasks(&self.0.tenant, at);
        let tasks: Vec<ErasureTask> = self.0.parts.table.query(&query).await?;
        for task in tasks {
            let key = keys::erasure_task(&self.0.tenant, task.due);
            self.0.parts.table.delete(key, Condition::Any).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deletions_of_an_hour_are_due_together_after_all_are_committed() {
        let due = |time: &str| due_after(time.parse().unwrap()) - due_of("2024-05-01T13:05:00Z");
        fn due_of(time: &str) -> i64 {
            time.parse::<Timestamp>().unwrap().as_second()
        }
        assert_eq!(due("2024-05-01T12:00:00Z"), 0);
        assert_eq!(due("2024-05-01T12:59:59.9Z"), 0);
        assert_eq!(due("2024-05-01T13:00:00Z"), COLLECTED);
    }
}
