//! Version 5 of the platform's store: posts of earlier releases record what their state depends on, for the lists.

use async_trait::async_trait;
use items::ItemsError;
use platform_store::PlatformStore;

use crate::posts::portion_of_posts;
use crate::run::{Portion, Step};

/// The step.
pub(crate) struct PostStates {
    pub(crate) store: PlatformStore,
}

#[async_trait]
impl Step for PostStates {
    fn version(&self) -> u32 {
        5
    }

    fn name(&self) -> &'static str {
        "record the state of earlier posts"
    }

    /// The position is the identifier of the last post whose state was recorded.
    async fn portion(&self, position: Option<&str>) -> Result<Portion, ItemsError> {
        let store = &self.store;
        portion_of_posts(store, position, "record the state", |id| async move {
            store.record_post_state(id).await
        })
        .await
    }
}
