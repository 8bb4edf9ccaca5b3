//! Reads what a page says of itself.

use markup::discovery::{self, PageHead};
use serde_json::{Value, json};
use site_api::{ApiCall, Caller, HandlerResult};
use site_contract::block_editor::codes;
use site_remote::{cache, page};
use site_rest::{Params, Reply, RestError};
use url::Url;

/// How long an answer is cached, in seconds.
const CACHED: i64 = 60 * 60;

/// Longest text, in characters; a head may hold much more.
const LONGEST: usize = 1000;

/// Checks that the address is one of the web.
pub fn refine(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    if address_in(params).is_some() {
        return Vec::new();
    }
    let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
    vec![("url".to_owned(), reason)]
}

/// Describes a page of another site.
///
/// # Errors
/// `no_response` when the page does not answer.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let url = address_in(call.params()).ok_or_else(|| RestError::new(&codes::NO_RESPONSE))?;
    let key = cache::key(&call.site().site, "URL_DETAILS", &url);
    let key = key.map_err(RestError::internal)?;
    let (table, now) = (call.app().table(), call.app().now());
    if let Some(details) = cache::read(table, &key, now).await {
        return Ok(Reply::json(details));
    }
    let html = page::read(call.app().outbound(), &url).await;
    let html = html.ok_or_else(|| RestError::new(&codes::NO_RESPONSE))?;
    let details = shown(discovery::head(&html), &url);
    cache::write(table, key, &details, now, CACHED).await;
    Ok(Reply::json(details))
}

fn address_in(params: &Params) -> Option<Url> {
    let url = Url::parse(params.text("url")?).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

fn shown(head: PageHead, url: &Url) -> Value {
    let limited = |text: String| text.chars().take(LONGEST).collect::<String>();
    json!({
        "title": limited(head.title),
        "icon": address(&head.icon, url),
        "description": limited(head.description),
        "image": address(&head.image, url),
    })
}

/// An address of a page's head as an absolute one; empty when a browser would not load a picture from it.
fn address(written: &str, page: &Url) -> String {
    let found = (!written.is_empty()).then(|| page.join(written).ok());
    let found = found.flatten().filter(|url| {
        let is_picture = url.scheme() == "data" && url.path().starts_with("image/");
        is_picture || matches!(url.scheme(), "http" | "https")
    });
    found
        .map(String::from)
        .filter(|text| text.len() <= LONGEST * 4)
        .unwrap_or_default()
}
