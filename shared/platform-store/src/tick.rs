//! Record of the publishing tick: when it ran, and the cursors where the next run continues. The record
//! also proves that the store accepts writes.

use items::{Condition, Cursor, Entry, ItemsError, Key};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::PlatformStore;

/// How long a successful write proves that the store accepts writes. Longer than the minute between two
/// ticks, so that no extra write is needed while the tick runs.
const PROOF_LASTS: SignedDuration = SignedDuration::from_secs(90);

/// Where the next tick continues among the due records of each kind; `None` for the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DueCursors {
    /// Scheduled posts.
    pub posts: Option<Cursor>,
    /// Publication jobs.
    pub jobs: Option<Cursor>,
    /// Notifications.
    pub notifications: Option<Cursor>,
    /// Generations.
    pub generations: Option<Cursor>,
    /// What search engines are told after publications.
    pub searches: Option<Cursor>,
    /// Connections to the search console whose renewal failed.
    pub search_renewals: Option<Cursor>,
}

/// Last run of the publishing tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// Time of the run.
    pub at: Timestamp,
    /// Cursors of the next run.
    #[serde(default)]
    pub next: DueCursors,
}

#[derive(Debug, Serialize, Deserialize)]
struct Proof {
    at: Timestamp,
    revision: u64,
}

fn tick_key() -> Key {
    Key::new("TICK", "PUBLISHING")
}

fn proof_key() -> Key {
    Key::new("HEALTH", "WRITE")
}

impl PlatformStore {
    /// Records a run of the publishing tick.
    pub async fn record_tick(&self, tick: &Tick) -> Result<(), ItemsError> {
        let entry = Entry::new(tick_key(), tick)?;
        self.table.put(entry, Condition::Any).await
    }

    /// Last run of the publishing tick.
    pub async fn last_tick(&self) -> Result<Option<Tick>, ItemsError> {
        self.table.get(&tick_key()).await
    }

    /// Whether the store accepts writes at `now`; `last_tick` is the time of the tick's last write.
    ///
    /// When that is more than 90 seconds ago, the method writes a probe record, at most once in 90
    /// seconds across all processes: each probe is conditional on the revision it replaces, and a
    /// rejected condition also proves that the store works.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn takes_writes(
        &self,
        last_tick: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, ItemsError> {
        let proves = |at: Timestamp| now.duration_since(at) < PROOF_LASTS;
        if last_tick.is_some_and(proves) {
            return Ok(true);
        }
        let last: Option<Proof> = self.table.get(&proof_key()).await?;
        if last.as_ref().is_some_and(|proof| proves(proof.at)) {
            return Ok(true);
        }
        let (revision, condition) = match last {
            Some(proof) => (proof.revision + 1, Condition::Revision(proof.revision)),
            None => (1, Condition::Absent),
        };
        let entry = Entry::new(proof_key(), &Proof { at: now, revision })?.revision(revision);
        match self.table.put(entry, condition).await {
            Ok(()) | Err(ItemsError::Conflict { .. }) => Ok(true),
            Err(error) => {
                tracing::error!(target: "store", %error, "the store rejects writes");
                Ok(false)
            }
        }
    }
}
