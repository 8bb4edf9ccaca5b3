//! Asking other sites. Everything goes through the guarded client: only public addresses, checked again
//! at every redirect, with little time and little to read.

use std::time::Duration;

use http::{HeaderValue, header};
use markup::discovery;
use outbound::{Outbound, Redirects, Request};
use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;

use crate::oembed::providers;

/// Time for one request; a call makes two at most.
const DEADLINE: Duration = Duration::from_secs(5);

/// How much of a page is read to find who describes it, as in deployed systems.
const PAGE_BYTES: usize = 150 * 1024;

/// Largest description taken.
const DESCRIPTION_BYTES: usize = 128 * 1024;

const HOPS: u8 = 4;

/// What is asked for.
#[derive(Serialize)]
pub struct Wish {
    /// The address to embed.
    pub url: Url,
    /// Most pixels across.
    pub width: i64,
    /// Most pixels down, if limited.
    pub height: Option<i64>,
    /// Whether an address of no known provider is asked who describes it.
    pub discover: bool,
}

/// A description.
pub struct Described {
    /// Its members.
    pub members: Map<String, Value>,
    /// Whether a known provider gave it.
    pub trusted: bool,
}

/// Requests a description; `None` when no provider returns a readable one.
pub async fn describe(outbound: &Outbound, wish: &Wish) -> Option<Described> {
    let (endpoint, trusted) = match providers::endpoint(&wish.url) {
        Some(endpoint) => (asking(endpoint, wish, true), true),
        None if wish.discover => (
            asking(discovered(outbound, wish).await?, wish, false),
            false,
        ),
        None => return None,
    };
    let request = Request::get(endpoint)
        .header(
            header::ACCEPT,
            HeaderValue::from_static("application/json, application/json+oembed"),
        )
        .deadline(DEADLINE)
        .max_bytes(DESCRIPTION_BYTES)
        .redirects(Redirects::Anywhere(HOPS));
    let response = match outbound.send(request).await {
        Ok(response) => response,
        Err(error) => {
            tracing::info!(target: "site", %error, "a provider gave no description");
            return None;
        }
    };
    if !response.status.is_success() {
        return None;
    }
    let members: Map<String, Value> = response.json().ok()?;
    Some(Described { members, trusted })
}

/// The address of a description with the wish in its query; one that was discovered names its item
/// already.
fn asking(mut endpoint: Url, wish: &Wish, names: bool) -> Url {
    let mut query = endpoint.query_pairs_mut();
    query.append_pair("maxwidth", &wish.width.to_string());
    if let Some(height) = wish.height {
        query.append_pair("maxheight", &height.to_string());
    }
    if names {
        query.append_pair("url", wish.url.as_str());
    }
    query.append_pair("format", "json");
    drop(query);
    endpoint
}

/// Who describes an address, by what its page says.
async fn discovered(outbound: &Outbound, wish: &Wish) -> Option<Url> {
    let request = Request::get(wish.url.clone())
        .header(header::ACCEPT, HeaderValue::from_static("text/html"))
        .deadline(DEADLINE)
        .first_bytes(PAGE_BYTES)
        .redirects(Redirects::Anywhere(HOPS));
    let response = match outbound.send(request).await {
        Ok(response) => response,
        Err(error) => {
            tracing::info!(target: "site", %error, "a page to embed could not be read");
            return None;
        }
    };
    if !response.status.is_success() {
        return None;
    }
    let html = String::from_utf8_lossy(&response.body);
    let href = discovery::oembed(&html)?;
    response.url.join(&href).ok()
}
