//! The file servers of both services: JPEG files in the size that the address names. They take no credentials.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;

use super::photos::Photo;
use super::query;
use crate::exchange::{receive, with_header, with_type};
use crate::pictures::{self, Format};
use crate::record::{Call, Record};
use crate::service::Service;

/// Headers that carry credentials.
const CREDENTIALS: [&str; 4] = ["authorization", "cookie", "x-api-key", "x-goog-api-key"];

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/cdn/unsplash/{file}", get(unsplash))
        .route("/cdn/pexels/{file}", get(pexels))
        .with_state(record.clone())
}

async fn unsplash(
    State(record): State<Arc<Record>>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let call = receive(&record, Service::Unsplash, request).await;
    let photo = file.strip_prefix("photo-").and_then(Photo::of_unsplash);
    answer(&record, Service::Unsplash, &call, photo)
}

async fn pexels(
    State(record): State<Arc<Record>>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let call = receive(&record, Service::Pexels, request).await;
    let photo = file
        .strip_prefix("pexels-photo-")
        .and_then(|file| file.strip_suffix(".jpeg"))
        .and_then(Photo::of_pexels);
    answer(&record, Service::Pexels, &call, photo)
}

fn answer(record: &Record, service: Service, call: &Call, photo: Option<Photo>) -> Response {
    let sent = CREDENTIALS
        .iter()
        .find(|name| call.header(name).is_some())
        .copied();
    let in_query = query(call).contains_key("client_id").then_some("client_id");
    if let Some(name) = sent.or(in_query) {
        let what = format!("credentials are sent to the file server: {name}");
        record.violation(service, what);
        return (StatusCode::FORBIDDEN, "credentials are not accepted").into_response();
    }
    let Some(photo) = photo else {
        return (StatusCode::NOT_FOUND, "no such file").into_response();
    };
    let (width, height) = size(call, photo);
    let seed = u8::try_from(photo.number).unwrap_or_default();
    let file = pictures::make(width, height, seed, Format::Jpeg);
    let length = file.len();
    let response = with_type(StatusCode::OK, "image/jpeg", Body::from(file));
    with_header(response, "content-length", length)
}

/// The size that the query asks for: cropped to `w` by `h`, or fitted into them without enlarging.
fn size(call: &Call, photo: Photo) -> (u32, u32) {
    let query = query(call);
    let wanted = |name: &str| {
        let value: Option<u32> = query.get(name)?.parse().ok();
        value.filter(|side| (1..=4000).contains(side))
    };
    let (width, height) = (wanted("w"), wanted("h"));
    if let (Some(width), Some(height), Some("crop")) =
        (width, height, query.get("fit").map(String::as_str))
    {
        return (width, height);
    }
    let scaled = |side: u32, to: u32, of: u32| (side * to / of).max(1);
    let (mut w, mut h) = (photo.width, photo.height);
    if let Some(width) = width.filter(|width| *width < w) {
        (w, h) = (width, scaled(h, width, w));
    }
    if let Some(height) = height.filter(|height| *height < h) {
        (w, h) = (scaled(w, height, h), height);
    }
    (w, h)
}
