//! Finds the navigation, or creates it.

use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use serde_json::{Value, json};
use site_api::format::encoded;
use site_api::reply::shows_links;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_contract::block_editor::codes;
use site_contract::core::rest_bases::kind_base;
use site_rest::{Link, Links, Locale, Reply, RestError};
use site_store::{ContentChange, ContentFilter, PRIMARY_MENU, SiteStore, Term, TermFilter};

use super::converted::blocks_of;

/// Slug of the menu that is taken when the head of the pages has none.
const PRIMARY_SLUG: &str = "primary";

/// What a navigation holds without a menu: the list of the pages.
const PAGES: &str = "<!-- wp:page-list /-->";

/// Returns the navigation that shows where none is chosen. Without one, GET creates it from the menu of the pages, as in deployed
/// systems; HEAD creates nothing.
///
/// # Errors
/// `no_fallback_menu` for HEAD without a navigation; the store fails.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let store = &call.caller().store;
    let filter = ContentFilter::shown_navigation();
    let found = store.list(&filter).await.or_refuse()?;
    let id = match found.items.first() {
        Some(id) => *id,
        None if call.is_head() => return Err(RestError::new(&codes::NO_FALLBACK_MENU)),
        None => {
            let (author, change) = (call.caller().id(), first(&call).await?);
            let made = store.create_unless_found(&filter, author, &change);
            made.await.or_refuse()?.id
        }
    };
    Ok(Reply::json(view(id, &call)))
}

fn view(id: u64, call: &ApiCall) -> Value {
    let mut value = json!({"id": id});
    if shows_links(ViewContext::of(call).fields)
        && let Some(map) = value.as_object_mut()
    {
        let path = format!("/core/v2/{}/{id}", kind_base(Kind::Navigation));
        let own = Link::to(call.site().url(&path)).embeddable();
        let links = Links::new().link("self", own);
        map.insert("_links".to_owned(), links.into_value(call.site()));
    }
    value
}

/// The navigation to create: that of a menu with links, otherwise the list of the pages.
async fn first(call: &ApiCall) -> Result<ContentChange, RestError> {
    let published = ContentChange {
        status: Some(Status::Publish),
        editor: call.caller().id(),
        may_publish: true,
        ..ContentChange::default()
    };
    if let Some(menu) = menu(&call.caller().store)? {
        let blocks = blocks_of(call, menu.id).await?;
        if !blocks.is_empty() {
            return Ok(ContentChange {
                // A name is plain text, a title HTML.
                title: Some(encoded(&menu.name)),
                slug: Some(menu.slug.clone()),
                content: Some(blocks),
                ..published
            });
        }
    }
    let title = match call.site().locale {
        Locale::PtBr => "Navegação",
        Locale::En => "Navigation",
    };
    Ok(ContentChange {
        title: Some(title.to_owned()),
        slug: Some("navigation".to_owned()),
        content: Some(PAGES.to_owned()),
        ..published
    })
}

/// The menu at the head of the pages, otherwise the one with a certain slug, otherwise the newest.
fn menu(store: &SiteStore) -> Result<Option<Arc<Term>>, RestError> {
    let locations = store.settings().locations();
    let assigned = locations
        .get(PRIMARY_MENU)
        .and_then(|place| store.term(place.menu));
    if assigned.is_some() {
        return Ok(assigned);
    }
    let menus = store.terms(Taxonomy::NavMenu, &TermFilter::default());
    let menus = menus.or_refuse()?.items;
    let named = menus.iter().find(|menu| menu.slug == PRIMARY_SLUG);
    let newest = || menus.iter().max_by_key(|menu| menu.id);
    Ok(named.or_else(newest).cloned())
}
