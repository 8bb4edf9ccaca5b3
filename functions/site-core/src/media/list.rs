//! Lists of media.

use std::collections::HashMap;
use std::sync::Arc;

use domain::site::Kind;
use site_api::paging::page_of_list;
use site_api::rendered_texts::representation;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_rest::RestError;
use site_store::{Content, SiteStore};

use crate::content::filter::content_filter;
use crate::content::list::window;
use crate::media::permissions::may_see;
use crate::media::view::view;

/// Lists media.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let (params, caller) = (call.params(), call.caller());
    let filter = content_filter(Kind::Attachment, params, caller)?;
    let listed = window(&call, &filter).await?;
    let mut items = Vec::new();
    if !call.is_head() {
        let editing = params.context() == "edit";
        let cx = ViewContext::of(&call);
        let found = caller.store.get_many(&listed.items).await.or_refuse()?;
        let parents = parents(&caller.store, &found).await?;
        for item in &found {
            let parent = parents.get(&item.parent).map(Arc::as_ref);
            let editable = !editing || caller.access.may_edit(item.subject());
            if editable && may_see(caller, item)? {
                let shown = || Ok(view(item, parent, &cx));
                items.push(representation(item.content.len(), shown).await?);
            }
        }
    }
    Ok(page_of_list(&call, items, listed.total))
}

/// The items that the files of a list are attached to, read in one batch.
async fn parents(
    store: &SiteStore,
    items: &[Arc<Content>],
) -> Result<HashMap<u64, Arc<Content>>, RestError> {
    let mut ids: Vec<u64> = items
        .iter()
        .map(|item| item.parent)
        .filter(|id| *id > 0)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let found = store.get_many(&ids).await.or_refuse()?;
    Ok(found.into_iter().map(|item| (item.id, item)).collect())
}
