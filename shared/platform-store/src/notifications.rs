//! Notifications (e-mails and webhooks to users and clients). A notification is written in the
//! transaction of the event that it reports; when its queue message is lost, the scheduled tick finds
//! it through the index of due records.

use domain::platform::notification::Notification;
use items::{Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;

use crate::PlatformStore;

/// Kind of the notifications' entries in the index of due records.
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

/// Write that adds a notification. The identifier is derived from the reported fact, so reporting the
/// same fact again fails the condition and with it the whole transaction.
///
/// # Errors
/// [`ItemsError::Defect`] when the notification cannot be serialised.
pub fn notification_write(notification: &Notification) -> Result<Write, ItemsError> {
    Ok(Write::Put(entry(notification)?, Condition::Absent))
}

impl PlatformStore {
    /// Notification `id`.
    pub async fn notification(&self, id: &str) -> Result<Option<Notification>, ItemsError> {
        self.table.get(&key(id)).await
    }

    /// Notifications in the order of `ids`, `None` for unknown ones.
    pub async fn notifications(
        &self,
        ids: &[String],
    ) -> Result<Vec<Option<Notification>>, ItemsError> {
        let keys: Vec<_> = ids.iter().map(|id| key(id)).collect();
        self.table.get_many(&keys).await
    }

    /// Saves `notification`, conditional on the stored revision being `from_revision`.
    pub async fn save_notification(
        &self,
        notification: &Notification,
        from_revision: u64,
    ) -> Result<(), ItemsError> {
        self.table
            .put(entry(notification)?, Condition::Revision(from_revision))
            .await
    }

    /// Saves `notification`, conditional on the stored revision being `from_revision`, in one
    /// transaction with `also`.
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

    /// Adds `notification` unless it exists; returns whether it was added.
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

    /// Page of the notifications due by `now` (unsent, abandoned, or due for a retry), earliest first:
    /// at most `limit`, starting at `start`.
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
