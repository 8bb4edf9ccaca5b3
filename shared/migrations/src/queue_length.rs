//! Version 3 of the platform's store: publication jobs from before the counter of the queue's length are counted in it.

use async_trait::async_trait;
use items::{Cursor, ItemsError};
use platform_store::PlatformStore;

use crate::run::{Portion, Step};

/// Jobs of one portion.
const JOBS: i32 = 100;

/// The step.
pub(crate) struct QueueLength {
    pub(crate) store: PlatformStore,
}

#[async_trait]
impl Step for QueueLength {
    fn version(&self) -> u32 {
        3
    }

    fn name(&self) -> &'static str {
        "count the publications that have not ended"
    }

    /// The position is a cursor among the jobs, as JSON.
    async fn portion(&self, position: Option<&str>) -> Result<Portion, ItemsError> {
        let invalid = |error: serde_json::Error| ItemsError::Defect(error.to_string());
        let start: Option<Cursor> = position
            .map(serde_json::from_str)
            .transpose()
            .map_err(invalid)?;
        Ok(
            match self.store.count_open_jobs(start.as_ref(), JOBS).await? {
                Some(next) => Portion::More(serde_json::to_string(&next).map_err(invalid)?),
                None => Portion::Done,
            },
        )
    }
}
