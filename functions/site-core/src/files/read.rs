//! Serves media files from the blob store. The content under a name never changes, so responses are cacheable for
//! good.

use std::ops::Range;

use axum::body::Body;
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use percent_encoding::percent_decode_str;
use site_api::{SiteApp, store_error};

use crate::files::range;

/// Whether a browser may display files of this type inline. All others are sent as attachments, so that an uploaded
/// file cannot act as a page of the site.
fn shown_inline(content_type: &str) -> bool {
    ["image/", "video/", "audio/"]
        .iter()
        .any(|group| content_type.starts_with(group))
        && !content_type.contains("svg")
        || content_type == "application/pdf"
}

/// Serves the file at `path` below `uploads/`.
pub async fn serve(core: &SiteApp, path: &str, request: Request<Body>) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED);
    }
    let (parts, _) = request.into_parts();
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return plain(StatusCode::NOT_FOUND);
    };
    let found = match core.open(&parts).await {
        Ok((_, store)) => store.open_file(&path).await,
        Err(error) => {
            error.log_fault();
            return plain(error.http_status(false));
        }
    };
    let blob = match found {
        Ok(Some(blob)) => blob,
        Ok(None) => return plain(StatusCode::NOT_FOUND),
        Err(error) => {
            let error = store_error(error);
            error.log_fault();
            return plain(error.http_status(false));
        }
    };
    let kind = HeaderValue::from_str(&blob.content_type)
        .unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"));
    let tag = format!("\"{}\"", blob.tag);
    let (status, part, bytes) = answered(&parts, blob.length, &tag);
    let length = bytes.end - bytes.start;
    let body = if parts.method == Method::HEAD || length == 0 {
        Body::empty()
    } else {
        Body::from_stream(blob.stream(bytes))
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(header::ETAG, &tag);
    set(header::CACHE_CONTROL, "public, max-age=31536000, immutable");
    set(header::ACCEPT_RANGES, "bytes");
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; sandbox",
    );
    set(
        HeaderName::from_static("cross-origin-resource-policy"),
        "cross-origin",
    );
    if let Some(part) = &part {
        set(header::CONTENT_RANGE, part);
    }
    if !shown_inline(&blob.content_type) {
        set(header::CONTENT_DISPOSITION, "attachment");
    }
    if status != StatusCode::NOT_MODIFIED {
        set(header::CONTENT_LENGTH, &length.to_string());
        headers.insert(header::CONTENT_TYPE, kind);
    }
    response
}

/// Status, `Content-Range` and bytes of the response (RFC 9110, 13 and 14), for a file of `length`.
fn answered(parts: &Parts, length: u64, tag: &str) -> (StatusCode, Option<String>, Range<u64>) {
    let text = |name: HeaderName| {
        parts
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let is_known = |list: &str| {
        let mut known = list.split(',').map(str::trim);
        known.any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
    };
    if text(header::IF_NONE_MATCH).is_some_and(is_known) {
        return (StatusCode::NOT_MODIFIED, None, 0..0);
    }
    // A range is sent only if `If-Range`, when present, names the same content.
    let continues = text(header::IF_RANGE).is_none_or(|condition| condition.trim() == tag);
    let asked = text(header::RANGE).filter(|_| continues && parts.method == Method::GET);
    match asked.map(|asked| range::parse(asked, length)) {
        Some(range::Range::Part(first, last)) => {
            let place = format!("bytes {first}-{last}/{length}");
            (StatusCode::PARTIAL_CONTENT, Some(place), first..last + 1)
        }
        Some(range::Range::Beyond) => {
            let place = format!("bytes */{length}");
            (StatusCode::RANGE_NOT_SATISFIABLE, Some(place), 0..0)
        }
        Some(range::Range::Whole) | None => (StatusCode::OK, None, 0..length),
    }
}

fn plain(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
