//! One block as the site shows it.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use site_api::rendered_texts::render_options;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_blocks::Renderer;
use site_contract::core::block_renderer::codes;
use site_rest::{Reply, RestError};
use site_store::Content;

/// Renders a block with the attributes of the request, in the item that `post_id` names.
///
/// # Errors
/// `block_invalid` for a block that the site does not render; the store fails.
pub async fn read(call: ApiCall, item: Option<Arc<Content>>) -> HandlerResult {
    let params = call.params();
    let name = params.text("name").unwrap_or_default();
    let one = site_blocks::named(name).filter(|one| site_blocks::is_rendered(&one.name));
    let one = one.ok_or_else(|| RestError::new(&codes::BLOCK_INVALID))?;
    let attributes = params.get("attributes").and_then(Value::as_object);
    let attributes: Map<String, Value> = attributes.cloned().unwrap_or_default();
    let store = &call.caller().store;
    let feeds = call.app().feeds(&call.site().site);
    let blocks = Renderer::new(store, &call.site().home)
        .reader(&call.caller().access)
        .feeds(&feeds)
        .preview();
    let html = blocks.block(one, attributes, item.as_deref()).await;
    let html = render_options(store).content_of_parts(&html.or_refuse()?);
    Ok(Reply::json(json!({"rendered": html})))
}
