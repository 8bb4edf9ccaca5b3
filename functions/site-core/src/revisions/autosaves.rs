//! Autosaves: work that its author has not saved yet.

use std::sync::Arc;

use domain::site::Kind;
use serde_json::Value;
use site_rest::{Reply, RestError, codes};
use site_store::{Autosaved, Content};

use super::number;
use crate::failure::OrRefuse;
use crate::posts::change::{change, check_rights, check_terms};
use crate::posts::{Answer, Ask, scene};
use crate::views::post::Scene;
use crate::views::revision::{of_draft, view};

/// Lists everybody's autosaves of an item.
///
/// # Errors
/// The store fails.
pub async fn list(call: Ask, item: Arc<Content>) -> Answer {
    let store = &call.caller().store;
    let mut found = store.revisions_of(item.id);
    found.retain(|one| one.is_autosave);
    let mut answers = Vec::new();
    if !call.is_head() {
        let records = store.revisions(&found).await.or_refuse()?;
        let scene = scene(&call);
        answers.extend(records.iter().map(|one| view(one, &item, &scene)));
    }
    Ok(Reply::json(Value::Array(answers)))
}

/// Answers the caller's autosave of an item, else the newest, whatever identifier the path says, as
/// deployed systems do.
///
/// # Errors
/// `rest_post_no_autosave`, or the store fails.
pub async fn read(call: Ask, item: Arc<Content>) -> Answer {
    let store = &call.caller().store;
    let mut found = store.revisions_of(item.id);
    found.retain(|one| one.is_autosave);
    let own = found
        .iter()
        .find(|one| one.author == call.caller().id())
        .or(found.first());
    let one: Vec<_> = own.cloned().into_iter().collect();
    let records = store.revisions(&one).await.or_refuse()?;
    let record = records
        .first()
        .ok_or_else(|| RestError::new(&codes::POST_NO_AUTOSAVE))?;
    Ok(Reply::json(view(record, &item, &scene(&call))))
}

/// Who may put work aside: those who may change the item.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit` and the refusals of single members.
pub async fn may_create(call: Ask, kind: Kind) -> Result<Arc<Content>, RestError> {
    let (params, visitor) = (call.params(), call.caller());
    let unknown = || RestError::new(&codes::POST_INVALID_ID);
    let id = number(params, "id").ok_or_else(unknown)?;
    let found = visitor.store.get(id).await.or_refuse()?;
    let item = found.filter(|item| item.kind == kind).ok_or_else(unknown)?;
    if !visitor.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    check_rights(kind, params, visitor)?;
    check_terms(kind, params, visitor)?;
    Ok(item)
}

/// Keeps work: in the item while it is a draft of whoever writes, beside it otherwise.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn create(call: Ask, item: Arc<Content>) -> Answer {
    let visitor = call.caller();
    let change = change(item.kind, call.params(), visitor, Some(&item))?;
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let kept = visitor
        .store
        .autosave(item.kind, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_EDIT)?;
    let scene = Scene {
        context: "edit",
        ..scene(&call)
    };
    Ok(Reply::json(match kept {
        Autosaved::Item(item) => of_draft(&item, &scene),
        Autosaved::Beside(revision) => view(&revision, &item, &scene),
    }))
}
