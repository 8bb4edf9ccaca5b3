//! Event history of posts (`content_events`).

use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::id::{PostId, UserId};
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use serde_json::Value;

use crate::PlatformStore;

/// Sort key after all events of a post.
const LAST_PLACE: &str = "EVENT#~";

fn key(post: PostId, id: &str) -> Key {
    Key::new(format!("POST#{post}"), format!("EVENT#{id}"))
}

/// Builds an event of `post`. `token` distinguishes events of the same instant and makes a write outside of the post's
/// saves idempotent: recording the same fact twice under one token yields one event. A save is conditional on the
/// post's revision and happens once.
pub fn content_event(
    post: PostId,
    kind: EventKind,
    user: Option<UserId>,
    detail: Value,
    now: Timestamp,
    token: &str,
) -> ContentEvent {
    let id = format!("{}-{token}", id_time(now));
    ContentEvent {
        id,
        content_id: post,
        kind,
        user_id: user,
        detail,
        created_at: now,
    }
}

/// The writes that record the `events` of the save with which a post gets `revision`. Identifiers carry the revision
/// and the event's number after the time, because requests have the time in whole seconds: events of one second are
/// listed in the order of the saves, and after them those that no save of the post records.
///
/// # Errors
/// [`ItemsError::Defect`] when an event cannot be serialised.
pub(crate) fn writes_of_save(
    events: &[ContentEvent],
    revision: u64,
) -> Result<Vec<Write>, ItemsError> {
    let placed = (1_usize..).zip(events).map(|(number, event)| {
        let (time, token) = event.id.split_once('-').unwrap_or((&event.id, ""));
        ContentEvent {
            id: format!("{time}-{revision:010}.{number:02}-{token}"),
            ..event.clone()
        }
    });
    placed.map(|event| event_write(&event)).collect()
}

/// The part of an event's identifier that sorts it by time.
fn id_time(at: Timestamp) -> String {
    format!("{:020}", at.as_millisecond().max(0))
}

/// Sort key that all events of a post from `at` on follow, and that follows all earlier ones.
pub(crate) fn event_place(at: Timestamp) -> String {
    format!("EVENT#{}", id_time(at))
}

/// Write that records `event`.
///
/// # Errors
/// [`ItemsError::Defect`] when the event cannot be serialised.
pub fn event_write(event: &ContentEvent) -> Result<Write, ItemsError> {
    let key = key(event.content_id, &event.id);
    Ok(Write::Put(Entry::new(key, event)?, Condition::Any))
}

impl PlatformStore {
    /// Records an event in a transaction of its own.
    pub async fn record_event(&self, event: &ContentEvent) -> Result<(), ItemsError> {
        self.table.transact(vec![event_write(event)?]).await
    }

    /// Event `id` of a post.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn post_event(
        &self,
        post: PostId,
        id: &str,
    ) -> Result<Option<ContentEvent>, ItemsError> {
        self.table.get(&key(post, id)).await
    }

    /// Page of a post's events that were not cleared, newest first: at most `take` after the first `skip`, with
    /// the total number.
    pub async fn post_events_page(
        &self,
        post: PostId,
        skip: u64,
        take: usize,
    ) -> Result<(Vec<ContentEvent>, u64), ItemsError> {
        let partition = format!("POST#{post}");
        let query = match self.history_cleared_until().await? {
            Some(until) => Query::between(partition, event_place(until), LAST_PLACE),
            None => Query::prefix(partition, "EVENT#"),
        };
        self.table.window(&query.newest_first(), skip, take).await
    }
}
