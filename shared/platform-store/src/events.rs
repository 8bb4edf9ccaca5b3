//! Event history of posts (`content_events`).

use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::id::{PostId, UserId};
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use serde_json::Value;

use crate::PlatformStore;

/// Builds an event of `post`. `token` distinguishes events of the same instant and makes the write
/// idempotent: recording the same fact twice under one token yields one event.
pub fn content_event(
    post: PostId,
    kind: EventKind,
    user: Option<UserId>,
    detail: Value,
    now: Timestamp,
    token: &str,
) -> ContentEvent {
    let id = format!("{:020}-{token}", now.as_millisecond().max(0));
    ContentEvent {
        id,
        content_id: post,
        kind,
        user_id: user,
        detail,
        created_at: now,
    }
}

/// Write that records `event`.
///
/// # Errors
/// [`ItemsError::Defect`] when the event cannot be serialised.
pub fn event_write(event: &ContentEvent) -> Result<Write, ItemsError> {
    let key = Key::new(
        format!("POST#{}", event.content_id),
        format!("EVENT#{}", event.id),
    );
    Ok(Write::Put(Entry::new(key, event)?, Condition::Any))
}

impl PlatformStore {
    /// Records an event in a transaction of its own.
    pub async fn record_event(&self, event: &ContentEvent) -> Result<(), ItemsError> {
        self.table.transact(vec![event_write(event)?]).await
    }

    /// Page of a post's events, newest first: at most `take` after the first `skip`, with the total
    /// number.
    pub async fn post_events_page(
        &self,
        post: PostId,
        skip: u64,
        take: usize,
    ) -> Result<(Vec<ContentEvent>, u64), ItemsError> {
        let query = Query::prefix(format!("POST#{post}"), "EVENT#").newest_first();
        self.table.window(&query, skip, take).await
    }
}
