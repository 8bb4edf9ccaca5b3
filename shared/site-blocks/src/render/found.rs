//! Items that blocks show: published ones without a password.

use std::sync::Arc;

use site_store::{Content, ContentFilter, StatusFilter, StoreError};

use super::context::Context;

/// Most items of a list.
pub const MOST: u64 = 100;

/// The published items of a list that no password protects, at most [`MOST`].
///
/// # Errors
/// The store fails.
pub async fn public(
    cx: &Context<'_>,
    filter: ContentFilter,
) -> Result<Vec<Arc<Content>>, StoreError> {
    let limit = filter.limit.unwrap_or(MOST).min(MOST);
    let filter = ContentFilter {
        status: StatusFilter::Public,
        protected: Some(false),
        limit: Some(limit),
        ..filter
    };
    let listed = cx.store.list(&filter).await?;
    if !cx.spend(listed.items.len()) {
        return Ok(Vec::new());
    }
    cx.store.get_many(&listed.items).await
}
