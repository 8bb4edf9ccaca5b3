//! The list of forms.

use contact_form::form::list::{ListQuery, OrderBy};
use form_store::{FormFilter, FormOrder};
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use super::forms::{forms, refused};
use crate::sent_members::sent_members;

/// Page size when the site's own cannot be used.
const PAGE_SIZE: usize = 10;

/// The forms without their documents. Unknown values of parameters are accepted, because none is declared.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let page_size = call.caller().store.settings().posts_per_page;
    let page_size = usize::try_from(page_size).unwrap_or(PAGE_SIZE).max(1);
    let members = sent_members(&call);
    let texts: Vec<(&String, String)> = members
        .iter()
        .filter_map(|(name, value)| Some((name, text(value)?)))
        .collect();
    let named = |name: &str| {
        let mut texts = texts.iter();
        let found = texts.find(|(own, _)| own.as_str() == name);
        found.map(|(_, text)| text.as_str())
    };
    let query = ListQuery::parse(named, page_size);
    let filter = FormFilter {
        order: match query.order_by {
            OrderBy::Id => FormOrder::Id,
            OrderBy::Title => FormOrder::Title,
            OrderBy::Slug => FormOrder::Slug,
            OrderBy::Modified => FormOrder::Modified,
            OrderBy::Date => FormOrder::Created,
        },
        is_descending: query.descending,
        ..FormFilter::default()
    };
    let mut found = forms(&call).forms(&filter).await.map_err(refused)?;
    found.retain(|head| query.finds(&head.title));
    let page = query.page(found).into_iter().map(|head| {
        json!({
            "id": head.id,
            "hash": head.hash.as_str(),
            "slug": head.slug,
            "title": head.title,
            "locale": head.locale,
        })
    });
    Ok(Reply::json(page.collect()))
}

/// A value as the text of a parameter; none for lists and maps.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
