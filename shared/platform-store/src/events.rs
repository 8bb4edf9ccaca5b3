//! What happened to posts (content_events).

use domain::event::{ContentEvent, EventKind};
use domain::id::{PostId, UserId};
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use serde_json::Value;

use crate::PlatformStore;

/// A new event of `post`. `token` tells two events of one instant apart; one fact that is recorded
/// twice under one token is one event.
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

/// The write that records `event`.
pub fn event_write(event: &ContentEvent) -> Result<Write, ItemsError> {
    let key = Key::new(
        format!("POST#{}", event.content_id),
        format!("EVENT#{}", event.id),
    );
    Ok(Write::Put(Entry::new(key, event)?, Condition::Any))
}

impl PlatformStore {
    /// Records an event by itself.
    pub async fn record_event(&self, event: &ContentEvent) -> Result<(), ItemsError> {
        self.table.transact(vec![event_write(event)?]).await
    }

    /// The events of a post, newest first: those after the first `skip`, at most `take`, and how many there
    /// are in all.
    pub async fn post_events_page(
        &self,
        post: PostId,
        skip: u64,
        take: usize,
    ) -> Result<(Vec<ContentEvent>, u64), ItemsError> {
        let query = Query::prefix(format!("POST#{post}"), "EVENT#").newest_first();
        self.table.window(&query, skip, take).await
    }

    /// All events of a post, newest first.
    pub async fn post_events(&self, post: PostId) -> Result<Vec<ContentEvent>, ItemsError> {
        self.table
            .query(&Query::prefix(format!("POST#{post}"), "EVENT#").newest_first())
            .await
    }
}
