//! Messages to people, written with what they tell of, and found again by the tick when their queue
//! message was lost.

use domain::notification::Notification;
use items::{Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;

use crate::PlatformStore;

/// Kind of the due entries of notifications.
const DUE_NOTIFICATION: &str = "NOTIFICATION";

fn key(id: &str) -> Key {
    Key::new(format!("NOTIFICATION#{id}"), "NOTIFICATION")
}

fn entry(notification: &Notification) -> Result<Entry, ItemsError> {
    let entry = Entry::new(key(&notification.id), notification)?.revision(notification.revision);
    Ok(match notification.next_at {
        Some(at) => entry.due(DUE_NOTIFICATION, at.as_second()),
        None => entry,
    })
}

/// The write of a new notification. One fact has one identifier: when it is there already, the write
/// fails and with it the transaction that would tell the fact a second time.
pub fn notification_write(notification: &Notification) -> Result<Write, ItemsError> {
    Ok(Write::Put(entry(notification)?, Condition::Absent))
}

impl PlatformStore {
    /// The notification.
    pub async fn notification(&self, id: &str) -> Result<Option<Notification>, ItemsError> {
        self.table.get(&key(id)).await
    }

    /// The notifications, in the order of `ids`; none where there is none.
    pub async fn notifications(
        &self,
        ids: &[String],
    ) -> Result<Vec<Option<Notification>>, ItemsError> {
        let keys: Vec<_> = ids.iter().map(|id| key(id)).collect();
        self.table.get_many(&keys).await
    }

    /// Saves `notification` as changed from `from_revision`.
    pub async fn save_notification(
        &self,
        notification: &Notification,
        from_revision: u64,
    ) -> Result<(), ItemsError> {
        self.table
            .put(entry(notification)?, Condition::Revision(from_revision))
            .await
    }

    /// Saves `notification` as changed from `from_revision`, together with `also`, all or nothing.
    pub async fn save_notification_with(
        &self,
        notification: &Notification,
        from_revision: u64,
        also: Vec<Write>,
    ) -> Result<(), ItemsError> {
        let own = Write::Put(entry(notification)?, Condition::Revision(from_revision));
        self.table
            .transact(std::iter::once(own).chain(also).collect())
            .await
    }

    /// Adds `notification` unless it is there; answers whether it was added.
    pub async fn add_notification(&self, notification: &Notification) -> Result<bool, ItemsError> {
        match self
            .table
            .put(entry(notification)?, Condition::Absent)
            .await
        {
            Ok(()) => Ok(true),
            Err(ItemsError::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Notifications the tick must look at by `now`, earliest first (unsent, abandoned, or due for another
    /// attempt): at most `limit`, from `start` on.
    pub async fn due_notifications(
        &self,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Notification>, ItemsError> {
        let query = Query::due(DUE_NOTIFICATION, now.as_second()).limit(limit);
        self.table.batch(&query, start).await
    }
}
