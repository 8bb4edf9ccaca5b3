//! Version 2 of the platform's store: posts, publications and clients' answers from before the counters of the monthly
//! reports are counted in them.

use async_trait::async_trait;
use items::ItemsError;
use jiff::tz::TimeZone;
use platform_store::PlatformStore;

use crate::posts::portion_of_posts;
use crate::run::{Portion, Step};

/// The step.
pub(crate) struct ReportCounters {
    pub(crate) store: PlatformStore,
    /// Time zone of the months.
    pub(crate) zone: TimeZone,
}

#[async_trait]
impl Step for ReportCounters {
    fn version(&self) -> u32 {
        2
    }

    fn name(&self) -> &'static str {
        "count earlier posts in the monthly reports"
    }

    /// The position is the identifier of the last post that was counted.
    async fn portion(&self, position: Option<&str>) -> Result<Portion, ItemsError> {
        let (store, zone) = (&self.store, &self.zone);
        let words = |body: &str| markup::text::words(body) as u64;
        portion_of_posts(store, position, "count in the reports", |id| async move {
            store.count_in_reports(id, zone, words).await?;
            Ok(())
        })
        .await
    }
}
