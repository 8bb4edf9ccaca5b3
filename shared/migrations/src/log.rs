//! Steps of the central log's store.

use log_store::LogStore;
use ports::Clock;

use crate::log_counters::LogCounters;
use crate::run::{Migrated, MigrationError, Migrations};

/// Name of the store in messages.
const NAME: &str = "the central log";

impl Migrations {
    /// The steps of the central log's store.
    pub fn of_log(store: &LogStore) -> Self {
        let counters = LogCounters {
            store: store.clone(),
        };
        Self::new(NAME, store.table().clone(), vec![Box::new(counters)])
    }

    /// Brings the central log's store to the newest version.
    ///
    /// # Errors
    /// [`MigrationError`].
    pub async fn migrate_log(
        store: &LogStore,
        clock: &dyn Clock,
    ) -> Result<Migrated, MigrationError> {
        let is_new = store
            .is_new()
            .await
            .map_err(|error| MigrationError::Items { store: NAME, error })?;
        Self::of_log(store)
            .run(is_new, || clock.now_seconds())
            .await
    }
}
