//! State of the pass over the log of a site, with the lease of the worker that performs it.

use items::{Condition, Entry, ItemsError, Write};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::redaction::Redaction;
use crate::error::StoreError;
use crate::keys;
use crate::packing::NewBlobs;
use crate::packing::Packed;
use crate::store::SiteStore;

/// Lease of a pass: the time after which another worker may continue it. A run of the tick ends well before.
const LEASE: SignedDuration = SignedDuration::from_mins(10);

/// Table item of the state.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// Revision for conditional writes. Replaced entries are written under it.
    pub(super) revision: u64,
    /// End of the lease in epoch seconds; 0 when no worker has one.
    leased_until: i64,
    /// Last entry of the log when the last complete pass began.
    pub(super) passed: u64,
    /// Pass that is not complete.
    run: Option<Run>,
}

/// Stored progress of a pass.
#[derive(Debug, Serialize, Deserialize)]
struct Run {
    progress: Progress,
    redaction: Packed,
}

/// Pass over the log.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Time at which it began, in epoch seconds. It covers the tasks that were due then.
    pub(super) began: i64,
    /// Last entry of the log at that time.
    pub(super) head: u64,
    /// The entries before this one remain to be read.
    pub(super) next: u64,
    /// Whether the texts of the snapshot may have those of deleted items.
    pub(super) had_texts: bool,
}

/// Pass that this worker performs.
pub(super) struct Pass {
    pub(super) state: State,
    pub(super) progress: Progress,
    pub(super) redaction: Redaction,
}

impl SiteStore {
    /// Last entry of the log when the last complete pass began; `None` when there was none.
    pub(super) async fn passed(&self) -> Result<Option<u64>, StoreError> {
        let key = keys::erasure_state(&self.0.tenant);
        let state: Option<State> = self.0.parts.table.get(&key).await?;
        Ok(state.map(|state| state.passed))
    }

    /// Begins a pass or continues the present one. `None` while another worker performs it.
    pub(super) async fn lease_pass(&self) -> Result<Option<Pass>, StoreError> {
        let key = keys::erasure_state(&self.0.tenant);
        let known: Option<State> = self.0.parts.table.get(&key).await?;
        let now = self.now();
        if known
            .as_ref()
            .is_some_and(|known| known.leased_until > now.as_second())
        {
            return Ok(None);
        }
        let condition = known.as_ref().map_or(Condition::Absent, |known| {
            Condition::Revision(known.revision)
        });
        let mut state = known.unwrap_or_default();
        state.revision += 1;
        state.leased_until = (now + LEASE).as_second();
        if !self.put_state(&state, condition).await? {
            return Ok(None);
        }
        self.pass(state, now).await.map(Some)
    }

    async fn pass(&self, state: State, now: Timestamp) -> Result<Pass, StoreError> {
        if let Some(run) = &state.run {
            // Without its blob the pass begins again.
            if let Some(redaction) = run.redaction.unpack(&*self.0.parts.blobs).await? {
                let progress = run.progress.clone();
                return Ok(Pass {
                    state,
                    progress,
                    redaction,
                });
            }
        }
        let head = self.0.journal.last().await?;
        let progress = Progress {
            began: now.as_second(),
            head,
            next: head + 1,
            had_texts: false,
        };
        Ok(Pass {
            state,
            progress,
            redaction: Redaction::default(),
        })
    }

    /// Stores how far a pass is, and ends the lease.
    pub(super) async fn store_pass(&self, pass: Pass) -> Result<(), StoreError> {
        let mut new = NewBlobs::new();
        let random = &*self.0.parts.random;
        let redaction = Packed::pack(&pass.redaction, &self.0.tenant, random, &mut new)?;
        let run = Run {
            progress: pass.progress,
            redaction,
        };
        self.end_lease(pass.state, Some(run), new).await
    }

    /// Stores that a pass is complete, and ends the lease.
    pub(super) async fn complete_pass(&self, mut pass: Pass) -> Result<(), StoreError> {
        pass.state.passed = pass.progress.head;
        self.end_lease(pass.state, None, NewBlobs::new()).await
    }

    async fn end_lease(
        &self,
        mut state: State,
        run: Option<Run>,
        new: NewBlobs,
    ) -> Result<(), StoreError> {
        let former = std::mem::replace(&mut state.run, run);
        let leased = state.revision;
        state.revision += 1;
        state.leased_until = 0;
        let former = former.as_ref().and_then(|run| run.redaction.blob());
        let orphans = former.map(str::to_owned).into_iter().collect();
        let entry = self.state_entry(&state)?;
        let writes = vec![Write::Put(entry, Condition::Revision(leased))];
        if self.transact_with_blobs(writes, new, orphans).await? {
            Ok(())
        } else {
            // The lease had ended; the pass of the other worker counts.
            Err(StoreError::Contended)
        }
    }

    fn state_entry(&self, state: &State) -> Result<Entry, StoreError> {
        let key = keys::erasure_state(&self.0.tenant);
        Ok(Entry::new(key, state)?.revision(state.revision))
    }

    /// Writes the state; returns whether the condition held.
    async fn put_state(&self, state: &State, condition: Condition) -> Result<bool, StoreError> {
        let entry = self.state_entry(state)?;
        match self.0.parts.table.put(entry, condition).await {
            Ok(()) => Ok(true),
            Err(ItemsError::Conflict { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
