//! Responses of the client's pages: sends no-store, noindex, a CSP without scripts, and no-referrer.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use ports::Random;
use settings::Agency;
use url::Url;

/// The hosts whose video players a post may embed; anything else in a frame stays blank.
const VIDEO_FRAMES: &str = "https://www.youtube.com https://youtube.com https://www.youtube-nocookie.com https://youtube-nocookie.com \
     https://player.vimeo.com";

/// The nonce of the page's style element, valid for one response.
pub fn nonce(random: &dyn Random) -> String {
    random.uuid().simple().to_string()
}

/// The page, or 500 without a page if its template failed.
pub fn page(
    status: StatusCode,
    nonce: &str,
    agency: Option<&Agency>,
    page: &impl Template,
) -> Response {
    let logo = agency.and_then(|agency| agency.logo.as_ref());
    match page.render() {
        Ok(html) => {
            let mut response = (status, Html(html)).into_response();
            guard(&mut response, nonce, logo);
            response
        }
        Err(error) => {
            tracing::error!(target: "approval", %error, "a page template failed");
            let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
            guard(&mut response, nonce, logo);
            response
        }
    }
}

/// Sets the headers of every response of the pages. All pictures but the agency's logo come from the page's own origin.
pub fn guard(response: &mut Response, nonce: &str, logo: Option<&Url>) {
    let logo = logo.map_or_else(String::new, |logo| {
        format!(" {}", logo.origin().ascii_serialization())
    });
    let policy = format!(
        "default-src 'none'; img-src 'self'{logo}; style-src 'nonce-{nonce}'; frame-src {VIDEO_FRAMES}; \
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
