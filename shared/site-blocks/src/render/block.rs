//! Texts inside of a text: reusable blocks, and the content of an item.

use domain::site::{Kind, Status};
use site_store::{Content, StoreError};

use super::attributes::Attributes;
use super::context::{Context, Scope, UNIT};

/// The text of an item in the place of a block; nothing when that would be a circle or too much.
///
/// # Errors
/// The store fails.
pub async fn text(
    cx: &Context<'_>,
    stored: &Content,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let Some(above) = scope.below(stored.id) else {
        return Ok(String::new());
    };
    if !cx.spend(1 + stored.content.len() / UNIT) {
        return Ok(String::new());
    }
    let scope = Scope {
        above: &above,
        ..scope
    };
    (cx.inside)(cx, &stored.content, scope).await
}

/// A reusable block: one that is published, without a password.
///
/// # Errors
/// The store fails.
pub async fn of(
    cx: &Context<'_>,
    attributes: &Attributes,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let id = attributes.number("ref").unwrap_or(0);
    let is_shown = cx.store.summary(id)?.is_some_and(|known| {
        known.kind == Kind::Block && known.status == Status::Publish && !known.is_protected
    });
    if !is_shown {
        return Ok(String::new());
    }
    match cx.store.get(id).await? {
        Some(stored) => text(cx, &stored, scope).await,
        None => Ok(String::new()),
    }
}

/// The content of the item.
///
/// # Errors
/// The store fails.
pub async fn content(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let html = text(cx, item, scope).await?;
    if html.is_empty() {
        return Ok(html);
    }
    let tags = ["article", "main", "section"];
    let tag = attributes.text("tagName").filter(|tag| tags.contains(tag));
    let tag = tag.unwrap_or("div");
    let outer = attributes
        .outer(&attributes.with_layout("wp-block-post-content entry-content", "post-content"));
    Ok(format!("<{tag} {outer}>{html}</{tag}>"))
}
