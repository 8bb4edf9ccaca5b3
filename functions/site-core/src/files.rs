//! Files of media, from the blob store. A file never changes under its name, so it may be kept
//! for good by whoever fetched it.

use axum::body::Body;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use percent_encoding::percent_decode_str;

use crate::app::Core;

/// Kinds that a browser may show on the site's own pages; all else is offered for saving, so that
/// no uploaded text can act as a page of the site.
fn shown_inline(content_type: &str) -> bool {
    ["image/", "video/", "audio/"]
        .iter()
        .any(|group| content_type.starts_with(group))
        && !content_type.contains("svg")
        || content_type == "application/pdf"
}

/// Answers the file at `path` below `uploads/`.
pub async fn serve(core: &Core, path: &str, request: Request<Body>) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED);
    }
    let (parts, _) = request.into_parts();
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return plain(StatusCode::NOT_FOUND);
    };
    let found = match core.open(&parts).await {
        Ok((_, store)) => store.file(&path).await.map_err(|error| error.to_string()),
        Err(error) => {
            return plain(error.http_status(false));
        }
    };
    let blob = match found {
        Ok(Some(blob)) => blob,
        Ok(None) => return plain(StatusCode::NOT_FOUND),
        Err(error) => {
            tracing::error!(target: "site", error, "a file could not be read");
            return plain(StatusCode::INTERNAL_SERVER_ERROR);
        }
    };
    let length = blob.bytes.len();
    let body = if parts.method == Method::HEAD {
        Body::empty()
    } else {
        Body::from(blob.bytes)
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    let kind = HeaderValue::from_str(&blob.content_type)
        .unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    if !shown_inline(&blob.content_type) {
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment"),
        );
    }
    response
}

fn plain(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
