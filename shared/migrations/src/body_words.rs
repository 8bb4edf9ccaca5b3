//! Version 4 of the platform's store: the words of bodies that earlier releases saved last are counted, for the history.

use async_trait::async_trait;
use items::ItemsError;
use platform_store::PlatformStore;

use crate::posts::portion_of_posts;
use crate::run::{Portion, Step};

/// The step.
pub(crate) struct BodyWords {
    pub(crate) store: PlatformStore,
}

#[async_trait]
impl Step for BodyWords {
    fn version(&self) -> u32 {
        4
    }

    fn name(&self) -> &'static str {
        "count the words of earlier posts"
    }

    /// The position is the identifier of the last post whose words were counted.
    async fn portion(&self, position: Option<&str>) -> Result<Portion, ItemsError> {
        let store = &self.store;
        portion_of_posts(store, position, "count the words", |id| async move {
            store.count_body_words(id, markup::text::words).await
        })
        .await
    }
}
