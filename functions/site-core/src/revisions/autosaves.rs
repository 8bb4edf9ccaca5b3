//! Autosaves: changes that their author has not saved yet.

use std::sync::Arc;

use serde_json::Value;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_contract::core::revisions::codes;
use site_rest::Reply;
use site_store::{Autosaved, Content};

use crate::content::change::change;
use crate::content::revisions::{autosaves, own_autosave};
use crate::revisions::view::{bodies, of_draft, view};

/// Lists the autosaves of all authors of an item.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let store = &call.caller().store;
    let found = autosaves(call.caller(), &item);
    let mut answers = Vec::new();
    if !call.is_head() {
        let records = store.revisions(&found).await.or_refuse()?;
        let cx = ViewContext::of(&call);
        let cx = cx.with_revisions(bodies(&records), &item).await?;
        answers.extend(records.iter().map(|one| view(one, &item, &cx)));
    }
    Ok(Reply::json(Value::Array(answers)))
}

/// Returns the caller's autosave of an item, otherwise the newest, whatever identifier the path names, as deployed
/// systems do.
///
/// # Errors
/// `rest_post_no_autosave`, or the store fails.
pub async fn read(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let records = [own_autosave(call.caller(), &item).await?];
    let cx = ViewContext::of(&call);
    let cx = cx.with_revisions(bodies(&records), &item).await?;
    let [record] = &records;
    Ok(Reply::json(view(record, &item, &cx)))
}

/// Stores an autosave: in the item itself while it is the caller's own draft, otherwise beside it.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn create(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let caller = call.caller();
    let change = change(item.kind, call.params(), caller, Some(&item)).await?;
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let kept = caller
        .store
        .autosave(item.kind, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_EDIT)?;
    let cx = ViewContext::in_context(&call, "edit");
    Ok(Reply::json(match kept {
        Autosaved::Item(item) => {
            let body = [(item.id, item.content.as_str())];
            of_draft(&item, &cx.with_revisions(body, &item).await?)
        }
        Autosaved::Beside(revision) => {
            let body = [(revision.id, revision.content.as_str())];
            view(&revision, &item, &cx.with_revisions(body, &item).await?)
        }
    }))
}
