//! Addresses that are neither the interface nor a file.

use axum::body::Body;
use http::{HeaderValue, Request, Response, StatusCode, header};

use crate::app::Core;

/// No page is there; but every answer of the site tells where its interface is, which is how
/// clients find it from the home address (RFC 8631).
pub async fn missing(core: &Core, request: Request<Body>) -> Response<Body> {
    let (parts, _) = request.into_parts();
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_FOUND;
    if let Ok(root) = core.rest_root(&parts).await
        && let Ok(link) = HeaderValue::from_str(&format!("<{root}/>; rel=\"service-desc\""))
    {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}
