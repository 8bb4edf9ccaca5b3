//! The pictures of the client's pages.

use axum::extract::RawQuery;
use axum::response::{IntoResponse, Response};
use domain::platform::id::MediaId;
use domain::platform::post::Post;
use http::{HeaderValue, StatusCode, header};
use items::ItemsError;
use url::form_urlencoded;
use vault::TokenHash;

use super::round::{Instead, PageRequest, Place, failed, named, open_round, unknown};
use super::{foreign, reply};

/// The client's browser keeps a picture of another host as long as it likes: its address names no other one.
const KEPT: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");

/// The featured picture.
pub(super) async fn featured(request: PageRequest, token: Place<String>) -> Response {
    match featured_of(&request, &named(token)).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

/// The featured picture of an open round's post, as WebP, which every browser shows.
async fn featured_of(request: &PageRequest, token: &str) -> Result<Response, Instead> {
    let (_, post) = open_round(request, token).await?;
    let id = post.featured_media_id.ok_or_else(|| unknown(request))?;
    file_of(request, &post, id).await
}

/// A picture of ours inside the text.
pub(super) async fn in_text(request: PageRequest, place: Place<(String, String)>) -> Response {
    let (token, id) = named(place);
    match in_text_of(&request, &token, &id).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

/// A picture inside the text of an open round's post.
async fn in_text_of(request: &PageRequest, token: &str, id: &str) -> Result<Response, Instead> {
    let (_, post) = open_round(request, token).await?;
    let id = id.parse().map(MediaId).map_err(|_| unknown(request))?;
    file_of(request, &post, id).await
}

async fn file_of(request: &PageRequest, post: &Post, id: MediaId) -> Result<Response, Instead> {
    let media = request
        .ports
        .store
        .media(id)
        .await
        .map_err(|error| failed(request, &error))?;
    let media = media
        .filter(|media| media.content_id == post.id)
        .ok_or_else(|| unknown(request))?;
    let blob = request
        .ports
        .blobs
        .get(&media.webp_key)
        .await
        .map_err(|error| failed(request, &ItemsError::Unavailable(error.to_string())))?;
    let blob = blob.ok_or_else(|| unknown(request))?;
    // The type is ours, not the record's: nothing but a picture may come from this address.
    let content_type = HeaderValue::from_static("image/webp");
    let mut response = ([(header::CONTENT_TYPE, content_type)], blob.bytes).into_response();
    reply::guard(&mut response, "none", None);
    Ok(response)
}

/// A picture of another host.
pub(super) async fn of_other_host(
    request: PageRequest,
    place: Place<(String, String)>,
    RawQuery(query): RawQuery,
) -> Response {
    let (token, signature) = named(place);
    match of_other_host_in(&request, &token, &signature, &query.unwrap_or_default()).await {
        Ok(response) => response,
        Err(instead) => *instead,
    }
}

async fn of_other_host_in(
    request: &PageRequest,
    token: &str,
    given: &str,
    query: &str,
) -> Result<Response, Instead> {
    let mut members = form_urlencoded::parse(query.as_bytes());
    let address = members.find(|(name, _)| name == foreign::ADDRESS);
    let (_, address) = address.ok_or_else(|| unknown(request))?;
    let signed = foreign::signature(
        &request.ports.keyring,
        &token.to_ascii_lowercase(),
        &address,
    );
    if !signed.matches(&TokenHash::from_stored(given)) {
        return Err(unknown(request));
    }
    open_round(request, token).await?;
    let found = foreign::fetched(&request.ports.outbound, &address).await;
    let mut response = match found {
        Some((format, bytes)) => {
            let content_type = HeaderValue::from_static(format.mime());
            ([(header::CONTENT_TYPE, content_type)], bytes).into_response()
        }
        // The page shows the alternative text.
        None => StatusCode::NOT_FOUND.into_response(),
    };
    reply::guard(&mut response, "none", None);
    if response.status() == StatusCode::OK {
        response.headers_mut().insert(header::CACHE_CONTROL, KEPT);
    }
    Ok(response)
}
