//! What the publishing tick leaves behind: when it ran, and where the next one goes on. Its record is also
//! the proof that the store takes writes.

use items::{Condition, Cursor, Entry, ItemsError, Key};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::PlatformStore;

/// How long a write proves that the store takes writes: longer than the minute between two ticks, so that
/// no proof of its own is written while the tick runs.
const PROOF_LASTS: SignedDuration = SignedDuration::from_secs(90);

/// Where the next tick goes on among the due records of each kind; none at the first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DueCursors {
    /// Scheduled posts.
    pub posts: Option<Cursor>,
    /// Publication jobs.
    pub jobs: Option<Cursor>,
    /// Notifications.
    pub notifications: Option<Cursor>,
}

/// The last publishing tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// When it ran.
    pub at: Timestamp,
    /// Where the next one goes on.
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
    /// Records that the publishing tick ran.
    pub async fn record_tick(&self, tick: &Tick) -> Result<(), ItemsError> {
        let entry = Entry::new(tick_key(), tick)?;
        self.table.put(entry, Condition::Any).await
    }

    /// The last publishing tick.
    pub async fn last_tick(&self) -> Result<Option<Tick>, ItemsError> {
        self.table.get(&tick_key()).await
    }

    /// Whether the store takes writes at `now`, given when the tick last wrote. Only when that is longer ago
    /// than ninety seconds is a record written to find out, and by all processes together at most once in
    /// that time: each write names the revision it replaces, and a refused condition is an answer too.
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
                tracing::error!(target: "store", %error, "the store takes no writes");
                Ok(false)
            }
        }
    }
}
