//! What the publishing tick leaves behind: when it ran, and where the next one goes on.

use items::{Condition, Cursor, Entry, ItemsError, Key};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::PlatformStore;

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

fn tick_key() -> Key {
    Key::new("TICK", "PUBLISHING")
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
}
