//! Steps of the content site's store. There are none yet; its version is recorded, so that a later release finds it.

use items::Table;
use ports::Clock;

use crate::run::{Migrated, MigrationError, Migrations};

impl Migrations {
    /// The steps of the content site's store on `table`.
    pub fn of_site(table: &Table) -> Self {
        Self::new("the content site", table.clone(), Vec::new())
    }

    /// Brings the content site's store to the newest version.
    ///
    /// # Errors
    /// [`MigrationError`].
    pub async fn migrate_site(
        table: &Table,
        clock: &dyn Clock,
    ) -> Result<Migrated, MigrationError> {
        // Without steps, new and earlier stores have the same version.
        Self::of_site(table)
            .run(false, || clock.now_seconds())
            .await
    }
}
