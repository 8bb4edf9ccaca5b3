//! Notices of new types and taxonomies.

use domain::site::{Kind, Taxonomy};
use seo::settings::visibility::ContentType;
use serde_json::Value;
use site_api::{ApiCall, Caller, HandlerResult};
use site_rest::{Params, Reply, RestError, codes};

use crate::documents;

/// Types of deployed systems that no page shows. The site has items of some of them.
const INTERNAL_TYPES: [&str; 11] = [
    "revision",
    "custom_css",
    "customize_changeset",
    "oembed_cache",
    "user_request",
    "template",
    "template_part",
    "global_styles",
    "navigation",
    "font_family",
    "font_face",
];

/// Taxonomies of deployed systems that hold internal data. The site has no terms of them.
const INTERNAL_TAXONOMIES: [&str; 4] = [
    "link_category",
    "post_format",
    "theme",
    "template_part_area",
];

/// The name without the prefix that deployed systems give to some internal names.
fn without_prefix(name: &str) -> &str {
    name.strip_prefix("wp_").unwrap_or(name)
}

/// Whether there is a type with this name, here or on deployed systems.
pub fn is_type(name: &str) -> bool {
    let name = without_prefix(name);
    Kind::named(name).is_some() || INTERNAL_TYPES.contains(&name)
}

fn is_taxonomy(name: &str) -> bool {
    let name = without_prefix(name);
    Taxonomy::named(name).is_some() || INTERNAL_TAXONOMIES.contains(&name)
}

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
    known(ContentType::PostType, params, is_type)
}

/// Refuses a `taxonomyName` that is no taxonomy.
pub fn known_taxonomy(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    known(ContentType::Taxonomy, params, is_taxonomy)
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
