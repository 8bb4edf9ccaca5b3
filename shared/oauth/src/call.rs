//! Parts of requests.

use bytes::Bytes;
use http::{HeaderValue, header};
use outbound::{Body, Request};
use secrecy::{ExposeSecret, SecretString};
use url::form_urlencoded::Serializer;

/// A request with an access token (RFC 6750, section 2.1); none when no header can contain the token, which is then not one
/// that a provider gave.
#[must_use]
pub fn authorized(request: Request, access: &SecretString) -> Option<Request> {
    let value = HeaderValue::from_str(&format!("Bearer {}", access.expose_secret()));
    let mut value = value.ok()?;
    value.set_sensitive(true);
    Some(request.header(header::AUTHORIZATION, value))
}

/// A request with a form as its body.
#[must_use]
pub fn form(request: Request, fields: &[(&str, &str)]) -> Request {
    let body = Serializer::new(String::new()).extend_pairs(fields).finish();
    let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
    request
        .header(header::CONTENT_TYPE, kind)
        .body(Body::Bytes(Bytes::from(body)))
}
