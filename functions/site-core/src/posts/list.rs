//! Lists of content.

use std::sync::Arc;

use domain::site::Kind;
use serde_json::Value;
use site_rest::paging::{paged, pages};
use site_rest::{Reply, RestError, codes};
use site_store::{Content, ContentFilter, Listed};

use super::filter::content_filter;
use super::kept::Shelf;
use super::{Answer, Ask};
use crate::failure::OrRefuse;
use crate::views::post::{Scene, view};

/// The list is public; its edit context is for those who edit.
///
/// # Errors
/// `rest_forbidden_context`.
pub async fn may_list(call: Ask, kind: Kind) -> Result<(), RestError> {
    if call.params().context() == "edit" && !call.caller().access.may_edit_kind(kind) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    Ok(())
}

/// Lists posts, pages or blocks.
///
/// # Errors
/// What the parameters ask for cannot be answered, or the store fails.
pub async fn list(call: Ask, kind: Kind) -> Answer {
    if let Some(shelf) = Shelf::of(&call) {
        let listed = listed(&call, kind).await?;
        let items = shelf.items(&call, &listed.items).await?;
        return Ok(on_its_page(&call, Reply::items(items), listed.total));
    }
    let found = found(&call, kind).await?;
    let scene = scene(&call);
    let shown = found.items.iter().map(|item| view(item, &scene));
    Ok(answered(&call, shown.collect(), found.total))
}

/// A page of items that the caller may see, and the total that its headers tell.
///
/// # Errors
/// What the parameters ask for cannot be answered, or the store fails.
pub async fn found(call: &Ask, kind: Kind) -> Result<Listed<Arc<Content>>, RestError> {
    let listed = listed(call, kind).await?;
    let mut items = Vec::new();
    if !call.is_head() {
        let store = &call.caller().store;
        items = store.get_many(&listed.items).await.or_refuse()?;
        // Those that the caller may not see are left out but counted, as in deployed systems.
        items.retain(|item| may_see(call, item));
    }
    Ok(Listed {
        items,
        total: listed.total,
    })
}

/// Whether the caller may see an item in the context that they ask for.
pub fn may_see(call: &Ask, item: &Content) -> bool {
    let (access, subject) = (&call.caller().access, item.subject());
    access.may_read(subject) && (call.params().context() != "edit" || access.may_edit(subject))
}

/// The identifiers of the page that the parameters ask for, and the total that its headers tell.
async fn listed(call: &Ask, kind: Kind) -> Result<Listed<u64>, RestError> {
    let visitor = call.caller();
    let filter = content_filter(kind, call.params(), &visitor.access, &visitor.store.zone())?;
    window(call, &filter).await
}

/// A list with the headers of its page.
pub fn answered(call: &Ask, items: Vec<Value>, total: u64) -> Reply {
    on_its_page(call, Reply::json(Value::Array(items)), total)
}

fn on_its_page(call: &Ask, reply: Reply, total: u64) -> Reply {
    let params = call.params();
    let (page, per_page) = (
        params.id("page").unwrap_or(1),
        params.id("per_page").unwrap_or(10),
    );
    paged(reply, call, total, page, per_page)
}

/// The identifiers of a page, and the total that its headers tell.
///
/// # Errors
/// `rest_post_invalid_page_number` for a page past the end of a list that has any.
pub async fn window(call: &Ask, filter: &ContentFilter) -> Result<Listed<u64>, RestError> {
    let params = call.params();
    let mut listed = call.caller().store.list(filter).await.or_refuse()?;
    if params.has("offset") && listed.items.is_empty() {
        // Past the end of the list an offset finds nothing, and nothing is what it counts.
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

/// What the answers of this call are made for.
pub fn scene(call: &Ask) -> Scene<'_> {
    let params = call.params();
    let words = params
        .integer("excerpt_length")
        .and_then(|words| usize::try_from(words).ok());
    Scene {
        site: call.site(),
        store: &call.caller().store,
        texts: call.app().texts(),
        access: &call.caller().access,
        context: params.context(),
        fields: call.fields(),
        password: params.filled("password"),
        excerpt_words: words.unwrap_or(markup::render::EXCERPT_WORDS),
    }
}
