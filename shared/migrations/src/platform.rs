//! Steps of the platform's store.

use jiff::tz::TimeZone;
use platform_store::PlatformStore;
use ports::Clock;

use crate::body_words::BodyWords;
use crate::post_states::PostStates;
use crate::queue_length::QueueLength;
use crate::report_counters::ReportCounters;
use crate::run::{Migrated, MigrationError, Migrations, Step};

/// Name of the store in messages.
const NAME: &str = "the platform";

impl Migrations {
    /// The steps of the platform's store; `zone` is the platform's time zone.
    pub fn of_platform(store: &PlatformStore, zone: &TimeZone) -> Self {
        let reports = ReportCounters {
            store: store.clone(),
            zone: zone.clone(),
        };
        let queue = QueueLength {
            store: store.clone(),
        };
        let words = BodyWords {
            store: store.clone(),
        };
        let states = PostStates {
            store: store.clone(),
        };
        let steps: Vec<Box<dyn Step>> = vec![
            Box::new(reports),
            Box::new(queue),
            Box::new(words),
            Box::new(states),
        ];
        Self::new(NAME, store.table().clone(), steps)
    }

    /// Brings the platform's store to the newest version.
    ///
    /// # Errors
    /// [`MigrationError`].
    pub async fn migrate_platform(
        store: &PlatformStore,
        zone: &TimeZone,
        clock: &dyn Clock,
    ) -> Result<Migrated, MigrationError> {
        let is_new = store
            .is_new()
            .await
            .map_err(|error| MigrationError::Items { store: NAME, error })?;
        Self::of_platform(store, zone)
            .run(is_new, || clock.now_seconds())
            .await
    }
}
