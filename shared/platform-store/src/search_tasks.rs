//! What search engines are told after publications. A task is written in the transaction that makes the post published;
//! when its queue message is lost, the scheduled tick finds it through the index of due records.

use domain::platform::id::{JobId, PostId};
use domain::platform::search_task::{KEPT, SearchTask};
use items::{Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;

use crate::PlatformStore;

/// Kind of the tasks' entries in the index of due records.
const DUE_SEARCH: &str = "SEARCH";

fn key(post: PostId, job: JobId) -> Key {
    Key::new(format!("SEARCH#{post}"), format!("TASK#{:020}", job.0))
}

fn entry(task: &SearchTask) -> Result<Entry, ItemsError> {
    let entry = Entry::new(key(task.post_id, task.job_id), task)?.revision(task.revision);
    Ok(match task.next_at {
        Some(at) => entry.due(DUE_SEARCH, at.as_second()),
        None => entry.expires((task.updated_at + KEPT).as_second()),
    })
}

/// Write that adds a task. A publication has one: adding it again fails the condition and with it the whole transaction.
///
/// # Errors
/// [`ItemsError::Defect`] when the task cannot be serialised.
pub fn search_task_write(task: &SearchTask) -> Result<Write, ItemsError> {
    Ok(Write::Put(entry(task)?, Condition::Absent))
}

impl PlatformStore {
    /// Task of the publication of `post` by `job`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn search_task(
        &self,
        post: PostId,
        job: JobId,
    ) -> Result<Option<SearchTask>, ItemsError> {
        self.table.get(&key(post, job)).await
    }

    /// Saves `task`, conditional on the stored revision being `from_revision`, in one transaction with `also`.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`]: index 0 means that another worker has changed the task; indices from 1 refer to `also`.
    pub async fn save_search_task(
        &self,
        task: &SearchTask,
        from_revision: u64,
        also: Vec<Write>,
    ) -> Result<(), ItemsError> {
        let condition = Condition::Revision(from_revision);
        if also.is_empty() {
            return self.table.put(entry(task)?, condition).await;
        }
        let own = Write::Put(entry(task)?, condition);
        self.table
            .transact(std::iter::once(own).chain(also).collect())
            .await
    }

    /// Page of the tasks due by `now` (unsent, abandoned, or due for a retry), earliest first: at most `limit`, starting
    /// at `start`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn due_search_tasks(
        &self,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<SearchTask>, ItemsError> {
        let query = Query::due(DUE_SEARCH, now.as_second()).limit(limit);
        self.table.batch(&query, start).await
    }
}
