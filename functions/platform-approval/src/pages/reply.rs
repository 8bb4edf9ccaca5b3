//! Responses of the client's pages: sends no-store, noindex, a CSP without scripts, and no-referrer.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use ports::Random;

/// The hosts whose video players a post may embed; anything else in a frame stays blank.
const VIDEO_FRAMES: &str = "https://www.youtube.com https://youtube.com https://www.youtube-nocookie.com https://youtube-nocookie.com \
     https://player.vimeo.com";

/// The nonce of the page's style element, valid for one response.
pub fn nonce(random: &dyn Random) -> String {
    random.uuid().simple().to_string()
}

/// The page, or 500 without a page if its template failed.
pub fn page(status: StatusCode, nonce: &str, page: &impl Template) -> Response {
    match page.render() {
        Ok(html) => {
            let mut response = (status, Html(html)).into_response();
            guard(&mut response, nonce);
            response
        }
        Err(error) => {
            tracing::error!(target: "approval", %error, "a page template failed");
            let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
            guard(&mut response, nonce);
            response
        }
    }
}

/// Sets the headers of every response of the pages.
pub fn guard(response: &mut Response, nonce: &str) {
    let policy = format!(
        "default-src 'none'; img-src 'self' https:; style-src 'nonce-{nonce}'; frame-src {VIDEO_FRAMES}; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let fixed = [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}
