//! Notices of new types and taxonomies.

use domain::site::{Kind, Taxonomy};
use seo::settings::visibility::ContentType;
use serde_json::Value;
use site_api::{ApiCall, Caller, HandlerResult};
use site_rest::{Params, Reply, RestError, codes};

use crate::documents;

fn invalid(name: &str) -> Vec<(String, RestError)> {
    let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
    vec![(name.to_owned(), reason)]
}

fn known(
    content: ContentType,
    params: &Params,
    exists: fn(&str) -> bool,
) -> Vec<(String, RestError)> {
    let name = content.declared();
    match params.get(name) {
        None => Vec::new(),
        Some(Value::String(text)) if exists(text) => Vec::new(),
        Some(_) => invalid(name),
    }
}

/// Refuses a `postTypeName` that is no type.
pub fn known_post_type(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    known(ContentType::PostType, params, |name| {
        Kind::named(name).is_some()
    })
}

/// Refuses a `taxonomyName` that is no taxonomy.
pub fn known_taxonomy(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    known(ContentType::Taxonomy, params, |name| {
        Taxonomy::named(name).is_some()
    })
}

/// Dismisses the notice of a type.
///
/// # Errors
/// The store fails.
pub async fn dismiss_post_type(call: ApiCall, (): ()) -> HandlerResult {
    dismiss(&call, ContentType::PostType).await
}

/// Dismisses the notice of a taxonomy.
///
/// # Errors
/// The store fails.
pub async fn dismiss_taxonomy(call: ApiCall, (): ()) -> HandlerResult {
    dismiss(&call, ContentType::Taxonomy).await
}

async fn dismiss(call: &ApiCall, content: ContentType) -> HandlerResult {
    let name = call.params().text(content.used()).unwrap_or_default();
    let change =
        documents::change_settings(call, |settings| settings.new_content.dismiss(content, name));
    Ok(Reply::json(change.await?))
}
