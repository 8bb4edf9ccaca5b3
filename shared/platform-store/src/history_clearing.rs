//! Clearing of the event history: one mark hides all earlier events of all posts, and the publishing tick removes them
//! in portions.

use std::time::{Duration, Instant};

use domain::platform::id::UserId;
use futures_util::{StreamExt, TryStreamExt, stream};
use items::{Condition, Entry, ItemsError, Key, Query, none_on_conflict, retry_on_conflict};
use jiff::{SignedDuration, Timestamp, Unit};
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::events::event_place;

/// Posts between two looks at the time.
const POSTS_AT_ONCE: u64 = 64;
/// Queries, or deletions of one post's events, at the same time.
const REQUESTS_AT_ONCE: usize = 16;

/// The mark of the last clearing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Clearing {
    revision: u64,
    /// Events before this instant are cleared.
    until: Timestamp,
    /// Who cleared the history last.
    by: UserId,
    /// The posts before this identifier have no cleared event left.
    next_post: u64,
    /// Whether all cleared events were removed.
    done: bool,
}

/// The part of an event that its removal needs; its other members may be those of a later release.
#[derive(Debug, Deserialize)]
struct EventId {
    id: String,
}

fn key() -> Key {
    Key::new("HISTORY", "CLEARING")
}

impl PlatformStore {
    async fn clearing(&self) -> Result<Option<Clearing>, ItemsError> {
        self.table.get(&key()).await
    }

    async fn save_clearing(&self, clearing: &mut Clearing) -> Result<(), ItemsError> {
        let condition = match clearing.revision {
            0 => Condition::Absent,
            revision => Condition::Revision(revision),
        };
        clearing.revision += 1;
        let entry = Entry::new(key(), &*clearing)?.revision(clearing.revision);
        self.table.put(entry, condition).await
    }

    /// The instant before which all events are cleared; `None` when the history was never cleared.
    pub(crate) async fn history_cleared_until(&self) -> Result<Option<Timestamp>, ItemsError> {
        Ok(self.clearing().await?.map(|clearing| clearing.until))
    }

    /// Clears the events of all posts up to the second of `now`, with one write. Events are recorded with the second
    /// of their request, so those of that second are cleared as well.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn clear_history(&self, by: UserId, now: Timestamp) -> Result<(), ItemsError> {
        let second = now
            .round(
                jiff::TimestampRound::new()
                    .smallest(Unit::Second)
                    .mode(jiff::RoundMode::Floor),
            )
            .map_err(|error| ItemsError::Defect(error.to_string()))?;
        let until = second + SignedDuration::from_secs(1);
        retry_on_conflict(|| async {
            let before = self.clearing().await?;
            let mut clearing = Clearing {
                revision: before.as_ref().map_or(0, |before| before.revision),
                until: before.map_or(until, |before| before.until.max(until)),
                by,
                next_post: 1,
                done: false,
            };
            none_on_conflict(self.save_clearing(&mut clearing).await)
        })
        .await
    }

    /// Removes cleared events until all are gone or the time has passed; a later call continues. Returns the number
    /// of removed events.
    ///
    /// # Errors
    /// See [`ItemsError`]; the events removed so far stay removed.
    pub async fn remove_cleared_events(&self, within: Duration) -> Result<u64, ItemsError> {
        let begun = Instant::now();
        let Some(mut clearing) = self.clearing().await?.filter(|one| !one.done) else {
            return Ok(0);
        };
        // Posts that are created after the clearing have no earlier event.
        let last = self.last_post_id().await?;
        let mut removed = 0;
        while clearing.next_post <= last && begun.elapsed() < within {
            let end = clearing.next_post.saturating_add(POSTS_AT_ONCE);
            let posts = stream::iter(clearing.next_post..end.min(last.saturating_add(1)));
            let until = clearing.until;
            let mut removing = posts
                .map(|post| {
                    let store = self.clone();
                    async move { store.remove_events_of(post, until).await }
                })
                .buffer_unordered(REQUESTS_AT_ONCE);
            while let Some(of_post) = removing.try_next().await? {
                removed += of_post;
            }
            clearing.next_post = end;
        }
        clearing.done = clearing.next_post > last;
        // After a conflict the history was cleared again, and the next call begins anew.
        none_on_conflict(self.save_clearing(&mut clearing).await)?;
        Ok(removed)
    }

    async fn remove_events_of(&self, post: u64, until: Timestamp) -> Result<u64, ItemsError> {
        let partition = format!("POST#{post}");
        let query = Query::between(partition.clone(), "EVENT#", event_place(until));
        let events: Vec<EventId> = self.table.query(&query).await?;
        let keys: Vec<Key> = events
            .iter()
            .map(|event| Key::new(partition.clone(), format!("EVENT#{}", event.id)))
            .collect();
        let mut removing = stream::iter(keys)
            .map(|key| {
                let table = self.table.clone();
                async move { table.delete(key, Condition::Any).await }
            })
            .buffer_unordered(REQUESTS_AT_ONCE);
        let mut removed = 0;
        while removing.try_next().await?.is_some() {
            removed += 1;
        }
        Ok(removed)
    }
}
