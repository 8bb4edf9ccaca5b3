//! The parts of a submission in a request's body.

use axum::extract::{DefaultBodyLimit, FromRequest, Multipart};
use bytes::Bytes;
use contact_form::submission::Part;
use http::{HeaderMap, header};
use site_rest::query::{Fields, Limits};

/// Whether a body holds the parts of a form.
pub fn is_multipart(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE);
    let value = value.and_then(|value| value.to_str().ok());
    value.is_some_and(|value| value.starts_with("multipart/form-data"))
}

/// Texts and files of a multipart body; none when it is malformed, or has more or longer names than
/// [those of the interface](site_rest::query::Limits::FORM).
pub async fn parts(headers: &HeaderMap, body: Bytes) -> Option<Vec<Part>> {
    let mut request = http::Request::new(axum::body::Body::from(body));
    *request.headers_mut() = headers.clone();
    // The length was limited when the body was read.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.ok()?;
    let mut names = Fields::new(Limits::FORM);
    let mut parts = Vec::new();
    while let Some(part) = form.next_field().await.ok()? {
        let name = part.name().unwrap_or_default().to_owned();
        names.count(&name).ok()?;
        let file_name = part.file_name().map(str::to_owned);
        let content = part.bytes().await.ok()?;
        parts.push(match file_name {
            Some(file_name) => Part::File {
                name,
                file_name,
                bytes: content.to_vec(),
            },
            None => Part::Text {
                name,
                value: String::from_utf8_lossy(&content).into_owned(),
            },
        });
    }
    Some(parts)
}
