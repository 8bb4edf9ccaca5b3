//! Items that blocks show: published ones without a password.

use std::collections::HashMap;
use std::sync::Arc;

use site_store::{Content, ContentFilter, StatusFilter, StoreError};

use super::context::Context;

/// Most items of a list.
pub const MOST: u64 = 100;

/// The filter with the conditions that everyone may see the items, for at most [`MOST`].
fn of_public(filter: ContentFilter) -> ContentFilter {
    let limit = filter.limit.unwrap_or(MOST).min(MOST);
    ContentFilter {
        status: StatusFilter::Public,
        protected: Some(false),
        limit: Some(limit),
        ..filter
    }
}

/// The number of published items that no password protects.
///
/// # Errors
/// The store fails.
pub async fn total(cx: &Context<'_>, filter: ContentFilter) -> Result<u64, StoreError> {
    Ok(cx.store.list(&of_public(filter)).await?.total)
}

/// The published items of a list that no password protects, at most [`MOST`].
///
/// # Errors
/// The store fails.
pub async fn public(
    cx: &Context<'_>,
    filter: ContentFilter,
) -> Result<Vec<Arc<Content>>, StoreError> {
    let mut listed = cx.store.list(&of_public(filter)).await?;
    // Sticky items come beside those of the page.
    listed
        .items
        .truncate(usize::try_from(MOST).unwrap_or(usize::MAX));
    if !cx.spend(listed.items.len()) {
        return Ok(Vec::new());
    }
    cx.store.get_many(&listed.items).await
}

/// Items of any state by their identifiers.
///
/// # Errors
/// The store fails.
pub async fn by_id(
    cx: &Context<'_>,
    mut ids: Vec<u64>,
) -> Result<HashMap<u64, Arc<Content>>, StoreError> {
    ids.sort_unstable();
    ids.dedup();
    let items = cx.store.get_many(&ids).await?;
    Ok(items.into_iter().map(|item| (item.id, item)).collect())
}
