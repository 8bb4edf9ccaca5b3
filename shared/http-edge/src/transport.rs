//! Strict-Transport-Security (RFC 6797), sent only over HTTPS, as the RFC requires.

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, header};

/// The scheme that a client spoke to the gateway or to a proxy. Any client can send it; it decides about one
/// header of the response to that client and nothing else.
static FORWARDED_SCHEME: HeaderName = HeaderName::from_static("x-forwarded-proto");

const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Whether a gateway or a proxy says that the client spoke HTTPS to it. With several proxies the first
/// value is the client's.
fn came_over_https(headers: &HeaderMap) -> bool {
    let schemes = headers.get(&FORWARDED_SCHEME);
    schemes
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(',').next())
        .is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

async fn secured(State(always): State<bool>, request: Request, next: Next) -> Response {
    let https = always || came_over_https(request.headers());
    let mut response = next.run(request).await;
    if https {
        response
            .headers_mut()
            .insert(header::STRICT_TRANSPORT_SECURITY, ONE_YEAR);
    }
    response
}

/// Adds `Strict-Transport-Security` to responses over HTTPS. With `always` the public address is an HTTPS one;
/// otherwise `X-Forwarded-Proto` of each request decides.
pub fn strict_transport(router: Router, always: bool) -> Router {
    router.layer(middleware::from_fn_with_state(always, secured))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_proxy_saw_the_client() {
        let says = |value: &'static str| {
            let value = HeaderValue::from_static(value);
            came_over_https(&HeaderMap::from_iter([(FORWARDED_SCHEME.clone(), value)]))
        };
        assert!(says("https") && says("HTTPS, http") && says(" https ,http"));
        assert!(!says("http") && !says("http, https") && !says("") && !says("httpss"));
        assert!(!came_over_https(&HeaderMap::new()));
    }
}
