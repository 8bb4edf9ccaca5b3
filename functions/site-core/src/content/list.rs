//! Pages of lists of content.

use std::sync::Arc;

use domain::site::Kind;
use site_api::{ApiCall, OrRefuse};
use site_contract::core::posts::codes;
use site_rest::RestError;
use site_rest::paging::pages;
use site_store::{Content, ContentFilter, Listed};

use crate::content::filter::content_filter;

/// The items of the requested page that the caller may read, and the total for the headers.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn found(call: &ApiCall, kind: Kind) -> Result<Listed<Arc<Content>>, RestError> {
    let listed = listed(call, kind).await?;
    let mut items = Vec::new();
    if !call.is_head() {
        let store = &call.caller().store;
        items = store.get_many(&listed.items).await.or_refuse()?;
        // Items that the caller may not read are omitted but counted, as in deployed systems.
        items.retain(|item| may_see(call, item));
    }
    Ok(Listed {
        items,
        total: listed.total,
    })
}

/// Whether the caller may read an item in the requested context.
pub fn may_see(call: &ApiCall, item: &Content) -> bool {
    let (access, subject) = (&call.caller().access, item.subject());
    access.may_read(subject) && (call.params().context() != "edit" || access.may_edit(subject))
}

/// The identifiers of the requested page, and the total for the headers.
pub async fn listed(call: &ApiCall, kind: Kind) -> Result<Listed<u64>, RestError> {
    let caller = call.caller();
    let filter = content_filter(kind, call.params(), caller)?;
    window(call, &filter).await
}

/// The identifiers of a page, and the total for the headers.
///
/// # Errors
/// `rest_post_invalid_page_number` for a page past the end of a list that is not empty.
pub async fn window(call: &ApiCall, filter: &ContentFilter) -> Result<Listed<u64>, RestError> {
    let params = call.params();
    let mut listed = call.caller().store.list(filter).await.or_refuse()?;
    if params.has("offset") && listed.items.is_empty() {
        // An `offset` past the end gives an empty list with a total of 0.
        listed.total = 0;
    }
    let (page, per_page) = (
        params.id("page").unwrap_or(1),
        params.id("per_page").unwrap_or(10),
    );
    if listed.total > 0 && page > pages(listed.total, per_page) {
        return Err(RestError::new(&codes::INVALID_PAGE_NUMBER));
    }
    Ok(listed)
}
