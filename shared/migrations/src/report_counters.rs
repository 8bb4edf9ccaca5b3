//! Version 2 of the platform's store: posts, publications and clients' answers from before the counters of the monthly
//! reports are counted in them.

use async_trait::async_trait;
use domain::platform::id::PostId;
use futures_util::{StreamExt as _, TryStreamExt as _};
use items::ItemsError;
use jiff::tz::TimeZone;
use platform_store::PlatformStore;

use crate::run::{Portion, Step};

/// Posts of one portion.
const POSTS: u64 = 200;
/// Posts that are counted at the same time.
const CONCURRENT: usize = 8;

/// The step.
pub(crate) struct ReportCounters {
    pub(crate) store: PlatformStore,
    /// Time zone of the months.
    pub(crate) zone: TimeZone,
}

impl ReportCounters {
    async fn count(&self, id: PostId) -> Result<(), ItemsError> {
        let words = |body: &str| markup::text::words(body) as u64;
        match self.store.count_in_reports(id, &self.zone, words).await {
            Ok(_) => Ok(()),
            // A record that no release can read must not keep the system from starting.
            Err(ItemsError::Defect(reason)) => {
                tracing::error!(target: "migrations", post_id = %id, reason, "a post could not be counted in the reports");
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
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
        let counted: u64 = position.unwrap_or("0").parse().map_err(|_| {
            ItemsError::Defect(format!("a position is no identifier: {position:?}"))
        })?;
        let last = self.store.last_post_id().await?;
        let end = last.min(counted.saturating_add(POSTS));
        futures_util::stream::iter(counted + 1..=end)
            .map(|id| self.count(PostId(id)))
            .buffer_unordered(CONCURRENT)
            .try_collect::<()>()
            .await?;
        if end < last {
            Ok(Portion::More(end.to_string()))
        } else {
            Ok(Portion::Done)
        }
    }
}
