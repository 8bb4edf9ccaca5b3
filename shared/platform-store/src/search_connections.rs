//! Connections of sites to the search console, the states of authorization requests that were used, and the daily quota of
//! indexing requests.

use domain::platform::event::ContentEvent;
use domain::platform::id::SiteId;
use domain::platform::search_connection::SearchConnection;
use items::{Batch, Condition, Cursor, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::PlatformStore;
use crate::events::event_write;
use crate::idempotency::{Claim, Work};
use crate::sites::{search_connection_key, site_key};

/// Kind of the connections' entries in the index of due records.
const DUE_RENEWAL: &str = "SEARCH_RENEWAL";
/// Name of the counter of indexing requests in its record.
const SENT: &str = "n";

fn used_state_key(nonce: &str) -> Key {
    Key::new(format!("SEARCH_STATE#{nonce}"), "USED")
}

fn quota_key(day: Date) -> Key {
    Key::new(format!("SEARCH_QUOTA#{day}"), "INDEXING")
}

fn entry(connection: &SearchConnection) -> Result<Entry, ItemsError> {
    let key = search_connection_key(connection.site_id);
    let entry = Entry::new(key, connection)?.revision(connection.revision);
    let entry = match &connection.account_email {
        Some(account) => entry.listed(
            account_list(account),
            format!("{:020}", connection.site_id.0),
        ),
        None => entry,
    };
    Ok(match connection.due_at() {
        Some(at) => entry.due(DUE_RENEWAL, at.as_second()),
        None => entry,
    })
}

/// Partition of the connections of one account of the provider in the index of lists.
fn account_list(account: &str) -> String {
    format!("SEARCH_ACCOUNT#{}", account.to_lowercase())
}

/// Write that counts one indexing request of `day`; it fails when `allowed` requests were counted.
pub fn indexing_request_write(day: Date, allowed: u32) -> Write {
    Write::AddUpTo {
        key: quota_key(day),
        by: 1,
        ceiling: i64::from(allowed),
    }
}

impl PlatformStore {
    /// Connection of `site` to the search console.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn search_connection(
        &self,
        site: SiteId,
    ) -> Result<Option<SearchConnection>, ItemsError> {
        self.table.get(&search_connection_key(site)).await
    }

    /// Stores a new connection in place of the one with the revision `replaced`, if there is one.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`]: index 0 means that the connection changed meanwhile, index 1 that there is no such site.
    pub async fn connect_search(
        &self,
        connection: &SearchConnection,
        replaced: Option<u64>,
    ) -> Result<(), ItemsError> {
        let condition = replaced.map_or(Condition::Absent, Condition::Revision);
        let writes = vec![
            Write::Put(entry(connection)?, condition),
            Write::Check(site_key(connection.site_id), Condition::Present),
        ];
        self.table.transact(writes).await
    }

    /// Saves `connection`, conditional on the stored revision being `from_revision`.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when another process changed or removed the connection.
    pub async fn save_search_connection(
        &self,
        connection: &SearchConnection,
        from_revision: u64,
    ) -> Result<(), ItemsError> {
        self.table
            .put(entry(connection)?, Condition::Revision(from_revision))
            .await
    }

    /// Removes the connection of `site` if its revision is `revision`.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when another process changed or removed the connection.
    pub async fn remove_search_connection(
        &self,
        site: SiteId,
        revision: u64,
    ) -> Result<(), ItemsError> {
        self.table
            .delete(search_connection_key(site), Condition::Revision(revision))
            .await
    }

    /// Whether another site than `site` is connected with `account`. The index is eventually consistent.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn search_account_used(
        &self,
        account: &str,
        site: SiteId,
    ) -> Result<bool, ItemsError> {
        // Beside the connection of the site itself, one more decides.
        let query = Query::listed(account_list(account)).limit(2);
        let found: Batch<SearchConnection> = self.table.batch(&query, None).await?;
        // A record that cannot be read may be a connection.
        let other = |one: &Result<SearchConnection, _>| {
            one.as_ref()
                .map_or(true, |connection| connection.site_id != site)
        };
        Ok(found.items.iter().any(other))
    }

    /// Page of the connections whose renewal failed and is due by `now`, earliest first: at most `limit`, starting at
    /// `start`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn due_search_renewals(
        &self,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<SearchConnection>, ItemsError> {
        let query = Query::due(DUE_RENEWAL, now.as_second()).limit(limit);
        self.table.batch(&query, start).await
    }

    /// Uses the state of an authorization request, which is not accepted after `expires_at` in any case. Returns whether
    /// it had not been used before.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn use_search_state(
        &self,
        nonce: &str,
        expires_at: Timestamp,
    ) -> Result<bool, ItemsError> {
        let used = Entry::new(used_state_key(nonce), &true)?.expires(expires_at.as_second());
        match self.table.put(used, Condition::Absent).await {
            Ok(()) => Ok(true),
            Err(ItemsError::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Records an indexing request that a user asked for, before it is sent: the event, the count `counted` of its day, and
    /// the work under the idempotency key of `claim`. Returns whether the requests of the day were not used up.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when another request has claimed the key meanwhile.
    pub async fn record_reindex(
        &self,
        event: &ContentEvent,
        counted: Write,
        claim: &Claim,
        work: Work,
    ) -> Result<bool, ItemsError> {
        let mut writes = vec![counted, event_write(event)?];
        writes.extend(claim.write(work)?);
        match self.table.transact(writes).await {
            Ok(()) => Ok(true),
            Err(error) if error.failed_at(0) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Number of indexing requests that were sent on `day`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn indexing_requests(&self, day: Date) -> Result<u32, ItemsError> {
        let numbers = self.table.numbers(&quota_key(day)).await?;
        Ok(u32::try_from(numbers.get(SENT)).unwrap_or_default())
    }
}
