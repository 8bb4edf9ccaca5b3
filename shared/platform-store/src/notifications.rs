//! Messages to people, written with what they tell of, and found again by the tick when their queue
//! message was lost.

use domain::notification::Notification;
use items::{Condition, Entry, ItemsError, Key, Query, Write};
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

    /// Notifications the tick must look at by `now`: unsent, abandoned, or due for another attempt.
    pub async fn due_notifications(
        &self,
        now: Timestamp,
        limit: i32,
    ) -> Result<Vec<Notification>, ItemsError> {
        self.table
            .query(&Query::due(DUE_NOTIFICATION, now.as_second()).limit(limit))
            .await
    }
}
