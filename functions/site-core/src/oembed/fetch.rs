//! Requests to oEmbed providers, at most two for a call ([`site_remote::page`]).

use http::{HeaderValue, header};
use markup::discovery;
use outbound::{Outbound, Request};
use serde::Serialize;
use serde_json::{Map, Value};
use site_remote::page;
use url::Url;

use crate::oembed::providers;

/// Largest description accepted, in bytes.
const DESCRIPTION_BYTES: usize = 128 * 1024;

/// An oEmbed request.
#[derive(Serialize)]
pub struct EmbedRequest {
    /// The address to embed.
    pub url: Url,
    /// Maximum width in pixels.
    pub width: i64,
    /// Maximum height in pixels, if limited.
    pub height: Option<i64>,
    /// Whether to discover the provider of an address that no known provider covers.
    pub discover: bool,
}

/// A description as the provider returned it.
pub struct Described {
    /// Its members.
    pub members: Map<String, Value>,
    /// Whether it came from a known provider.
    pub trusted: bool,
}

/// Requests a description; `None` when no provider returns a readable one.
pub async fn describe(outbound: &Outbound, request: &EmbedRequest) -> Option<Described> {
    let (endpoint, trusted) = match providers::endpoint(&request.url) {
        Some(endpoint) => (with_parameters(endpoint, request, true), true),
        None if request.discover => (
            with_parameters(discovered(outbound, request).await?, request, false),
            false,
        ),
        None => return None,
    };
    let request = Request::get(endpoint)
        .header(
            header::ACCEPT,
            HeaderValue::from_static("application/json, application/json+oembed"),
        )
        .max_bytes(DESCRIPTION_BYTES);
    let response = page::response(outbound, request).await?;
    let members: Map<String, Value> = response.json().ok()?;
    Some(Described { members, trusted })
}

/// The request's address: the provider's endpoint with the parameters. A discovered endpoint already contains the
/// address of the item.
fn with_parameters(mut endpoint: Url, request: &EmbedRequest, names: bool) -> Url {
    let mut query = endpoint.query_pairs_mut();
    query.append_pair("maxwidth", &request.width.to_string());
    if let Some(height) = request.height {
        query.append_pair("maxheight", &height.to_string());
    }
    if names {
        query.append_pair("url", request.url.as_str());
    }
    query.append_pair("format", "json");
    drop(query);
    endpoint
}

/// Discovers the oEmbed endpoint that a page links to.
async fn discovered(outbound: &Outbound, request: &EmbedRequest) -> Option<Url> {
    let html = page::read(outbound, &request.url).await?;
    request.url.join(&discovery::oembed(&html)?).ok()
}
