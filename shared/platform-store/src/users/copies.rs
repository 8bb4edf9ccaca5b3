//! Removal of the working copies of deleted users. A deletion leaves a task; the publishing tick looks at the posts in portions.

use std::time::{Duration, Instant};

use domain::platform::id::{PostId, UserId};
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::working_copies;

/// Partition of the tasks.
const TASKS: &str = "DELETED_USERS";
/// Posts that are read at once.
const POSTS_AT_ONCE: u64 = 90;

/// The posts of which the working copies of a user remain to be removed.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    user: UserId,
    /// The posts before this identifier have none.
    next_post: u64,
}

impl Task {
    fn key(&self) -> Key {
        Key::new(TASKS, format!("{:020}", self.user.0))
    }

    fn entry(&self) -> Result<Entry, ItemsError> {
        Entry::new(self.key(), self)
    }
}

/// Write that leaves the task, for the transaction that deletes the user.
pub(super) fn task_write(user: UserId) -> Result<Write, ItemsError> {
    let task = Task { user, next_post: 1 };
    Ok(Write::Put(task.entry()?, Condition::Any))
}

impl PlatformStore {
    /// Removes working copies of deleted users until all are gone or the time has passed; a later call continues. Returns the
    /// number of removed copies.
    ///
    /// # Errors
    /// See [`ItemsError`]; the copies removed so far stay removed.
    pub async fn remove_copies_of_deleted_users(
        &self,
        within: Duration,
    ) -> Result<u64, ItemsError> {
        let begun = Instant::now();
        let tasks: Vec<Task> = self.table.query(&Query::prefix(TASKS, "")).await?;
        if tasks.is_empty() {
            return Ok(0);
        }
        // A deleted user writes no copy of a later post.
        let last = self.last_post_id().await?;
        let mut removed = 0;
        for mut task in tasks {
            while task.next_post <= last && begun.elapsed() < within {
                let end = task.next_post.saturating_add(POSTS_AT_ONCE);
                let posts = task.next_post..end.min(last.saturating_add(1));
                let keys = posts.map(|post| working_copies::key(PostId(post), task.user));
                let keys: Vec<Key> = keys.collect();
                let found: Vec<Option<IgnoredAny>> = self.table.get_many(&keys).await?;
                for (key, found) in keys.into_iter().zip(found) {
                    if found.is_some() {
                        self.table.delete(key, Condition::Any).await?;
                        removed += 1;
                    }
                }
                task.next_post = end;
            }
            if task.next_post > last {
                self.table.delete(task.key(), Condition::Any).await?;
            } else {
                self.table.put(task.entry()?, Condition::Any).await?;
            }
        }
        Ok(removed)
    }
}
