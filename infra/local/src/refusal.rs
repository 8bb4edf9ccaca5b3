//! Requests that are refused before a route is looked for, with the error form of either half.

use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Json, Router};
#[cfg(test)]
use http::StatusCode;
use http::{HeaderValue, header};
use platform_http::{ApiError, Code};
use site_rest::error::{Locale, RestError, codes};

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Its head does not follow the protocol: no host or several, or a body whose length has two meanings. 400.
    Malformed,
    /// It names a host that is not served here. 421.
    Misdirected,
    /// Clients have not taken the answers that they asked for, and there is no memory for more. 503 with `Retry-After`.
    Crowded,
}

/// Seconds after which a refused client may try again.
const RETRY_AFTER: u64 = 2;

/// Path at which the routers of this module answer.
pub const PATH: &str = "/";

/// Router of the platform's refusals.
pub fn of_platform() -> Router {
    Router::new().route(PATH, any(platform))
}

/// Router of the site's refusals.
pub fn of_site() -> Router {
    Router::new().route(PATH, any(site))
}

async fn platform(Extension(refusal): Extension<Refusal>) -> ApiError {
    match refusal {
        Refusal::Malformed => ApiError::new(Code::MalformedRequest),
        Refusal::Misdirected => ApiError::new(Code::MisdirectedRequest),
        Refusal::Crowded => ApiError::new(Code::Unavailable).retry_after(RETRY_AFTER),
    }
}

async fn site(Extension(refusal): Extension<Refusal>) -> Response {
    let error = RestError::new(match refusal {
        Refusal::Malformed => &codes::MALFORMED_REQUEST,
        Refusal::Misdirected => &codes::MISDIRECTED_REQUEST,
        Refusal::Crowded => &codes::BUSY,
    });
    let body = Json(error.envelope(Locale::default(), false));
    let mut response = (error.http_status(false), body).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if refusal == Refusal::Crowded {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
    }
    response
}

/// Router of refusals without a body, for listeners of neither half.
#[cfg(test)]
pub(crate) fn bare() -> Router {
    Router::new().route(
        PATH,
        any(|Extension(refusal): Extension<Refusal>| async move {
            match refusal {
                Refusal::Malformed => StatusCode::BAD_REQUEST,
                Refusal::Misdirected => StatusCode::MISDIRECTED_REQUEST,
                Refusal::Crowded => StatusCode::SERVICE_UNAVAILABLE,
            }
        }),
    )
}
